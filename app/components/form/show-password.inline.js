;(() => {
  const { dataset } = document.documentElement
  if (dataset.passwords) return
  dataset.passwords = 'watched'
  document.addEventListener('click', ({ target }) => {
    const button = target instanceof Element ? target.closest('[data-show]') : null
    const field = button?.previousElementSibling
    if (!button || !(field instanceof HTMLInputElement)) return
    const hidden = field.type === 'password'
    field.type = hidden ? 'text' : 'password'
    const [text, label] = (hidden ? button.dataset.hide : button.dataset.show).split('\n')
    button.textContent = text
    button.setAttribute('aria-label', label)
  })
})()

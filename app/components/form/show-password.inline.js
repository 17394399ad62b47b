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
    button.textContent = hidden ? 'Hide' : 'Show'
    button.setAttribute('aria-label', hidden ? 'Hide what you typed' : 'Show what you typed')
  })
})()

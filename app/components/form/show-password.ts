/** A press on Show beside a password shows it as text, and on Hide no more. It runs as text too, so it uses nothing from outside. */
export const watchPasswords = () => {
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
}

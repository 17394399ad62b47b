import type { Start } from '../islands'

/** The link that was made opens in a tab of its own at once, and can be copied. */
export const start: Start = (element, props) => {
  const { url } = props as { url: string }
  window.open(url, '_blank', 'noopener')
  const button = element.querySelector('button')
  const copy = async () => {
    await navigator.clipboard.writeText(url)
    if (button) button.textContent = 'Copied'
  }
  button?.addEventListener('click', copy)
  return () => button?.removeEventListener('click', copy)
}

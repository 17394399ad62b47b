import type { Start } from '../islands'

/** Offers to copy the new link, and opens it in a tab of its own at once unless it is for someone else. */
export const start: Start<{ url: string; copyOnly?: boolean }> = (element, { url, copyOnly }) => {
  if (!copyOnly) window.open(url, '_blank', 'noopener')
  const [button, field] = [element.querySelector('button'), element.querySelector('textarea')]
  const copy = async () => {
    field?.select()
    await navigator.clipboard.writeText(url)
    if (button) button.textContent = 'Copied'
  }
  button?.addEventListener('click', copy)
  return () => button?.removeEventListener('click', copy)
}

import { showLeaving, visit } from './visit'

/** Whether a click asks for nothing more than to follow the link. */
const isPlain = ({ button, metaKey, ctrlKey, shiftKey, altKey, defaultPrevented }: MouseEvent) =>
  button === 0 && !metaKey && !ctrlKey && !shiftKey && !altKey && !defaultPrevented

/** Handles links marked `data-stay`, themselves or on an ancestor: they show their target without a new page. */
export function watchLinks(): void {
  document.addEventListener('click', (event) => {
    if (!(event.target instanceof Element) || !isPlain(event)) return
    if (event.target.closest('[data-print]')) return print()
    const link = event.target.closest('a')
    if (!link || link.target || link.hasAttribute('download') || link.origin !== location.origin) return
    if (!link.closest('[data-stay]')) {
      if (!/\/export$|\.\w+$/.test(link.pathname) && !link.hash) showLeaving()
      return
    }
    event.preventDefault()
    void visit(link.href, { history: link.dataset.stay === 'replace' ? 'replace' : 'push' })
  })
}

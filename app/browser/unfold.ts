/** What a reader unfolds in a dialog comes into sight, though the window ended above it. */
export function watchUnfolding(): void {
  document.addEventListener('click', ({ target }) => {
    const details = target instanceof Element && target.closest('dialog summary')?.parentElement
    if (!(details instanceof HTMLDetailsElement)) return
    requestAnimationFrame(() => details.open && details.scrollIntoView({ block: 'nearest' }))
  })
}

/** Scrolls what is unfolded in a dialog into view. */
export function watchUnfolding(): void {
  document.addEventListener('click', ({ target }) => {
    const details = target instanceof Element && target.closest('dialog summary')?.parentElement
    if (!(details instanceof HTMLDetailsElement)) return
    requestAnimationFrame(() => details.open && details.scrollIntoView({ block: 'nearest' }))
  })
}

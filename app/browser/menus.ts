/** The browser opens and closes menus itself; the arrow keys go through them, and what was chosen closes them. */
export function watchMenus(): void {
  document.addEventListener('click', ({ target }) => {
    const chosen = target instanceof Element ? target.closest('a, button') : null
    chosen?.closest<HTMLElement>('.menu-list')?.hidePopover()
  })
  document.addEventListener('keydown', (event) => {
    const list =
      event.target instanceof Element ? event.target.closest('.menu')?.querySelector<HTMLElement>('.menu-list') : null
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    if (!list || !step) return
    event.preventDefault()
    if (!list.matches(':popover-open')) list.showPopover()
    const items = [...list.querySelectorAll<HTMLElement>('a, button')]
    const at = items.indexOf(document.activeElement as HTMLElement)
    items.at(at === -1 && step === -1 ? -1 : (at + step) % items.length)?.focus()
  })
}

const openMenus = () => document.querySelectorAll<HTMLDetailsElement>('details[data-menu][open]')

/** Menus close by Esc and by a click elsewhere, and the arrow keys go through them. */
export function watchMenus(): void {
  document.addEventListener('click', ({ target }) => {
    for (const menu of openMenus()) if (target instanceof Node && !menu.contains(target)) menu.open = false
  })
  document.addEventListener('keydown', (event) => {
    const menu = event.target instanceof Element ? event.target.closest<HTMLDetailsElement>('details[data-menu]') : null
    if (!menu) return
    const summary = menu.querySelector('summary')
    if (event.key === 'Escape' && menu.open) {
      menu.open = false
      summary?.focus()
    }
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    if (!step) return
    event.preventDefault()
    menu.open = true
    const items = [...menu.querySelectorAll<HTMLElement>('a, button')]
    const at = items.indexOf(document.activeElement as HTMLElement)
    items.at(at === -1 && step === -1 ? -1 : (at + step) % items.length)?.focus()
  })
}

import { fetchMenu } from './islands'

const desk = matchMedia('(min-width: 64rem) and (hover: hover)')
/** Where a menu is Radix's: at a desk of the office, with its keys. A phone has the browser's own, at the thumb. */
const isAtDesk = () => desk.matches && document.body.dataset.screen?.startsWith('routes/office/')

/** What a menu holds at this width: some entries are for phones alone. A closed menu's entries have no boxes, but styles. */
const entriesOf = (list: HTMLElement, which = '.menu-item') =>
  [...list.querySelectorAll<HTMLElement>(which)].filter((item) => getComputedStyle(item).display !== 'none')

/** If it cannot be had, the browser opens its own. */
const openAtDesk = (button: HTMLElement, list: HTMLElement, byKeys: boolean) =>
  void fetchMenu().then((radix) =>
    radix ? radix.openMenu(button, entriesOf(list, '.menu-item, .menu-note'), byKeys) : list.showPopover(),
  )

/**
 * The browser opens and closes menus itself; the arrow keys go through them, and what was chosen closes them. The office's code is
 * fetched when somebody first comes near one.
 */
export function watchMenus(): void {
  const partsOf = (target: EventTarget | null) => {
    const at = target instanceof Element ? target.closest('.menu') : null
    const button = at?.querySelector<HTMLElement>('button')
    return {
      list: at?.querySelector<HTMLElement>('.menu-list'),
      button: button?.contains(target as Node) ? button : null,
    }
  }
  const near = ({ target }: Event) => {
    if (isAtDesk() && partsOf(target).button) void fetchMenu()
  }
  document.addEventListener('pointerover', near)
  document.addEventListener('focusin', near)
  document.addEventListener('click', (event) => {
    const { list, button } = partsOf(event.target)
    if (list && button && isAtDesk()) {
      event.preventDefault()
      // A click by Enter or the space bar has no count.
      openAtDesk(button, list, event.detail === 0)
    } else if (!button && (event.target as Element).closest('a, button')) list?.hidePopover()
  })
  document.addEventListener('keydown', (event) => {
    const { list, button } = partsOf(event.target)
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    if (!list || !step) return
    event.preventDefault()
    if (button && isAtDesk()) return openAtDesk(button, list, true)
    // The week's menus of days lie open under a mouse.
    if (!list.checkVisibility()) list.showPopover()
    const items = entriesOf(list)
    const at = items.indexOf(document.activeElement as HTMLElement)
    items.at(at === -1 && step === -1 ? -1 : (at + step) % items.length)?.focus()
  })
}

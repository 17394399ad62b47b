import { fetchMenu } from './islands'

const desk = matchMedia('(min-width: 64rem) and (hover: hover)')
/** Whether menus are Radix's, with its keyboard support: on the office's desktop screens. A phone uses the browser's own, at the thumb. */
const isAtDesk = () => desk.matches && document.body.dataset.screen?.startsWith('routes/office/')

/** Returns the items that a menu has at this width: some are for phones alone. Items of a closed menu have no boxes, but styles. */
const entriesOf = (list: HTMLElement, which = '.menu-item') =>
  [...list.querySelectorAll<HTMLElement>(which)].filter((item) => getComputedStyle(item).display !== 'none')

/** Opens the loaded menu. If it cannot be loaded, the browser opens its own. */
const openAtDesk = (button: HTMLElement, list: HTMLElement, byKeys: boolean) =>
  void fetchMenu().then((radix) =>
    radix ? radix.openMenu(button, entriesOf(list, '.menu-item, .menu-note'), byKeys) : list.showPopover(),
  )

/**
 * Adds arrow keys to menus, and closes them after a choice; the browser does the rest. The office's code is loaded when
 * the pointer first comes near one.
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
      // A click by Enter or the space bar has a count of 0.
      openAtDesk(button, list, event.detail === 0)
    } else if (!button && (event.target as Element).closest('a, button')) list?.hidePopover()
  })
  document.addEventListener('keydown', (event) => {
    const { list, button } = partsOf(event.target)
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    if (!list || !step) return
    event.preventDefault()
    if (button && isAtDesk()) return openAtDesk(button, list, true)
    // The week's menus of days open under a mouse.
    if (!list.checkVisibility()) list.showPopover()
    const items = entriesOf(list)
    const at = items.indexOf(document.activeElement as HTMLElement)
    items.at(at === -1 && step === -1 ? -1 : (at + step) % items.length)?.focus()
  })
}

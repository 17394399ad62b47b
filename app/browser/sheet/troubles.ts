import type { Unsent } from '~/models/unsent/unsent'
import type { Sheet } from '~/routes/office/day/kept-sheet.server'
import { rideAddress } from './addresses'
import { formatOwnChange } from './words'

export function made<Name extends keyof HTMLElementTagNameMap>(
  name: Name,
  look: string,
  ...parts: (Node | string)[]
): HTMLElementTagNameMap[Name] {
  const element = document.createElement(name)
  element.className = look
  element.append(...parts)
  return element
}

export function button(text: string, look: string, work: () => void): HTMLButtonElement {
  const element = made('button', `btn btn-${look}`, text)
  element.type = 'button'
  element.addEventListener('click', work)
  return element
}

/** What all cards of a sheet share. */
interface Shared {
  sheet: Sheet
  /** The school's time zone. */
  zone: string
  decide: (kept: Unsent, mine: boolean) => void
}

/** Shows why a change was not applied, and what its maker may do. `where` names the ride if the card stands by itself. */
export function troubleCard(kept: Unsent, where: string, { sheet, zone, decide }: Shared): HTMLElement {
  const { trouble, name } = kept
  const card = made('div', 'sheet-trouble')
  card.role = 'group'
  card.setAttribute('aria-label', `${name}: not sent`)
  const theirs = trouble?.kind === 'changed' ? `${trouble.said}.` : (trouble?.said ?? '')
  card.append(made('p', '', made('b', '', where || name), ` ${formatOwnChange(kept, zone)} ${theirs}`))
  const buttons = made('div', 'flex flex-wrap gap-2')
  if (trouble?.kind === 'changed') {
    buttons.append(
      button(trouble.said.startsWith('You ') ? 'Keep that' : 'Keep theirs', 'secondary', () => decide(kept, false)),
      button('Use mine', 'secondary', () => decide(kept, true)),
    )
  } else if (trouble?.kind === 'refused') {
    const open = made('a', 'btn btn-secondary', 'Open the ride')
    open.href = rideAddress(sheet, kept)
    buttons.append(
      button('Try again', 'secondary', () => decide(kept, true)),
      open,
      button('Drop mine', 'quiet', () => decide(kept, false)),
    )
  } else buttons.append(button('Dismiss', 'secondary', () => decide(kept, false)))
  card.append(buttons)
  return card
}

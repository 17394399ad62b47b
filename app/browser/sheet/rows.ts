import type { Shown, Unsent } from '~/models/unsent/unsent'
import { isAway } from '~/models/vocabulary/away'
import { rideAt } from './addresses'

/** A rider's line on the sheet, with what the server shows there. */
export interface Row {
  element: HTMLElement
  ride: Pick<Unsent, 'date' | 'time' | 'type' | 'riderId' | 'name'>
  shown: Shown
  /** The name of the horse that is shown. */
  horse: string
}

/** The server's contents of lines that show something else at the moment. */
const originals = new WeakMap<Element, Node[]>()

export function rowOf(element: Element | null | undefined): Row | null {
  if (!(element instanceof HTMLElement)) return null
  const form = element.querySelector('form')
  const [date, time, type, riderId] = rideAt(form?.getAttribute('action') ?? '')
  const version = element.querySelector<HTMLInputElement>('[name=version]')?.value
  if (!date || !time || !type || !riderId || version === undefined) return null
  const [name, horse] = element.querySelectorAll<HTMLElement>('.sheet-name > span')
  const horseId = Number(version.split('-')[1]) || null
  return {
    element,
    ride: { date, time, type, riderId, name: name?.textContent ?? '' },
    shown: { attendance: element.dataset.mark ?? 'scheduled', horseId },
    horse: element.dataset.horse ?? horse?.firstChild?.textContent ?? '',
  }
}

export const rows = (): Row[] => [...document.querySelectorAll('.sheet-ride')].flatMap((one) => rowOf(one) ?? [])

export const idOf = (userId: string, { date, time, riderId }: Row['ride']): string =>
  `${userId} ${date} ${time} ${riderId}`

/** Restores a line to what the server has sent. */
export function restore(element: HTMLElement): void {
  const original = originals.get(element)
  if (!original) return
  const focused = element.contains(document.activeElement) ? document.activeElement?.getAttribute('aria-label') : null
  element.replaceChildren(...original.map((node) => node.cloneNode(true)))
  originals.delete(element)
  delete element.dataset.unsent
  delete element.dataset.horse
  if (focused) element.querySelector<HTMLElement>(`[aria-label="${CSS.escape(focused)}"]`)?.focus()
}

/** Forgets the saved contents of a line that the server has just sent again. */
export const forget = (element: HTMLElement): void => void originals.delete(element)

/** Shows an unsent change on its line. */
export function showUnsent({ element, shown, horse }: Row, kept: Unsent): void {
  originals.set(
    element,
    [...element.childNodes].map((node) => node.cloneNode(true)),
  )
  const { want } = kept
  element.dataset.unsent = ''
  element.dataset.horse = horse
  const [present, absent] = element.querySelectorAll<HTMLButtonElement>('.sheet-mark')
  for (const [button, mark] of [
    [present, 'present'],
    [absent, 'absent'],
  ] as const) {
    if (!button) continue
    button.setAttribute('aria-pressed', String(want.attendance === mark))
    button.value = want.attendance === mark ? 'scheduled' : mark
  }
  const [name, line] = element.querySelectorAll<HTMLElement>('.sheet-name > span')
  if (name) name.className = isAway(want) ? 'line-through' : 'font-semibold'
  if (!line) return
  const parts: (Node | string)[] = [want.horseId === shown.horseId ? horse : (kept.horse ?? 'No horse')]
  // The server's remarks about another horse, or another mark, no longer apply.
  const said = [...line.children].filter((part) => want.horseId === shown.horseId || part.localName !== 'strong')
  const unsent = document.createElement('b')
  unsent.textContent = kept.trouble ? ' · Please decide' : ' · Not sent yet'
  line.replaceChildren(...parts, ...said, unsent)
}

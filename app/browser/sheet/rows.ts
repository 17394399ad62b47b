import type { LineRide, Shown, Unsent } from '~/models/unsent/unsent'
import { isAway, isSignOf } from '~/models/vocabulary/away'

/** A rider's line on the sheet, with what the server shows there. */
export interface Row {
  element: HTMLElement
  ride: Pick<Unsent, 'date' | 'time' | 'type' | 'riderId' | 'name'>
  shown: Shown
  /** The name of the horse that is shown. */
  horse: string | null
}

/** The office's labels of the marks that no button says. Imported, they would bring along what other parts share. */
const WORDS: Readonly<Record<string, string>> = { makeup: 'Makeup Lesson', reschedule: 'Rescheduled' }

/** What the server sent of lines that show something else at the moment: their contents and mark. */
const originals = new WeakMap<Element, { nodes: Node[]; mark: string | undefined }>()

export function rowOf(element: Element | null | undefined): Row | null {
  if (!(element instanceof HTMLElement) || !element.dataset.ride) return null
  const { attendance, horseId, horse, ...ride }: LineRide = JSON.parse(element.dataset.ride)
  return { element, ride, shown: { attendance, horseId }, horse }
}

export const rows = (): Row[] => [...document.querySelectorAll('.sheet-ride')].flatMap((one) => rowOf(one) ?? [])

export const idOf = (userId: string, { date, time, riderId }: Row['ride']): string =>
  `${userId} ${date} ${time} ${riderId}`

/** Restores a line to what the server has sent. */
export function restore(element: HTMLElement): void {
  const original = originals.get(element)
  if (!original) return
  const focused = element.contains(document.activeElement) ? document.activeElement?.getAttribute('aria-label') : null
  element.replaceChildren(...original.nodes.map((node) => node.cloneNode(true)))
  setMark(element, original.mark)
  originals.delete(element)
  delete element.dataset.unsent
  if (focused) element.querySelector<HTMLElement>(`[aria-label="${CSS.escape(focused)}"]`)?.focus()
}

/** Sets what CSS, on paper too, shows a line's mark by. */
function setMark(element: HTMLElement, mark: string | undefined): void {
  if (mark) element.dataset.mark = mark
  else delete element.dataset.mark
}

/** Forgets the saved contents of a line that the server has just sent again. */
export const forget = (element: HTMLElement): void => void originals.delete(element)

/** Shows an unsent change on its line. */
export function showUnsent({ element, shown, horse }: Row, kept: Unsent): void {
  const nodes = [...element.childNodes].map((node) => node.cloneNode(true))
  originals.set(element, { nodes, mark: element.dataset.mark })
  const { want } = kept
  element.dataset.unsent = ''
  setMark(element, want.attendance === 'scheduled' ? undefined : want.attendance)
  const [present, absent] = element.querySelectorAll<HTMLButtonElement>('.sheet-mark')
  for (const [button, mark] of [
    [present, 'present'],
    [absent, 'absent'],
  ] as const) {
    if (!button) continue
    const pressed = isSignOf(mark, want.attendance)
    button.setAttribute('aria-pressed', String(pressed))
    button.value = pressed ? 'scheduled' : mark
  }
  const [name, line] = element.querySelectorAll<HTMLElement>('.sheet-name > span')
  if (name) name.className = isAway(want) ? 'line-through' : 'font-semibold'
  if (!line) return
  const parts: (Node | string)[] = [(want.horseId === shown.horseId ? horse : kept.horse) ?? 'No horse']
  const words = WORDS[want.attendance]
  if (words) parts.push(` · ${words}`)
  // The server's remarks about another horse, or another mark, no longer apply.
  const said = [...line.children].filter((part) => want.horseId === shown.horseId || part.localName !== 'strong')
  const unsent = document.createElement('b')
  unsent.textContent = kept.trouble ? ' · Please decide' : ' · Not sent yet'
  line.replaceChildren(...parts, ...said, unsent)
}

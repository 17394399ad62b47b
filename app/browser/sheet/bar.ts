import type { Unsent } from '~/models/unsent/unsent'
import { isReady } from './sync'
import { button, made } from './troubles'
import { count } from './words'

export type Sending = 'waiting' | 'sending' | 'signed-out' | 'just-sent'

interface Shown {
  kept: readonly Unsent[]
  state: Sending
  /** The name of the user who made the changes. */
  who: string
  /** The address of the sheet, to come back to. */
  address: string
  isAway: boolean
  sendNow: () => void
}

const line = (text: string, ...more: HTMLElement[]) =>
  made('p', 'flex items-center gap-3', made('span', 'flex-1', text), ...more)

/** Shows at the foot of the sheet what is waiting on this device; hidden if nothing is. Toasts make room for it. */
export function showBar(bar: HTMLElement, shown: Shown): void {
  const troubles = shown.kept.filter((one) => !isReady(one)).length
  const waiting = shown.kept.length - troubles
  const lines = [
    ...(shown.state === 'just-sent' && shown.kept.length === 0 ? [line('Everything is sent.')] : []),
    ...(waiting > 0 ? [waitingLine(count(waiting), shown)] : []),
    ...(troubles > 0 ? [line(`${count(troubles)} to decide.`, button('Show', 'secondary', goToTrouble))] : []),
  ]
  bar.hidden = lines.length === 0
  document.documentElement.style.setProperty('--toast-lift', bar.hidden ? '0px' : '4rem')
  bar.replaceChildren(...lines)
}

export const dropBar = (): void => void document.documentElement.style.removeProperty('--toast-lift')

function waitingLine(waiting: string, { state, who, address, isAway, sendNow }: Shown): HTMLElement {
  if (state === 'sending') return line(`Sending ${waiting}…`)
  if (state === 'signed-out') {
    const link = made('a', 'btn btn-secondary', 'Sign In')
    link.href = `/auth?redirectTo=${encodeURIComponent(address)}`
    return line(`Sign in as ${who} to send ${waiting}.`, link)
  }
  const now = isAway ? [] : [button('Send Now', 'secondary', sendNow)]
  return line(`${waiting} kept on this device, not sent yet.`, ...now)
}

function goToTrouble() {
  const card = document.querySelector('.sheet-trouble')
  card?.scrollIntoView({ block: 'center' })
  card?.querySelector('button')?.focus({ preventScroll: true })
}

import { partsOf, type Unsent } from '~/models/unsent/unsent'

const MARKED: Record<string, string> = {
  scheduled: 'cleared the mark',
  present: 'marked Present',
  absent: 'marked Absent',
}

/** Returns `at 9:05 AM` for today, `on Saturday, Nov 21` for an earlier day, in the school's time zone. */
function sayWhen(at: string, timeZone: string, now: Date): string {
  const when = new Date(at)
  const day = (date: Date) =>
    date.toLocaleDateString('en-US', { weekday: 'long', month: 'short', day: 'numeric', timeZone })
  if (day(when) !== day(now)) return `on ${day(when)}`
  return `at ${when.toLocaleTimeString('en-US', { hour: 'numeric', minute: '2-digit', timeZone })}`
}

/** Returns `You marked Present and chose Bella at 9:05 AM.` */
export function formatOwnChange(kept: Unsent, timeZone: string, now = new Date()): string {
  const { base, want, horse } = kept
  const parts = partsOf(kept)
  const what = [
    ...(parts.includes('attendance') ? [MARKED[want.attendance] ?? `marked ${want.attendance}`] : []),
    // An absence frees the horse by itself.
    ...(parts.includes('horseId') && base.horseId !== want.horseId && want.attendance !== 'absent'
      ? [want.horseId === null ? 'chose no horse' : `chose ${horse}`]
      : []),
  ]
  return `You ${what.join(' and ') || 'took a change back'} ${sayWhen(kept.at, timeZone, now)}.`
}

/** Returns `Emma Stone, Saturday, Nov 28, 4:00 PM Hack.` */
export function formatRide({ name, date, time, type }: Unsent): string {
  const at = new Date(`${date}T${time}`)
  const day = at.toLocaleDateString('en-US', { weekday: 'long', month: 'short', day: 'numeric' })
  return `${name}, ${day}, ${at.toLocaleTimeString('en-US', { hour: 'numeric', minute: '2-digit' })} ${type}.`
}

/** Returns `2 changes`. */
export const count = (changes: number): string => `${changes} ${changes === 1 ? 'change' : 'changes'}`

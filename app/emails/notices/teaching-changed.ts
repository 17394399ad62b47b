import { readToldAway } from '~/models/notices/told-rides'
import { rideKey } from '~/models/schedule/week/week'
import { formatDayShort, formatWeekday, type LocalDate } from '~/utils/dates'
import { formatTimeOfDay } from '~/utils/time-of-day'
import { button, compose, type EmailContent, type Letter, rows } from '../layout'
import { changeOf } from './ride-changed'

interface TeachingChanged extends Letter {
  changes: {
    date: LocalDate
    weekly: boolean
    known: readonly string[]
    present: readonly string[]
    /** `Closed: Snow` */
    closed: string | null
  }[]
  /** Riders' names by id. */
  names: ReadonlyMap<string, string>
  /** Rides as `rideKey` writes them, on days on which someone is no longer away. */
  rides: ReadonlySet<string>
  dayUrl: string
}

type Change = TeachingChanged['changes'][number]

const dayOf = ({ date, weekly }: Change) =>
  weekly ? `${formatWeekday(date)}s from ${formatDayShort(date)}` : `${formatWeekday(date)}, ${formatDayShort(date)}`

type Riders = Pick<TeachingChanged, 'names' | 'rides'>

/**
 * Says which riders call off, come after all, or had called off and left. Riders who moved with the lesson, or are off
 * with it, have not changed that.
 */
function formatRiders({ date, known, present }: Change, { names, rides }: Riders): string[] {
  const [was, is] = [known, present].map((all) => all.flatMap((one) => readToldAway(one) ?? []))
  const isIn = (all: typeof was, id: string) => all?.some(({ riderId }) => riderId === id)
  const takesPlace = (time: string) => present.some((one) => !readToldAway(one) && one.startsWith(`${time} `))
  const say = ({ time, riderId }: { time: string; riderId: string }, what: string) =>
    `${names.get(riderId) ?? 'A rider'} ${what} at ${formatTimeOfDay(time)}`
  return [
    ...(is ?? []).filter((one) => !isIn(was, one.riderId)).map((one) => say(one, 'has canceled')),
    ...(was ?? [])
      .filter((one) => !isIn(is, one.riderId) && takesPlace(one.time))
      .map((one) => say(one, rides.has(rideKey({ ...one, date })) ? 'is coming after all' : 'no longer rides')),
  ]
}

function formatChange(change: Change, riders: Riders): string {
  const lessons = (all: readonly string[]) => all.filter((one) => !readToldAway(one))
  const moved = changeOf(lessons(change.known), lessons(change.present))
  return [moved, ...formatRiders(change, riders), change.closed].filter(Boolean).join('. ')
}

/** Says that lessons that an instructor teaches were moved, canceled or restored, or that their riders called off. */
export function teachingChangedEmail({ changes, names, rides, dayUrl, ...letter }: TeachingChanged): EmailContent {
  const [first] = changes
  const one = changes.length === 1 && first ? `: ${dayOf(first)}` : ''
  return compose(letter, () => ({
    subject: `Your lessons changed${one}`,
    heading: 'Your lessons changed',
    blocks: [
      rows(...changes.map((change) => ({ label: dayOf(change), value: formatChange(change, { names, rides }) }))),
      button('See your day', dayUrl),
    ],
  }))
}

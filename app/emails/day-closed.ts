import { formatDay, formatWeekday, type LocalDate, monthName, monthStart } from '~/utils/dates'
import { formatTimeOfDay, type TimeOfDay } from '~/utils/time-of-day'
import { button, compose, type EmailContent, type Letter, paragraph, rows } from './layout'

interface ClosedLessons extends Letter {
  reason: string
  /** One row per ride, by day and time. */
  rides: { name: string; date: LocalDate; time: TimeOfDay; type: string; makeup: boolean }[]
  /** Whether the rest of the day takes place. */
  partly: boolean
  ridesUrl: string
}

const longDay = (date: LocalDate) => `${formatWeekday(date)}, ${formatDay(date)}`

const daysOf = ({ rides }: ClosedLessons): LocalDate[] => [...new Set(rides.map(({ date }) => date))].sort()

/** `on Tuesday, Nov 24, 2026`, or of a break `from Dec 21, 2026 through Jan 2, 2027`. */
function when(closed: ClosedLessons): string {
  const days = daysOf(closed)
  const [first = '', last = ''] = [days[0], days.at(-1)]
  return days.length < 2 ? `on ${longDay(first)}` : `from ${formatDay(first)} through ${formatDay(last)}`
}

const rideRows = (closed: ClosedLessons) => {
  const isBreak = daysOf(closed).length > 1
  return closed.rides.map(({ name, date, time, type }) => {
    const day = isBreak ? `${longDay(date)}, ` : ''
    return { label: name, value: `${day}${formatTimeOfDay(time)} ${type}` }
  })
}

/** Says which rides have a makeup and how long it is valid. All makeups of a month's rides expire on the same day. */
function formatMakeups({ rides }: ClosedLessons, until: (ride: LocalDate) => LocalDate): string {
  const held = rides.filter(({ makeup }) => makeup)
  if (held.length === 0) return `There is no makeup lesson for ${rides.length === 1 ? 'it' : 'them'}.`
  if (rides.length === 1) return `You have a makeup lesson for it, to use by ${formatDay(until(rides[0]?.date ?? ''))}.`
  const months = [...new Set(held.map(({ date }) => monthStart(date)))].sort()
  const ends = months.map(
    (month) => `${months.length > 1 ? `the ones in ${monthName(month)} ` : ''}by ${formatDay(until(month))}`,
  )
  const which =
    held.length === rides.length
      ? 'a makeup lesson for each of them'
      : held.length === 1
        ? 'one makeup lesson that you had before'
        : `${held.length} makeup lessons that you had before`
  const others = held.length === rides.length ? '' : ' There are no others.'
  return `You have ${which}, to use ${ends.join(', ')}.${others}`
}

/**
 * Says that the school closed a day, the rest of it, or the days of a break. `until` returns the last day of the makeup
 * for a ride on a day.
 */
export function dayClosedEmail(closed: ClosedLessons & { until: (ride: LocalDate) => LocalDate }): EmailContent {
  const { reason, rides, until, ridesUrl } = closed
  const none = rides.length === 1 || daysOf(closed).length === 1 ? 'No lesson' : 'No lessons'
  return compose(closed, {
    subject: `Canceled: ${rides.length === 1 ? 'your lesson' : 'your lessons'} ${when(closed)}`,
    heading: `${closed.partly ? 'Canceled' : none} ${when(closed)}`,
    blocks: [
      paragraph("We're sorry, but we had to cancel:"),
      rows(...rideRows(closed), { label: 'Reason', value: reason }),
      paragraph(`You won't be charged. ${formatMakeups(closed, until)}`),
      button('See your rides', ridesUrl),
    ],
  })
}

/** Says that closed days were opened again. */
export function dayOpenedEmail(closed: ClosedLessons): EmailContent {
  const [day = ''] = daysOf(closed)
  return compose(closed, {
    subject: `Not canceled: ${closed.rides.length === 1 ? 'your lesson' : 'your lessons'} ${when(closed)}`,
    heading: `Lessons are back on ${daysOf(closed).length === 1 ? `for ${longDay(day)}` : when(closed)}`,
    blocks: [
      paragraph(
        `We told you that these lessons were canceled (${closed.reason}). They're back on, so no makeup lesson is needed.`,
      ),
      rows(...rideRows(closed)),
      button('See your rides', closed.ridesUrl),
    ],
  })
}

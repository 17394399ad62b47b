import { formatDay, formatWeekday, type LocalDate } from '~/utils/dates'
import { formatTimeOfDay, type TimeOfDay } from '~/utils/time-of-day'
import { button, compose, type EmailContent, type Letter, paragraph, rows } from './layout'

interface ClosedLessons extends Letter {
  date: LocalDate
  reason: string
  /** A row a ride, by time. */
  rides: { name: string; time: TimeOfDay; type: string }[]
  /** The rest of the day takes place. */
  partly: boolean
  ridesUrl: string
}

const dayOf = ({ date }: ClosedLessons) => `${formatWeekday(date)}, ${formatDay(date)}`

const rideRows = ({ rides }: ClosedLessons) =>
  rides.map(({ name, time, type }) => ({ label: name, value: `${formatTimeOfDay(time)} ${type}` }))

/** The school closed a day, or the rest of it. `until` is the last day of the makeups. */
export function dayClosedEmail(closed: ClosedLessons & { until: LocalDate }): EmailContent {
  const { reason, rides, until, ridesUrl } = closed
  const its = rides.length === 1 ? 'it' : 'each of them'
  return compose(closed, {
    subject: `Canceled: ${rides.length === 1 ? 'your lesson' : 'your lessons'} on ${dayOf(closed)}`,
    heading: closed.partly ? `Canceled on ${dayOf(closed)}` : `No lesson on ${dayOf(closed)}`,
    blocks: [
      paragraph("We're sorry, but we had to cancel:"),
      rows(...rideRows(closed), { label: 'Reason', value: reason }),
      paragraph(`You won't be charged. You have a makeup lesson for ${its}, to use by ${formatDay(until)}.`),
      button('See your rides', ridesUrl),
    ],
  })
}

/** A closed day was opened again. */
export function dayOpenedEmail(closed: ClosedLessons): EmailContent {
  return compose(closed, {
    subject: `Not canceled: ${closed.rides.length === 1 ? 'your lesson' : 'your lessons'} on ${dayOf(closed)}`,
    heading: `Lessons are back on for ${dayOf(closed)}`,
    blocks: [
      paragraph(
        `We told you that these lessons were canceled (${closed.reason}). They're back on, so no makeup lesson is needed.`,
      ),
      rows(...rideRows(closed)),
      button('See your rides', closed.ridesUrl),
    ],
  })
}

import { formatDay, formatInstant, formatWeekday, type LocalDate } from '~/utils/dates'
import { formatTimeOfDay, type TimeOfDay } from '~/utils/time-of-day'
import { button, compose, type EmailContent, type Letter, paragraph, rows } from './layout'

interface OfferedPlace extends Letter {
  rider: string
  date: LocalDate
  time: TimeOfDay
  type: string
  /** From that date on. */
  weekly: boolean
  expiresAt: Date
  /** The school's time zone. */
  zone: string
  offerUrl: string
}

/** A place became free for a rider who waited. */
export function placeOfferedEmail(offer: OfferedPlace): EmailContent {
  const { rider, date, time, type, weekly, expiresAt, zone, offerUrl } = offer
  const day = `${formatWeekday(date)}, ${formatDay(date)}`
  return compose(offer, {
    subject: `A place is free for ${rider}: ${type}, ${day}`,
    heading: `A place is free for ${rider}`,
    blocks: [
      paragraph(`You are next on the waitlist, and we are holding this place for you:`),
      rows(
        { label: 'Lesson', value: type },
        { label: weekly ? 'Every week from' : 'Day', value: day },
        { label: 'Time', value: formatTimeOfDay(time) },
        { label: 'Answer by', value: formatInstant(expiresAt, zone), strong: true },
      ),
      button('Take or decline the place', offerUrl),
      paragraph('If we do not hear from you by then, the place goes to the next family in line.'),
    ],
  })
}

/** The place that was held for a rider is gone: the lesson moved or was canceled, or somebody else has it. */
export function placeWithdrawnEmail({
  rider,
  date,
  time,
  type,
  ...letter
}: Letter & Pick<OfferedPlace, 'rider' | 'date' | 'time' | 'type'>): EmailContent {
  const day = `${formatWeekday(date)}, ${formatDay(date)}`
  return compose(letter, {
    subject: `No longer free for ${rider}: ${type}, ${day}`,
    heading: `The place for ${rider} is no longer free`,
    blocks: [
      paragraph('We held this place for you. Sorry, it is no longer free:'),
      rows(
        { label: 'Lesson', value: type },
        { label: 'Day', value: day },
        { label: 'Time', value: formatTimeOfDay(time) },
      ),
      paragraph('You keep your place in the line, and hear from us when one is free.'),
    ],
  })
}

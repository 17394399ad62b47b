import { formatDay, formatInstant, formatWeekday, type LocalDate } from '~/utils/dates'
import { formatTimeOfDay, type TimeOfDay } from '~/utils/time-of-day'
import { button, compose, type EmailContent, type Letter, paragraph, rows } from './layout'

interface OfferedPlace extends Letter {
  rider: string
  date: LocalDate
  time: TimeOfDay
  type: string
  /** Whether the place is for every week from that date on. */
  weekly: boolean
  expiresAt: Date
  /** The school's time zone. */
  zone: string
  offerUrl: string
}

/** Names the lesson of an offer, for the subject and for the text. */
function lessonOf({ date, time, type, weekly }: Pick<OfferedPlace, 'date' | 'time' | 'type' | 'weekly'>) {
  const day = `${formatWeekday(date)}, ${formatDay(date)}`
  return {
    named: `${type}, ${weekly ? 'every week from ' : ''}${day}`,
    lines: [
      { label: 'Lesson', value: type },
      { label: weekly ? 'Every week from' : 'Day', value: day },
      { label: 'Time', value: formatTimeOfDay(time) },
    ],
  }
}

/** Says that a place became free for a rider who waited. */
export function placeOfferedEmail(offer: OfferedPlace): EmailContent {
  const { rider, expiresAt, zone, offerUrl } = offer
  const { named, lines } = lessonOf(offer)
  return compose(offer, {
    subject: `A spot opened up for ${rider}: ${named}`,
    heading: `A spot opened up for ${rider}`,
    blocks: [
      paragraph(`You're next on the waitlist, and we're holding this spot for you:`),
      rows(...lines, { label: 'Answer by', value: formatInstant(expiresAt, zone), strong: true }),
      button('Take or decline this spot', offerUrl),
      paragraph("If we don't hear from you by then, we'll offer it to the next family."),
    ],
  })
}

/** Says that the place that was held for a rider is gone: the lesson moved or was canceled, or someone else has it. */
export function placeWithdrawnEmail(
  offer: Letter & Pick<OfferedPlace, 'rider' | 'date' | 'time' | 'type' | 'weekly'>,
): EmailContent {
  const { rider } = offer
  const { named, lines } = lessonOf(offer)
  return compose(offer, {
    subject: `No longer open for ${rider}: ${named}`,
    heading: `The spot for ${rider} is no longer open`,
    blocks: [
      paragraph("We were holding this spot for you. We're sorry, it's no longer open:"),
      rows(...lines),
      paragraph("You're still in line. We'll email you when another spot opens up."),
    ],
  })
}

/** Says that the lesson that a rider waits for is off the schedule, or back on it. */
export function lessonOffEmail({
  rider,
  date,
  time,
  type,
  weekly,
  isOff,
  ...letter
}: Letter & Pick<OfferedPlace, 'rider' | 'date' | 'time' | 'type' | 'weekly'> & { isOff: boolean }): EmailContent {
  const day = weekly ? `${formatWeekday(date)}s` : `${formatWeekday(date)}, ${formatDay(date)}`
  const what = isOff ? 'off the schedule' : 'back on the schedule'
  return compose(letter, {
    subject: `${isOff ? 'Off' : 'Back on'} the schedule for ${rider}: ${type}, ${day}`,
    heading: `The lesson that ${rider} waits for is ${what}`,
    blocks: [
      rows(
        { label: 'Lesson', value: type },
        { label: weekly ? 'Every week' : 'Day', value: day },
        { label: 'Time', value: formatTimeOfDay(time) },
      ),
      paragraph(
        isOff
          ? "You're still in line. We'll email you if the lesson comes back. To leave the line, go to Book a Lesson."
          : "You're still in line. We'll email you when a spot opens up.",
      ),
    ],
  })
}

import { formatDay, formatWeekday, type LocalDate } from '~/utils/dates'
import { formatTimeOfDay, type TimeOfDay } from '~/utils/time-of-day'
import { button, compose, type EmailContent, type Letter, paragraph, rows } from '../layout'

/** The office's answer about a makeup. */
export type MakeupAnswer =
  | { kind: 'booked'; date: LocalDate; time: TimeOfDay }
  | { kind: 'declined'; answer: string }
  | { kind: 'extended'; until: LocalDate }

interface MakeupAnswered extends Letter {
  rider: string
  type: string
  about: MakeupAnswer
  makeupUrl: string
}

const dayName = (date: LocalDate) => `${formatWeekday(date)}, ${formatDay(date)}`

function wordsOf(rider: string, type: string, about: MakeupAnswer) {
  if (about.kind === 'booked') {
    const day = dayName(about.date)
    return {
      subject: `Makeup booked for ${rider}: ${day}`,
      heading: `Your makeup is booked`,
      blocks: [
        paragraph(`We booked the makeup you asked for, for ${rider}:`),
        rows(
          { label: 'Lesson', value: type },
          { label: 'Day', value: day, strong: true },
          { label: 'Time', value: formatTimeOfDay(about.time), strong: true },
        ),
        paragraph("If this doesn't work, open this ride and choose Can't come before the cutoff."),
      ],
    }
  }
  if (about.kind === 'extended') {
    const day = dayName(about.until)
    return {
      subject: `${rider}'s makeup is now good until ${day}`,
      heading: 'Your makeup was extended',
      blocks: [rows({ label: rider, value: type }, { label: 'Last day', value: day, strong: true })],
    }
  }
  return {
    subject: `About ${rider}'s makeup`,
    heading: "We haven't found a time yet",
    blocks: [
      paragraph(`You asked us for a makeup time for ${rider} (${type}). The office says:`),
      paragraph(`“${about.answer}”`),
      paragraph('You still have the makeup: book it yourself, or ask again for other days.'),
    ],
  }
}

export function makeupAnsweredEmail({ rider, type, about, makeupUrl, ...letter }: MakeupAnswered): EmailContent {
  const { subject, heading, blocks } = wordsOf(rider, type, about)
  return compose(letter, { subject, heading, blocks: [...blocks, button('See the makeup', makeupUrl)] })
}

import { formatDayShort, formatWeekday, type LocalDate } from '~/utils/dates'
import { formatTimeOfDay, type TimeOfDay } from '~/utils/time-of-day'
import { button, compose, type EmailContent, type Letter, paragraph, rows } from '../layout'

interface RideReminder extends Letter {
  date: LocalDate
  /** By time. Horse and instructor are null until they are known. */
  rides: {
    name: string
    time: TimeOfDay
    type: string
    horse: string | null
    instructor: string | null
    arena: string | null
  }[]
  /** The school's reminder, such as what to bring. */
  note: string | null
  absenceUrl: string
}

/** Goes out the day before a family's rides. */
export function rideReminderEmail({
  date,
  rides,
  note,
  absenceUrl,
  ...letter
}: RideReminder): EmailContent & { short: string } {
  const day = `${formatWeekday(date)}, ${formatDayShort(date)}`
  const [first] = rides
  const what = rides.length === 1 && first ? `${first.name} at ${formatTimeOfDay(first.time)}` : `${rides.length} rides`
  const short = rides.map(({ name, time, type, horse }) =>
    [`${name} ${formatTimeOfDay(time)} ${type}`, horse].filter(Boolean).join(', '),
  )
  const email = compose(letter, {
    subject: `${day}: ${what}`,
    heading: rides.length === 1 ? `Your ride on ${day}` : `Your rides on ${day}`,
    blocks: [
      rows(
        ...rides.flatMap(({ name, time, type, horse, instructor, arena }) => [
          { label: name, value: `${formatTimeOfDay(time)} ${type}`, strong: true },
          { label: 'Horse', value: horse },
          { label: 'Instructor', value: instructor },
          { label: 'Arena', value: arena },
        ]),
        { label: 'Where', value: letter.schoolAddress },
      ),
      ...(note ? [paragraph(note)] : []),
      paragraph("Can't make it? Let us know as soon as you can."),
      button("Can't come", absenceUrl),
    ],
  })
  return { ...email, short: `${day}: ${short.join('. ')}` }
}

import { t } from '#text'
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
  const short = rides.map(({ name, time, type, horse }) =>
    [`${name} ${formatTimeOfDay(time)} ${type}`, horse].filter(Boolean).join(', '),
  )
  const email = compose(letter, () => ({
    subject:
      rides.length === 1 && first
        ? t('{day}: {rider} at {time}', { day, rider: first.name, time: formatTimeOfDay(first.time) })
        : t('{day}: {count, plural, one {# ride} other {# rides}}', { day, count: rides.length }),
    heading: t('{count, plural, one {Your ride} other {Your rides}} on {day}', { day, count: rides.length }),
    blocks: [
      rows(
        ...rides.flatMap(({ name, time, type, horse, instructor, arena }) => [
          { label: name, value: `${formatTimeOfDay(time)} ${type}`, strong: true },
          { label: t('Horse'), value: horse },
          { label: t('Instructor'), value: instructor },
          { label: t('Arena'), value: arena },
        ]),
        { label: t('Where'), value: letter.schoolAddress },
      ),
      ...(note ? [paragraph(note)] : []),
      paragraph(t("Can't make it? Let us know as soon as you can.")),
      button(t("Can't come"), absenceUrl),
    ],
  }))
  return { ...email, short: `${day}: ${short.join('. ')}` }
}

import { t } from '#text'
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
    named: weekly ? t('{type}, every week from {day}', { type, day }) : `${type}, ${day}`,
    lines: [
      { label: t('Lesson'), value: type },
      { label: weekly ? t('Every week from') : t('Day'), value: day },
      { label: t('Time'), value: formatTimeOfDay(time) },
    ],
  }
}

/** Says that a place became free for a rider who waited. */
export function placeOfferedEmail(offer: OfferedPlace): EmailContent {
  const { rider, expiresAt, zone, offerUrl } = offer
  return compose(offer, () => {
    const { named, lines } = lessonOf(offer)
    return {
      subject: t('A spot opened up for {rider}: {lesson}', { rider, lesson: named }),
      heading: t('A spot opened up for {rider}', { rider }),
      blocks: [
        paragraph(t("You're next on the waitlist, and we're holding this spot for you:")),
        rows(...lines, { label: t('Answer by'), value: formatInstant(expiresAt, zone), strong: true }),
        button(t('Take or decline this spot'), offerUrl),
        paragraph(t("If we don't hear from you by then, we'll offer it to the next family.")),
      ],
    }
  })
}

/** Says that the place that was held for a rider is gone: the lesson moved or was canceled, or someone else has it. */
export function placeWithdrawnEmail(
  offer: Letter & Pick<OfferedPlace, 'rider' | 'date' | 'time' | 'type' | 'weekly'>,
): EmailContent {
  const { rider } = offer
  return compose(offer, () => {
    const { named, lines } = lessonOf(offer)
    return {
      subject: t('No longer open for {rider}: {lesson}', { rider, lesson: named }),
      heading: t('The spot for {rider} is no longer open', { rider }),
      blocks: [
        paragraph(t("We were holding this spot for you. We're sorry, it's no longer open:")),
        rows(...lines),
        paragraph(t("You're still in line. We'll email you when another spot opens up.")),
      ],
    }
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
  return compose(letter, () => {
    const day = weekly
      ? t('{weekday}s', { weekday: formatWeekday(date) })
      : `${formatWeekday(date)}, ${formatDay(date)}`
    return {
      subject: t(
        isOff ? 'Off the schedule for {rider}: {type}, {day}' : 'Back on the schedule for {rider}: {type}, {day}',
        { rider, type, day },
      ),
      heading: t(
        isOff
          ? 'The lesson that {rider} waits for is off the schedule'
          : 'The lesson that {rider} waits for is back on the schedule',
        { rider },
      ),
      blocks: [
        rows(
          { label: t('Lesson'), value: type },
          { label: weekly ? t('Every week') : t('Day'), value: day },
          { label: t('Time'), value: formatTimeOfDay(time) },
        ),
        paragraph(
          isOff
            ? t(
                "You're still in line. We'll email you if the lesson comes back. To leave the line, go to Book a Lesson.",
              )
            : t("You're still in line. We'll email you when a spot opens up."),
        ),
      ],
    }
  })
}

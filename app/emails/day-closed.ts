import { t } from '#text'
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

/** Returns the days for a message, and the first and last one of a break. */
function daysFor(closed: ClosedLessons) {
  const days = daysOf(closed)
  const [first = '', last = ''] = [days[0], days.at(-1)]
  return {
    isBreak: days.length > 1,
    words: { count: closed.rides.length, day: longDay(first), from: formatDay(first), through: formatDay(last) },
  }
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
  if (held.length === 0) {
    return t('There is no makeup lesson for {count, plural, one {it} other {them}}.', { count: rides.length })
  }
  if (rides.length === 1)
    return t('You have a makeup lesson for it, to use by {day}.', { day: formatDay(until(rides[0]?.date ?? '')) })
  const months = [...new Set(held.map(({ date }) => monthStart(date)))].sort()
  const ends = months.map((month) => {
    const words = { month: monthName(month), day: formatDay(until(month)) }
    return months.length > 1 ? t('the ones in {month} by {day}', words) : t('by {day}', words)
  })
  const words = { count: held.length, ends: ends.join(', ') }
  return held.length === rides.length
    ? t('You have a makeup lesson for each of them, to use {ends}.', words)
    : t(
        'You have {count, plural, one {one makeup lesson} other {# makeup lessons}} that you had before, to use {ends}. There are no others.',
        words,
      )
}

/**
 * Says that the school closed a day, the rest of it, or the days of a break. `until` returns the last day of the makeup
 * for a ride on a day.
 */
export function dayClosedEmail(closed: ClosedLessons & { until: (ride: LocalDate) => LocalDate }): EmailContent {
  const { reason, partly, until, ridesUrl } = closed
  return compose(closed, () => {
    const { isBreak, words } = daysFor(closed)
    return {
      subject: isBreak
        ? t('Canceled: your lessons from {from} through {through}', words)
        : t('Canceled: {count, plural, one {your lesson} other {your lessons}} on {day}', words),
      heading: isBreak
        ? t(partly ? 'Canceled from {from} through {through}' : 'No lessons from {from} through {through}', words)
        : t(partly ? 'Canceled on {day}' : 'No lesson on {day}', words),
      blocks: [
        paragraph(t("We're sorry, but we had to cancel:")),
        rows(...rideRows(closed), { label: t('Reason'), value: reason }),
        paragraph(t("You won't be charged. {makeups}", { makeups: formatMakeups(closed, until) })),
        button(t('See your rides'), ridesUrl),
      ],
    }
  })
}

/** Says that closed days were opened again. */
export function dayOpenedEmail(closed: ClosedLessons): EmailContent {
  return compose(closed, () => {
    const { isBreak, words } = daysFor(closed)
    return {
      subject: isBreak
        ? t('Not canceled: your lessons from {from} through {through}', words)
        : t('Not canceled: {count, plural, one {your lesson} other {your lessons}} on {day}', words),
      heading: t(
        isBreak ? 'Lessons are back on from {from} through {through}' : 'Lessons are back on for {day}',
        words,
      ),
      blocks: [
        paragraph(
          t(
            "We told you that these lessons were canceled ({reason}). They're back on, so no makeup lesson is needed.",
            { reason: closed.reason },
          ),
        ),
        rows(...rideRows(closed)),
        button(t('See your rides'), closed.ridesUrl),
      ],
    }
  })
}

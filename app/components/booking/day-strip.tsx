import { t } from '#text'
import { Link } from '~/components/ui/link'
import { addDays, daysBetween, formatComing, formatWeekdayShort, type LocalDate } from '~/utils/dates'
import { capitalized } from '~/utils/text/capitalized'

/** Days as links, each with a dot if something can be booked. A day without lessons is not a link. */
export function DayStrip({
  from,
  to,
  days,
  chosen,
  address,
}: {
  from: LocalDate
  to: LocalDate
  /** The days with lessons, and how many of them can be booked. */
  days: { date: LocalDate; free: number }[]
  chosen: LocalDate | null
  address: (day: LocalDate) => string
}) {
  return (
    <nav aria-label={t('Days')} className="day-strip no-print">
      {Array.from({ length: daysBetween(from, to) + 1 }, (_, i) => addDays(from, i)).map((date) => {
        const day = days.find((one) => one.date === date)
        const text = (
          <>
            <span aria-hidden="true">{capitalized(formatWeekdayShort(date)).slice(0, 2)}</span>
            <b aria-hidden="true">{Number(date.slice(-2))}</b>
          </>
        )
        if (!day) return <span key={date}>{text}</span>
        return (
          <Link
            key={date}
            to={address(date)}
            stay
            aria-current={date === chosen ? 'date' : undefined}
            aria-label={
              day.free
                ? t('{day}: {count} to book', { day: formatComing(from, date), count: day.free })
                : t('{day}: nothing to book', { day: formatComing(from, date) })
            }
            data-free={day.free ? '' : undefined}
          >
            {text}
          </Link>
        )
      })}
    </nav>
  )
}

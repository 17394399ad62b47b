import { calendarMonthName } from '~/utils/dates'
import { formatCents } from '~/utils/money'

/** A year of payments as small bars, with its figures in text. */
export function YearBars({ months, year }: { months: number[]; year: number }) {
  const most = Math.max(...months, 1)
  const total = months.reduce((sum, cents) => sum + cents, 0)
  return (
    <figure className="grid gap-2">
      <figcaption className="flex flex-wrap items-baseline justify-between gap-x-4">
        <span className="text-muted">Received in {year}</span>
        <strong className="num text-xl">{formatCents(total)}</strong>
      </figcaption>
      <ul className="year-bars">
        {months.map((cents, i) => (
          <li key={calendarMonthName(i + 1)} title={`${calendarMonthName(i + 1)}: ${formatCents(cents)}`}>
            <span className="year-bar" style={{ height: `${Math.round((cents / most) * 100)}%` }} />
            <span className="text-sm text-muted">
              <span aria-hidden="true">{calendarMonthName(i + 1).charAt(0)}</span>
              <span className="sr-only">
                {calendarMonthName(i + 1)}: {formatCents(cents)}
              </span>
            </span>
          </li>
        ))}
      </ul>
    </figure>
  )
}

import { StackedBars } from '~/components/office/stacked-bars'
import type { SchoolYear } from '~/models/money/payments/payment-year.server'
import { calendarMonthName, MONTHS } from '~/utils/dates'
import { formatCents } from '~/utils/money'

const sum = (values: number[]) => values.reduce((total, value) => total + value, 0)

/** A year of payments, through the portal and offline, with the previous year behind it. */
export function YearBars({
  received: { portal, offline, before },
  year,
  current,
}: {
  received: SchoolYear
  year: number
  /** The current month, from 1, if it is in this year. */
  current: number | null
}) {
  return (
    <figure className="grid gap-3">
      <figcaption className="flex flex-wrap items-baseline justify-between gap-x-4">
        <span className="text-muted">Received in {year}</span>
        <span>
          <strong className="num text-xl">{formatCents(sum(portal) + sum(offline))}</strong>{' '}
          {sum(before) ? (
            <span className="num text-sm text-muted">
              {formatCents(sum(before))} in {year - 1}
            </span>
          ) : null}
        </span>
      </figcaption>
      <StackedBars
        caption={`Received in ${year} by month`}
        series={[
          { name: 'Portal', meaning: 'portal' },
          { name: 'Offline', meaning: 'offline' },
        ]}
        beforeName={`${year - 1} total`}
        bars={MONTHS.map((month, i) => ({
          name: calendarMonthName(month),
          short: calendarMonthName(month).slice(0, 3),
          parts: [portal[i] ?? 0, offline[i] ?? 0],
          before: before[i],
          current: month === current,
        }))}
      />
    </figure>
  )
}

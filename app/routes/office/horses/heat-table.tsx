import { HorseName } from '~/components/rides/horse-name'
import { Link } from '~/components/ui/link'
import { heat } from '~/models/schedule/horses/horse-heat'
import type { HorseWeekRow } from '~/models/schedule/horses/horse-week.server'
import { restsOn } from '~/models/schedule/vocabulary/rest'
import { formatDayShort, formatWeekday, formatWeekdayShort, type LocalDate, weekDays } from '~/utils/dates'
import { paths } from '~/utils/paths'

/** A row for each horse, Monday to Sunday with the week's total. The shade repeats the number. */
export function HeatTable({ week, today, rows }: { week: LocalDate; today: LocalDate; rows: HorseWeekRow[] }) {
  const dates = weekDays(week)
  const sums = dates.map((_, i) => rows.reduce((sum, { days }) => sum + (days[i] ?? 0), 0))
  return (
    <table className="heat">
      <caption className="sr-only">Rides and other work of each horse in the week of {formatDayShort(week)}</caption>
      <thead>
        <tr>
          <th scope="col">Horse</th>
          {dates.map((date) => (
            <th key={date} scope="col" aria-current={date === today ? 'date' : undefined}>
              <span aria-hidden="true">{formatWeekdayShort(date).slice(0, 2)}</span>
              <span className="sr-only">{formatWeekday(date)}</span>
            </th>
          ))}
          <th scope="col">Total</th>
        </tr>
      </thead>
      <tbody>
        {rows.map(({ id, name, isActive, rest, dayLimits, weekLimit, days, total }) => (
          <tr key={id}>
            <th scope="row">
              <Link to={paths.horseTracking({ week, horse: id })} stay className="inline-flex min-h-8 items-center">
                <HorseName name={name} />
              </Link>
              {!isActive ? <small>removed</small> : restsOn({ rest }, today) ? <small>resting</small> : null}
            </th>
            {days.map((count, i) => (
              <Cell key={dates[i]} count={count} limit={dayLimits[i] ?? 0} />
            ))}
            <Cell count={total} limit={weekLimit} />
          </tr>
        ))}
      </tbody>
      <tfoot>
        <tr>
          <th scope="row">All</th>
          {sums.map((sum, i) => (
            <td key={dates[i]}>{sum || NONE}</td>
          ))}
          <td>{sums.reduce((a, b) => a + b, 0)}</td>
        </tr>
      </tfoot>
    </table>
  )
}

/** A day without a ride is blank, so that the others stand out. */
const NONE = <span className="sr-only">0</span>

function Cell({ count, limit }: { count: number; limit: number }) {
  const level = heat(count, limit)
  return (
    <td data-heat={level || undefined}>
      {count || NONE}
      {level === 5 ? (
        <>
          <span aria-hidden="true">!</span>
          <span className="sr-only"> over the limit of {limit}</span>
        </>
      ) : null}
    </td>
  )
}

import { HorseName } from '~/components/rides/horse-name'
import { Link } from '~/components/ui/link'
import { WEEKS } from '~/models/schedule/horses/horse-heat'
import type { HorseWeekRow } from '~/models/schedule/horses/horse-week.server'
import type { HorseWeeks as Row } from '~/models/schedule/horses/horse-weeks.server'
import { formatDayShort, type LocalDate } from '~/utils/dates'
import { paths } from '~/utils/paths'

const STEP = 14
const HEIGHT = 28

/** Eight weeks of each horse: a bar for each week, all on one scale, and the days without work. */
export function HorseWeeks({
  from,
  days,
  horses,
  rows,
}: {
  from: LocalDate
  days: number
  horses: Row[]
  rows: HorseWeekRow[]
}) {
  const most = Math.max(1, ...horses.flatMap(({ weeks }) => weeks))
  return (
    <section className="card mt-4 p-3 sm:p-4">
      <h2 className="mb-3 text-lg">Last {WEEKS} weeks</h2>
      <table className="heat horse-weeks">
        <caption className="sr-only">
          Rides and other work of each horse in each week from {formatDayShort(from)} on
        </caption>
        <thead>
          <tr>
            <th scope="col">Horse</th>
            <th scope="col">Rides per week</th>
            <th scope="col">Rides</th>
            <th scope="col">Rest days</th>
          </tr>
        </thead>
        <tbody>
          {rows.map(({ id, name }) => {
            const { weeks, outings, daysOff } = horses.find(({ horseId }) => horseId === id) ?? {
              weeks: Array.from({ length: WEEKS }, () => 0),
              outings: 0,
              daysOff: days,
            }
            return (
              <tr key={id}>
                <th scope="row">
                  <Link to={paths.workload({ horse: id })} className="inline-flex min-h-8 items-center">
                    <HorseName name={name} />
                  </Link>
                </th>
                <td>
                  <Bars weeks={weeks} most={most} />
                  <span className="sr-only">{weeks.join(', ')}</span>
                </td>
                <td>{outings}</td>
                <td className="whitespace-nowrap">
                  {daysOff} <small>of {days}</small>
                </td>
              </tr>
            )
          })}
        </tbody>
      </table>
    </section>
  )
}

function Bars({ weeks, most }: { weeks: number[]; most: number }) {
  return (
    <svg aria-hidden="true" preserveAspectRatio="xMinYMax" viewBox={`0 0 ${WEEKS * STEP} ${HEIGHT}`}>
      {weeks.map((outings, n) => {
        const height = outings ? Math.max(3, (outings / most) * HEIGHT) : 1
        // A horse's bars have no identity other than their position.
        return (
          <rect
            key={String(n)}
            x={n * STEP}
            y={HEIGHT - height}
            width={STEP - 3}
            height={height}
            data-none={outings ? undefined : ''}
          />
        )
      })}
    </svg>
  )
}

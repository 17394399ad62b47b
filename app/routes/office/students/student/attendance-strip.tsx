import type { AttendanceWeek } from '~/models/schedule/rides/attendance-weeks'
import { officeLabel } from '~/models/vocabulary/attendance'
import { formatDayShort, monthOf } from '~/utils/dates'

const WIDTH = 30
const STEP = 18
const LABEL = 18

/** Each attendance has its own shape, so that it can be recognized without color. */
function Mark({ attendance, x, y }: { attendance: string; x: number; y: number }) {
  const cross = `M${x - 4} ${y - 4}l8 8m0-8l-8 8`
  if (attendance === 'present') return <circle cx={x} cy={y} r={6.5} className="mark-present" />
  if (attendance === 'absent') return <path d={cross} className="mark-absent" />
  if (attendance === 'makeup') return <path d={`M${x} ${y - 8}l8 8-8 8-8-8z`} className="mark-makeup" />
  return <circle cx={x} cy={y} r={5.5} className={attendance === 'reschedule' ? 'mark-moved' : 'mark-open'} />
}

/** Twelve weeks of a student's attendance: a mark for each ride, and a table for screen readers. */
export function AttendanceStrip({ weeks }: { weeks: AttendanceWeek[] }) {
  const all = weeks.flatMap(({ marks }) => marks)
  if (!all.length) return <p className="text-muted">No rides in the last 12 weeks.</p>
  const kinds = ['present', 'absent', 'makeup', 'reschedule', 'scheduled'].filter((kind) => all.includes(kind))
  const most = Math.max(...weeks.map(({ marks }) => marks.length))
  const floor = most * STEP + 4
  return (
    <figure className="attendance-strip">
      <figcaption className="mb-2 flex flex-wrap gap-x-4 gap-y-1 text-sm">
        {kinds.map((kind) => (
          <span key={kind} className="inline-flex items-center gap-1.5 whitespace-nowrap">
            <svg aria-hidden="true" width="18" height="18">
              <Mark attendance={kind} x={9} y={9} />
            </svg>
            <span className="num">{all.filter((mark) => mark === kind).length}</span>
            {kind === 'scheduled' ? 'Not recorded' : officeLabel(kind)}
          </span>
        ))}
      </figcaption>
      <svg aria-hidden="true" viewBox={`0 0 ${weeks.length * WIDTH} ${floor + LABEL}`} className="w-full">
        <path d={`M0 ${floor}H${weeks.length * WIDTH}`} className="floor" />
        {weeks.map(({ monday, marks }, i) => {
          const x = (i + 0.5) * WIDTH
          const begins = i === 0 || monthOf(monday) !== monthOf(weeks[i - 1]?.monday ?? monday)
          return (
            <g key={monday}>
              {Object.entries(marks).map(([n, attendance]) => (
                <Mark key={n} attendance={attendance} x={x} y={floor - 2 - (Number(n) + 0.5) * STEP} />
              ))}
              {marks.length ? null : <path d={`M${x - 3} ${floor - 2 - STEP / 2}h6`} className="mark-none" />}
              {begins ? (
                <text x={x} y={floor + 14}>
                  {formatDayShort(monday).slice(0, 3)}
                </text>
              ) : null}
            </g>
          )
        })}
      </svg>
      <div className="sr-only">
        <table>
          <caption>Attendance in the last 12 weeks</caption>
          <thead>
            <tr>
              <th scope="col">Week of</th>
              <th scope="col">Rides</th>
            </tr>
          </thead>
          <tbody>
            {weeks.map(({ monday, marks }) => (
              <tr key={monday}>
                <th scope="row">{formatDayShort(monday)}</th>
                <td>{marks.map(officeLabel).join(', ') || 'No rides'}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </figure>
  )
}

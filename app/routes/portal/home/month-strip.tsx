import { type MarkedRide, type PortalMonth, type RideMark, toBookOf } from '~/models/portal/portal-month'
import { formatDayShort, formatWeekday } from '~/utils/dates'
import { formatTimeOfDay } from '~/utils/time-of-day'

type Mark = RideMark | 'open'

const MARKS: Record<Mark, string> = {
  ridden: 'Ridden',
  missed: 'Missed',
  moved: 'Rescheduled',
  unmarked: 'Not recorded yet',
  booked: 'Booked',
  open: 'To book',
}
const ORDER = Object.keys(MARKS) as Mark[]

/** More than these are said in words alone. */
const MOST_OPEN = 12

/** The month's rides as dots: what was ridden, what is booked, and what has no time yet. */
export function MonthStrip({ month }: { month: PortalMonth }) {
  const { rides } = month
  const toBook = toBookOf(month)
  const open = Math.min(MOST_OPEN, toBook.lessons + toBook.privateLessons + toBook.hacks)
  if (!rides.length && !open) return null
  const shown = new Set<Mark>([...rides.map(({ mark }) => mark), ...(open ? (['open'] as const) : [])])
  return (
    <div>
      <ol className="month-strip" aria-label="Rides of the month">
        {rides.map((ride) => (
          <li key={`${ride.date} ${ride.time}`} className={`dot dot-${ride.mark}`}>
            <span aria-hidden="true">{Number(ride.date.slice(-2))}</span>
            <span className="sr-only">{sayRide(ride)}</span>
          </li>
        ))}
        {Array.from({ length: open }, (_, i) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: they are all alike
          <li key={i} className="dot dot-open">
            <span className="sr-only">Not booked yet</span>
          </li>
        ))}
      </ol>
      <p className="month-key" aria-hidden="true">
        {ORDER.filter((mark) => shown.has(mark)).map((mark) => (
          <span key={mark}>
            <i className={`dot dot-${mark}`} />
            {MARKS[mark]}
          </span>
        ))}
      </p>
    </div>
  )
}

const sayRide = ({ date, time, type, mark }: MarkedRide) =>
  `${formatWeekday(date)}, ${formatDayShort(date)}, ${formatTimeOfDay(time)}, ${type}: ${MARKS[mark].toLowerCase()}`

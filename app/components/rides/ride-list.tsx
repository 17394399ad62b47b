import { classes } from '~/components/classes'
import { Badge, StateBadge } from '~/components/ui/badge'
import { type Column, DataTable } from '~/components/ui/data-table'
import { EmptyState } from '~/components/ui/empty-state'
import { Link } from '~/components/ui/link'
import { formatHorse, type MakeupOfRide, NO_INSTRUCTOR, type Ride } from '~/models/schedule/vocabulary/ride'
import { attendanceLabel, officeLabel } from '~/models/vocabulary/attendance'
import { isAway } from '~/models/vocabulary/away'
import { formatUntil } from '~/models/vocabulary/makeup'
import { formatDay, formatDayShort, formatWeekday } from '~/utils/dates'
import { formatTimeOfDay } from '~/utils/time-of-day'

/** A ride's attendance as riders see it. */
export function AttendanceBadge({ attendance }: { attendance: string }) {
  return <StateBadge state={attendance}>{attendanceLabel(attendance)}</StateBadge>
}

/** A ride that may stand among those of other riders. */
type NamedRide = Ride & {
  rider?: string
  riderId?: string
  /** For families; null if it was taken back. */
  makeup?: MakeupOfRide | null
}

/** A family reads that its ride is canceled, and what it has instead; `reschedule` stays the word of the office. */
function formatOff({ attendance, makeup }: NamedRide): string {
  if (attendance !== 'reschedule' || makeup === undefined) return officeLabel(attendance)
  if (!makeup) return 'Canceled'
  const when = makeup.bookedFor ? `on ${formatDayShort(makeup.bookedFor)}` : formatUntil(makeup.until)
  return `Canceled · ${['makeup', when].filter(Boolean).join(' ')}`
}

const when: Column<NamedRide>[] = [
  {
    header: 'Date',
    cell: ({ date }) => (
      <>
        {formatWeekday(date)}, <span className="whitespace-nowrap">{formatDay(date)}</span>
      </>
    ),
  },
  { header: 'Time', cell: (ride) => formatTimeOfDay(ride.time) },
]
const type: Column<NamedRide> = {
  header: 'Type',
  cell: (ride) => {
    const isSaid = ride.isMakeup && ride.attendance !== 'makeup'
    const more = [isSaid ? 'makeup' : '', formatHorse(ride)].filter(Boolean).join(' · ')
    return (
      <>
        <Badge>{ride.type}</Badge>
        {more ? <span className="ms-2 text-sm text-muted">{more}</span> : null}
      </>
    )
  },
}
/** A ride that does not take place stays in the list, struck through. */
const upcoming = (columns: Column<NamedRide>[]) =>
  columns.map(
    (column): Column<NamedRide> => ({
      ...column,
      cell: (ride) => {
        if (!isAway(ride)) return column.cell(ride)
        if (column.header !== 'Type') return <s>{column.cell(ride)}</s>
        return (
          <span className="inline-flex flex-wrap gap-2">
            <s>{column.cell(ride)}</s>
            <StateBadge state={ride.attendance}>{formatOff(ride)}</StateBadge>
          </span>
        )
      },
    }),
  )
const rider: Column<NamedRide> = { header: 'Rider', cell: (ride) => ride.rider }
const instructor: Column<Ride> = { header: 'Instructor', cell: (ride) => ride.instructor }
const attendance: Column<Ride> = {
  header: 'Attendance',
  cell: (ride) => <AttendanceBadge attendance={ride.attendance} />,
}

/** How many rides to come stand in the list; what is later unfolds. */
const OPEN = 12

const EMPTY = {
  scheduled: 'No scheduled rides found. Check back later for upcoming lessons!',
  history: 'No ride history found. Start riding to see your history here!',
  filtered: 'No rides match your current filters.',
}

function CallOff({ to, isOff }: { to: string | undefined; isOff: boolean }) {
  if (!to) return null
  return (
    <Link to={to} className="link inline-flex min-h-11 items-center">
      {isOff ? 'Coming after all' : "Can't come"}
    </Link>
  )
}

/** Rides to come, or of the past with their attendance. */
export function RideList({
  rides,
  kind,
  filtered,
  named,
  linkOf,
}: {
  rides: NamedRide[]
  kind: 'scheduled' | 'history'
  filtered?: boolean
  /** Each ride says whose it is. */
  named?: boolean
  /** Where a ride to come can be called off. */
  linkOf?: (ride: NamedRide) => string | undefined
}) {
  if (rides.length === 0) return <EmptyState title={EMPTY[filtered ? 'filtered' : kind]} />
  // A school that names no instructors has no column of blanks.
  const taught = rides.some((ride) => ride.instructor !== NO_INSTRUCTOR)
  const columns = [...when, ...(named ? [rider] : []), type, ...(taught ? [instructor] : [])]
  const actions: Column<NamedRide>[] = linkOf
    ? [{ header: 'Change', paper: false, cell: (ride) => <CallOff to={linkOf(ride)} isOff={isAway(ride)} /> }]
    : []
  const list = (shown: NamedRide[], caption: string) => (
    <DataTable
      caption={caption}
      columns={kind === 'scheduled' ? [...upcoming(columns), ...actions] : [...columns, attendance]}
      rows={shown}
      rowKey={(ride) => `${ride.date} ${ride.time} ${ride.riderId ?? ''}`}
    />
  )
  const later = kind === 'scheduled' && rides.length > OPEN + 3 ? rides.slice(OPEN) : []
  return (
    <div className={classes('rides num', named && 'rides-named')}>
      {list(rides.slice(0, rides.length - later.length), kind === 'scheduled' ? 'Upcoming Rides' : 'Ride History')}
      {later.length ? (
        <details>
          <summary className="link inline-flex min-h-11 items-center">{later.length} later rides</summary>
          {list(later, 'Later Rides')}
        </details>
      ) : null}
    </div>
  )
}

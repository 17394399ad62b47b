import { t } from '#text'
import { classes } from '~/components/classes'
import { HorseName } from '~/components/rides/horse-name'
import { Badge, StateBadge } from '~/components/ui/badge'
import { type Column, DataTable } from '~/components/ui/data-table'
import { EmptyState } from '~/components/ui/empty-state'
import { Link } from '~/components/ui/link'
import {
  formatHorse,
  formatInstructor,
  type MakeupOfRide,
  NO_INSTRUCTOR,
  type Ride,
} from '~/models/schedule/vocabulary/ride'
import { attendanceLabel, officeLabel } from '~/models/vocabulary/attendance'
import { isAway } from '~/models/vocabulary/away'
import { NO_END } from '~/models/vocabulary/makeup'
import { formatDay, formatDayShort, formatWeekday } from '~/utils/dates'
import { capitalized } from '~/utils/text/capitalized'
import { formatTimeOfDay } from '~/utils/time-of-day'

/** A ride's attendance, in the words for riders. */
export function AttendanceBadge({ attendance }: { attendance: string }) {
  return <StateBadge state={attendance}>{t(attendanceLabel(attendance))}</StateBadge>
}

/** A ride in a list that may include other riders' rides. */
type NamedRide = Ride & {
  rider?: string
  riderId?: string
  /** For families; null if it was revoked. */
  makeup?: MakeupOfRide | null
}

/**
 * Returns what a family reads about a canceled ride, and what it gets instead; `reschedule` is a word for the office
 * only.
 */
function formatOff({ attendance, makeup }: NamedRide): string {
  if (attendance !== 'reschedule' || makeup === undefined) return t(officeLabel(attendance))
  if (!makeup) return t('Canceled')
  const { bookedFor, until } = makeup
  if (bookedFor) return t('Canceled · makeup on {day}', { day: formatDayShort(bookedFor) })
  return until === NO_END ? t('Canceled · makeup') : t('Canceled · makeup until {day}', { day: formatDayShort(until) })
}

const when = (): Column<NamedRide>[] => [
  {
    header: t('Date'),
    cell: ({ date }) => (
      <>
        {capitalized(formatWeekday(date))}, <span className="whitespace-nowrap">{formatDay(date)}</span>
      </>
    ),
  },
  { header: t('Time'), cell: (ride) => formatTimeOfDay(ride.time) },
]
const type = (): Column<NamedRide> => ({
  header: t('Type'),
  cell: (ride) => {
    const isSaid = ride.isMakeup && ride.attendance !== 'makeup'
    const more = [isSaid ? t('makeup') : '', formatHorse(ride)].filter(Boolean).join(' · ')
    return (
      <>
        <Badge>{ride.type}</Badge>
        {more ? (
          <HorseName name={ride.horseAssignment} className="ms-2 text-sm text-muted">
            {more}
          </HorseName>
        ) : null}
      </>
    )
  },
})
/** Canceled rides stay in the list, struck through. */
const upcoming = (columns: Column<NamedRide>[]) =>
  columns.map(
    (column): Column<NamedRide> => ({
      ...column,
      cell: (ride) => {
        if (!isAway(ride)) return column.cell(ride)
        if (column.header !== t('Type')) return <s>{column.cell(ride)}</s>
        return (
          <span className="inline-flex flex-wrap gap-2">
            <s>{column.cell(ride)}</s>
            <StateBadge state={ride.attendance}>{formatOff(ride)}</StateBadge>
          </span>
        )
      },
    }),
  )
const rider = (): Column<NamedRide> => ({ header: t('Rider'), cell: (ride) => ride.rider })
const instructor = (): Column<Ride> => ({ header: t('Instructor'), cell: (ride) => formatInstructor(ride) })
const attendance = (): Column<Ride> => ({
  header: t('Attendance'),
  cell: (ride) => <AttendanceBadge attendance={ride.attendance} />,
})

/** How many upcoming rides are listed; later ones can be unfolded. */
const OPEN = 12

const EMPTY = {
  scheduled: () => t('No scheduled rides found. Check back later for upcoming lessons!'),
  history: () => t('No ride history found. Start riding to see your history here!'),
  filtered: () => t('No rides match your current filters.'),
}

function CallOff({ to, isOff }: { to: string | undefined; isOff: boolean }) {
  if (!to) return null
  return (
    <Link to={to} className="link inline-flex min-h-11 items-center">
      {isOff ? t('I can make it after all') : t("Can't come")}
    </Link>
  )
}

/** Upcoming rides, or past rides with their attendance. */
export function RideList({
  rides,
  kind,
  filtered,
  named,
  all,
  linkOf,
}: {
  rides: NamedRide[]
  kind: 'scheduled' | 'history'
  filtered?: boolean
  /** Whether each ride names its rider. */
  named?: boolean
  /** The number of all rides, of which these may be the newest, and where they are listed. */
  all?: { count: number; to: string } | undefined
  /** Returns the link by which an upcoming ride can be called off. */
  linkOf?: (ride: NamedRide) => string | undefined
}) {
  if (rides.length === 0) return <EmptyState title={EMPTY[filtered ? 'filtered' : kind]()} />
  // A school that assigns no instructors gets no empty column.
  const taught = rides.some((ride) => ride.instructor !== NO_INSTRUCTOR)
  const columns = [...when(), ...(named ? [rider()] : []), type(), ...(taught ? [instructor()] : [])]
  const actions: Column<NamedRide>[] = linkOf
    ? [{ header: t('Change'), paper: false, cell: (ride) => <CallOff to={linkOf(ride)} isOff={isAway(ride)} /> }]
    : []
  const list = (shown: NamedRide[], caption: string) => (
    <DataTable
      caption={caption}
      columns={kind === 'scheduled' ? [...upcoming(columns), ...actions] : [...columns, attendance()]}
      rows={shown}
      rowKey={(ride) => `${ride.date} ${ride.time} ${ride.riderId ?? ''}`}
    />
  )
  const later = kind === 'scheduled' && rides.length > OPEN + 3 ? rides.slice(OPEN) : []
  return (
    <div className={classes('rides num', named && 'rides-named')}>
      {list(
        rides.slice(0, rides.length - later.length),
        kind === 'scheduled' ? t('Upcoming Rides') : t('Ride History'),
      )}
      {later.length ? (
        <details>
          <summary className="link inline-flex min-h-11 items-center">
            {t('Show {count} more', { count: later.length })}
          </summary>
          {list(later, t('Later Rides'))}
        </details>
      ) : null}
      {all && all.count > rides.length ? (
        <p className="mt-4">
          <Link to={all.to} className="link inline-flex min-h-11 items-center">
            {t('Show all {count} rides', { count: all.count })}
          </Link>
        </p>
      ) : null}
    </div>
  )
}

import type { LoaderFunctionArgs, MetaFunction } from '@remix-run/node'
import { Link, useLoaderData } from '@remix-run/react'
import { type Column, DataTable } from '~/components/ui/data-table'
import { Dialog } from '~/components/ui/dialog'
import { EmptyState } from '~/components/ui/empty-state'
import { horseIdField } from '~/models/horse.schema'
import { type HorseRide, horseRides } from '~/models/horse-week.server'
import { dayOf } from '~/models/schedule/week-address'
import { requireAdmin } from '~/services/auth.server'
import { today } from '~/services/clock.server'
import { addDays, formatDay, formatDayShort, formatWeekdayShort, weekStart } from '~/utils/dates'
import { paths } from '~/utils/paths'
import { formatTimeOfDay } from '~/utils/time-of-day'

export const meta: MetaFunction = () => [{ title: 'Horse Usage Tracking' }]

export async function loader({ request }: LoaderFunctionArgs) {
  await requireAdmin(request)
  const query = new URL(request.url).searchParams
  const week = weekStart(dayOf(query.get('week')) ?? today())
  const horse = horseIdField.safeParse(query.get('horse') ?? undefined)
  return { week, one: horse.success, rides: await horseRides(week, addDays(week, 6), horse.data) }
}

const columns: Column<HorseRide>[] = [
  { header: 'Horse', cell: ({ horse }) => horse },
  { header: 'Day', cell: ({ date }) => `${formatWeekdayShort(date)}, ${formatDayShort(date)}` },
  { header: 'Time', cell: ({ time }) => formatTimeOfDay(time) },
  {
    header: 'Student',
    cell: (ride) => (
      <Link to={paths.lessonRider(ride, ride.riderId)} className="link">
        {ride.rider}
      </Link>
    ),
  },
  { header: 'Type', cell: ({ type }) => type },
  { header: 'Beyond the limit', cell: ({ overReason }) => overReason ?? '–' },
]

export default function HorseUsageTracking() {
  const { week, one, rides } = useLoaderData<typeof loader>()
  const byHorse = [...rides].sort((a, b) => a.horse.localeCompare(b.horse, 'en'))
  return (
    <Dialog title="Horse Usage Tracking" closeTo={paths.horses({ week })} wide>
      <p className="num mb-3 text-muted">
        {formatDayShort(week)} – {formatDay(addDays(week, 6))}, {rides.length} {rides.length === 1 ? 'ride' : 'rides'}
      </p>
      {one ? (
        <Link to={paths.horseTracking({ week })} preventScrollReset className="link inline-flex min-h-11 items-center">
          All horses
        </Link>
      ) : null}
      {rides.length === 0 ? (
        <EmptyState title="No horse goes out in this week yet." />
      ) : (
        <DataTable caption="Rides of the week" columns={columns} rows={byHorse} rowKey={({ id }) => id} />
      )}
    </Dialog>
  )
}

import type { LoaderFunctionArgs, MetaFunction } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { HorseName } from '~/components/rides/horse-name'
import { type Column, DataTable } from '~/components/ui/data-table'
import { Dialog } from '~/components/ui/dialog'
import { EmptyState } from '~/components/ui/empty-state'
import { Link } from '~/components/ui/link'
import { Pages } from '~/components/ui/pages'
import { type HorseRide, readTracking, trackedRides } from '~/models/schedule/horses/horse-week.server'
import { otherWorkIn } from '~/models/schedule/workload/other-work-rows.server'
import { today } from '~/platform/clock.server'
import { addDays, formatDay, formatDayShort, formatWeekdayShort } from '~/utils/dates'
import { pageCount, pageNumber, rowsOfPage } from '~/utils/paging'
import { paths } from '~/utils/paths'
import { formatTimeOfDay } from '~/utils/time-of-day'
import { requireAdmin } from '~/web/auth.server'

/** More than a normal school has in a week. */
const RIDES_OF_A_PAGE = 300

export const meta: MetaFunction = () => [{ title: 'Horse Usage Tracking' }]

export async function loader({ request }: LoaderFunctionArgs) {
  await requireAdmin(request)
  const query = new URL(request.url).searchParams
  const asked = readTracking(query, today())
  const page = pageNumber(query.get('page'))
  const days = { from: asked.week, to: addDays(asked.week, 6) }
  const [{ rides, count }, work] = await Promise.all([
    trackedRides(asked, rowsOfPage(page, RIDES_OF_A_PAGE)),
    otherWorkIn(days, asked.horse),
  ])
  return { ...asked, rides, count, work: work.length, page, pages: pageCount(count, RIDES_OF_A_PAGE) }
}

const columns: Column<HorseRide>[] = [
  { header: 'Horse', cell: ({ horse }) => <HorseName name={horse} /> },
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
  { header: 'Over limit', cell: ({ overReason }) => overReason ?? '–' },
]

export default function HorseUsageTracking() {
  const { week, horse, rides, count, work, page, pages } = useLoaderData<typeof loader>()
  return (
    <Dialog title="Horse Usage Tracking" closeTo={paths.horses({ week })} wide>
      <p className="num text-muted">
        {formatDayShort(week)} – {formatDay(addDays(week, 6))}, {count} {count === 1 ? 'ride' : 'rides'}
        {work > 0 ? `, other work: ${work}` : ''}
      </p>
      <p className="mb-3 flex flex-wrap gap-x-4">
        {horse ? (
          <>
            <Link to={paths.horseTracking({ week })} stay className="link inline-flex min-h-11 items-center">
              All horses
            </Link>
            <Link to={paths.workload({ horse })} className="link inline-flex min-h-11 items-center">
              Workload, year, and care
            </Link>
          </>
        ) : null}
        {work > 0 ? (
          <Link
            to={paths.workload({ from: week, to: addDays(week, 6), horse })}
            className="link inline-flex min-h-11 items-center"
          >
            Other work
          </Link>
        ) : null}
        <Link to={paths.horseUsageExport({ week, horse })} className="link inline-flex min-h-11 items-center">
          Export CSV
        </Link>
      </p>
      {rides.length === 0 ? (
        <EmptyState title="No rides this week yet." />
      ) : (
        <DataTable caption="Rides of the week" columns={columns} rows={rides} rowKey={({ id }) => id} />
      )}
      <Pages
        page={page}
        pages={pages}
        inPlace
        to={(number) => paths.horseTracking({ week, horse, page: number > 1 ? number : undefined })}
      />
    </Dialog>
  )
}

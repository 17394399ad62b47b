import type { LoaderFunctionArgs, MetaFunction } from '@remix-run/node'
import { Outlet, useLoaderData } from '@remix-run/react'
import { Link } from '~/components/ui/link'
import { loadOfficeWeek } from '~/models/office-week/week.server'
import { packWeek, unpackWeek } from '~/models/office-week/week-packing'
import { shownWeek } from '~/models/schedule/week-address'
import { now, today } from '~/platform/clock.server'
import { getEnv } from '~/platform/env.server'
import { paths } from '~/utils/paths'
import { timeInZone } from '~/utils/time-of-day'
import { requireAdmin } from '~/web/auth.server'
import { WeekGrid } from './week-grid'
import { WeekHeader } from './week-header'

export const handle = { scripts: true }
export const meta: MetaFunction = () => [{ title: 'Admin Dashboard' }]

export async function loader({ request, params }: LoaderFunctionArgs) {
  await requireAdmin(request)
  const day = today()
  const shown = shownWeek(new URL(request.url).searchParams, params.date, day)
  const time = timeInZone(getEnv().schoolTimezone, now())
  const { days, colors, unrecorded, closings } = await loadOfficeWeek(shown.week, { today: day, time })
  return { ...shown, today: day, time, lessons: packWeek(days), colors, unrecorded, closings }
}

export default function Admin() {
  const { week, day, today, time, lessons, colors, unrecorded, closings } = useLoaderData<typeof loader>()
  const days = unpackWeek(lessons)
  return (
    <>
      <WeekHeader week={week} day={day} today={today} days={days} unrecorded={unrecorded} />
      <WeekGrid days={days} colors={colors} closings={closings} shown={day} today={today} time={time} />
      <p className="no-print mt-3">
        <Link to={paths.weekRidesExport({ week })} className="link inline-flex min-h-11 items-center">
          Export this week's rides
        </Link>
      </p>
      <Outlet />
    </>
  )
}

import type { LoaderFunctionArgs, MetaFunction } from '@remix-run/node'
import {
  Link,
  Outlet,
  type ShouldRevalidateFunctionArgs,
  useLoaderData,
  useNavigation,
  useRouteLoaderData,
} from '@remix-run/react'
import { useMemo } from 'react'
import { loadOfficeWeek } from '~/models/office-week/week.server'
import { packWeek, unpackWeek } from '~/models/office-week/week-packing'
import { shownWeek } from '~/models/schedule/week-address'
import { now, today } from '~/platform/clock.server'
import { getEnv } from '~/platform/env.server'
import type { loader as addRider } from '~/routes/office/lessons/add-rider'
import { paths } from '~/utils/paths'
import { timeInZone } from '~/utils/time-of-day'
import { requireAdmin } from '~/web/auth.server'
import { pendingWeek } from './pending-week'
import { WeekGrid } from './week-grid'
import { WeekHeader } from './week-header'

const ADD_RIDER = 'routes/office/lessons/add-rider'

export const handle = { hydrate: true }
export const meta: MetaFunction = () => [{ title: 'Admin Dashboard' }]

export async function loader({ request, params }: LoaderFunctionArgs) {
  await requireAdmin(request)
  const day = today()
  const shown = shownWeek(new URL(request.url).searchParams, params.date, day)
  const time = timeInZone(getEnv().schoolTimezone, now())
  const { days, colors, unrecorded, closings } = await loadOfficeWeek(shown.week, { today: day, time })
  return { ...shown, today: day, time, lessons: packWeek(days), colors, unrecorded, closings }
}

/** Opening or closing a dialog leaves the week as it is; what a form changed is read anew. */
export function shouldRevalidate({
  formMethod,
  currentUrl,
  nextUrl,
  currentParams,
  nextParams,
}: ShouldRevalidateFunctionArgs) {
  if (formMethod && formMethod !== 'GET') return true
  const at = (url: URL, date: string | undefined) => JSON.stringify(shownWeek(url.searchParams, date, '2000-01-01'))
  const next = at(nextUrl, nextParams.date)
  return next !== at(currentUrl, currentParams.date) || currentUrl.href === nextUrl.href
}

export default function Admin() {
  const { week, day, today, time, lessons, colors, unrecorded, closings } = useLoaderData<typeof loader>()
  const saved = useMemo(() => unpackWeek(lessons), [lessons])
  const choices = useRouteLoaderData<typeof addRider>(ADD_RIDER)?.students
  const nameOf = (riderId: string) => choices?.find(({ id }) => id === riderId)?.name
  // What was sent shows at once, without its dialog; where it is refused, the dialog is back and says why.
  const pending = pendingWeek(saved, useNavigation(), nameOf)
  const days = pending ?? saved
  return (
    <>
      <WeekHeader week={week} day={day} today={today} days={days} unrecorded={unrecorded} />
      <WeekGrid days={days} colors={colors} closings={closings} shown={day} today={today} time={time} />
      <p className="no-print mt-3">
        <Link to={paths.weekRidesExport({ week })} reloadDocument className="link inline-flex min-h-11 items-center">
          Export this week's rides
        </Link>
      </p>
      <div hidden={pending !== null}>
        <Outlet />
      </div>
    </>
  )
}

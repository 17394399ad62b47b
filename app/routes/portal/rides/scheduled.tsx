import type { LoaderFunctionArgs, MetaFunction } from '@remix-run/node'
import { useLoaderData, useRouteError } from '@remix-run/react'
import { z } from 'zod'
import { RideList } from '~/components/rides/ride-list'
import { Card } from '~/components/ui/card'
import { PageHeader } from '~/components/ui/page-header'
import { isAdmin } from '~/models/accounts/user'
import { calendarKey, renewCalendarKey } from '~/models/rides/calendar.server'
import { takesPlace } from '~/models/rides/ride'
import { upcomingRides } from '~/models/rides/ride.server'
import { today } from '~/platform/clock.server'
import { getEnv } from '~/platform/env.server'
import { paths } from '~/utils/paths'
import { requireViewer } from '~/web/auth.server'
import { formAction } from '~/web/form-action.server'
import { requireRider } from '~/web/rider.server'
import { CalendarCard } from './calendar-card'
import { RidesError } from './rides-error'

export const meta: MetaFunction<typeof loader> = ({ data }) => [{ title: data?.title ?? 'Scheduled Rides' }]

export async function loader({ request }: LoaderFunctionArgs) {
  const viewer = await requireViewer(request)
  const rider = await requireRider(viewer, request)
  const back =
    isAdmin(viewer) && rider.id !== viewer.id
      ? { to: paths.admin(), label: 'Back to Admin' }
      : { to: paths.portal(), label: 'Back to Dashboard' }
  const own = rider.id === viewer.id
  const [rides, key] = await Promise.all([upcomingRides(rider.id, today()), own ? calendarKey(rider.id) : null])
  const calendar = key && new URL(paths.calendar(key), getEnv().appUrl).href
  const count = rides.filter(takesPlace).length
  return { title: `${rider.name}'s Scheduled Rides`, back, count, rides, own, calendar }
}

/** Makes or resets the link of one's own calendar. */
export const action = formAction({
  guard: requireViewer,
  schema: z.object({}),
  refusedTo: () => paths.scheduledRides(),
  async run({ viewer }) {
    const isReset = (await calendarKey(viewer.id)) !== null
    await renewCalendarKey(viewer.id)
    return {
      to: paths.scheduledRides(),
      title: isReset ? 'Calendar link reset' : 'Calendar link created',
      description: isReset ? 'The old link no longer works.' : undefined,
    }
  },
})

export default function ScheduledRides() {
  const { title, back, count, rides, own, calendar } = useLoaderData<typeof loader>()
  return (
    <>
      <PageHeader title={title} back={back} />
      <div className={own ? 'grid items-start gap-4 lg:grid-cols-[minmax(0,1fr)_20rem]' : undefined}>
        <Card
          title={`Upcoming Rides (${count} scheduled)`}
          actions={
            own ? (
              <a href="#calendar" className="link inline-flex min-h-11 items-center lg:hidden">
                Add to calendar
              </a>
            ) : null
          }
        >
          <RideList rides={rides} kind="scheduled" />
        </Card>
        {own ? <CalendarCard address={calendar} /> : null}
      </div>
    </>
  )
}

export function ErrorBoundary() {
  return <RidesError error={useRouteError()} title="Error Loading Scheduled Rides" login="Login Again" />
}

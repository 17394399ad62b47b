import type { LoaderFunctionArgs, MetaFunction } from '@remix-run/node'
import { useLoaderData, useRouteError } from '@remix-run/react'
import { z } from 'zod'
import { t } from '#text'
import { BACK_TO_ADMIN } from '~/components/office/back-to-admin'
import { RideList } from '~/components/rides/ride-list'
import { Card } from '~/components/ui/card'
import { Link } from '~/components/ui/link'
import { PageHeader } from '~/components/ui/page-header'
import { type CanceledRide, canceledRidesOf } from '~/models/schedule/closing/closings.server'
import { withMakeups } from '~/models/schedule/makeups/makeups-of-rides.server'
import { hasBegun } from '~/models/schedule/places/take'
import { calendarAddress } from '~/models/schedule/rides/calendar.server'
import { upcomingFamilyRides } from '~/models/schedule/rides/ride.server'
import { rideId } from '~/models/schedule/vocabulary/ride-id'
import { isAway } from '~/models/vocabulary/away'
import { schoolNow, today } from '~/platform/clock.server'
import { formatDay, formatWeekday } from '~/utils/dates'
import { paths } from '~/utils/paths'
import { capitalized } from '~/utils/text/capitalized'
import { formatTimeOfDay } from '~/utils/time-of-day'
import { requireViewer } from '~/web/auth.server'
import { formAction } from '~/web/form-action.server'
import { requireRiders } from '~/web/rider.server'
import { CalendarCard } from './calendar-card'
import { renewCalendar } from './renew-calendar.server'
import { RiderTabs } from './rider-tabs'
import { RidesError } from './rides-error'

export const meta: MetaFunction<typeof loader> = ({ data }) => [{ title: data?.title ?? t('Scheduled Rides') }]

export async function loader({ request }: LoaderFunctionArgs) {
  const viewer = await requireViewer(request)
  const { whose, riderIds, asked, family, own, office } = await requireRiders(viewer, request)
  const back = office ? BACK_TO_ADMIN : { to: paths.portal(), label: t('Back to Dashboard') }
  const [rides, calendar] = await Promise.all([
    upcomingFamilyRides(riderIds, today()).then(withMakeups),
    own ? calendarAddress(viewer.id) : null,
  ])
  const canceled = await canceledRidesOf(riderIds, today(), rides)
  const count = rides.filter((ride) => !isAway(ride)).length
  const title = t("{whose}'s Scheduled Rides", { whose })
  return { title, back, count, rides, canceled, asked, family, own, office, calendar, now: schoolNow() }
}

/** Makes or resets the link of one's own calendar. */
export const action = formAction({
  guard: requireViewer,
  schema: z.object({}),
  refusedTo: () => paths.scheduledRides(),
  run: ({ viewer }) => renewCalendar(viewer.id, paths.scheduledRides()),
})

export default function ScheduledRides() {
  const { title, back, count, rides, canceled, asked, family, own, office, calendar, now } =
    useLoaderData<typeof loader>()
  return (
    <>
      <PageHeader title={title} back={back} />
      {family.length ? <RiderTabs family={family} asked={asked} /> : null}
      <div className={own ? 'grid items-start gap-4 lg:grid-cols-[minmax(0,1fr)_20rem]' : undefined}>
        <Card
          title={t('Upcoming Rides ({count} scheduled)', { count })}
          actions={
            own ? (
              <div className="no-print contents">
                <Link to={paths.findPlace({ rider: asked })} className="link inline-flex min-h-11 items-center">
                  {t('Book a lesson')}
                </Link>
                <Link to={paths.ownMakeups()} className="link inline-flex min-h-11 items-center">
                  {t('Makeups')}
                </Link>
                <a href="#calendar" className="link inline-flex min-h-11 items-center lg:hidden">
                  {t('Add to calendar')}
                </a>
              </div>
            ) : null
          }
        >
          <CanceledRides rides={canceled} nameOf={(id) => family.find((rider) => rider.id === id)?.name} />
          <RideList
            rides={rides}
            kind="scheduled"
            named={family.length > 0 && !asked}
            linkOf={
              office
                ? undefined
                : (ride) =>
                    ride.riderId && !hasBegun(ride, now)
                      ? paths.cantCome(rideId({ ...ride, riderId: ride.riderId }))
                      : undefined
            }
          />
        </Card>
        {own ? <CalendarCard address={calendar} isFamily={family.length > 0} /> : null}
      </div>
    </>
  )
}

/** What the school canceled, and why. */
function CanceledRides({ rides, nameOf }: { rides: CanceledRide[]; nameOf: (riderId: string) => string | undefined }) {
  if (rides.length === 0) return null
  return (
    <ul className="mb-4" aria-label={t('Canceled rides')}>
      {rides.map(({ riderId, date, time, type, reason }) => (
        <li key={`${date} ${time} ${riderId}`} className="border-b border-line py-2 [overflow-wrap:anywhere]">
          <s className="num">
            {capitalized(formatWeekday(date))}, {formatDay(date)}, {formatTimeOfDay(time)} {type}
          </s>{' '}
          <strong>{t('Canceled: {reason}', { reason })}</strong>
          {nameOf(riderId) ? <span className="text-muted"> · {nameOf(riderId)}</span> : null}
        </li>
      ))}
    </ul>
  )
}

export function ErrorBoundary() {
  return <RidesError error={useRouteError()} title={t('Error Loading Scheduled Rides')} />
}

import type { LoaderFunctionArgs, MetaFunction } from '@remix-run/node'
import { useLoaderData, useRouteError } from '@remix-run/react'
import { t } from '#text'
import { BACK_TO_ADMIN } from '~/components/office/back-to-admin'
import { Ribbons } from '~/components/rides/ribbons'
import { RideList } from '~/components/rides/ride-list'
import { ButtonLink } from '~/components/ui/button'
import { Card } from '~/components/ui/card'
import { Link } from '~/components/ui/link'
import { PageHeader } from '~/components/ui/page-header'
import { familyRideHistory } from '~/models/schedule/rides/ride.server'
import { ribbonsByRider } from '~/models/schedule/vocabulary/ribbon'
import { filterRides, readRideFilters } from '~/models/schedule/vocabulary/ride'
import { today } from '~/platform/clock.server'
import { paths } from '~/utils/paths'
import { requireViewer } from '~/web/auth.server'
import { requireRiders } from '~/web/rider.server'
import { HistoryFilters } from './history-filters'
import { RidesError } from './rides-error'

/** A first page that a phone shows at once; the rest is a link away. */
const PAGE = 100

export const meta: MetaFunction<typeof loader> = ({ data }) => [{ title: data?.title ?? t('Ride History') }]

export async function loader({ request }: LoaderFunctionArgs) {
  const viewer = await requireViewer(request)
  const { whose, riderIds, asked, family, office } = await requireRiders(viewer, request)
  const query = new URL(request.url).searchParams
  const filters = readRideFilters(query)
  const all = await familyRideHistory(riderIds, today())
  const rides = filterRides(all, filters)
  return {
    title: t("{whose}'s Ride History", { whose }),
    rider: asked,
    family,
    back: office ? BACK_TO_ADMIN : { to: paths.portal(), label: t('Back to Dashboard') },
    count: rides.length,
    rides: query.has('all') ? rides : rides.slice(0, PAGE),
    types: [...new Set(all.map((ride) => ride.type))].sort(),
    filters,
    ribbons: ribbonsByRider(all),
  }
}

export default function RideHistory() {
  const { title, rider, family, back, count, rides, types, filters, ribbons } = useLoaderData<typeof loader>()
  const filtered = Object.values(filters).some(Boolean)
  return (
    <>
      <PageHeader title={title} back={back} />
      {ribbons.map((one) => (
        <Ribbons key={one.riderId} rider={ribbons.length > 1 ? one.rider : undefined} ribbons={one.ribbons} />
      ))}
      <Card
        title={count === 1 ? t('Your Ride History (1 ride)') : t('Your Ride History ({count} rides)', { count })}
        actions={
          <div className="flex flex-wrap gap-2">
            <ButtonLink to={paths.rideHistoryExport({ rider, ...filters })} variant="secondary" size="small">
              {t('Export CSV')}
            </ButtonLink>
            <ButtonLink to={paths.rideHistory({ rider, ...filters })} variant="secondary" size="small">
              {t('Refresh Data')}
            </ButtonLink>
          </div>
        }
      >
        <HistoryFilters filters={filters} types={types} rider={rider} family={family} filtered={filtered} />
        <RideList rides={rides} kind="history" filtered={filtered} named={family.length > 0 && !rider} />
        {rides.length < count ? (
          <p className="mt-4">
            <Link
              to={paths.rideHistory({ rider, ...filters, all: 1 })}
              className="link inline-flex min-h-11 items-center"
            >
              {t('Show all {count} rides', { count })}
            </Link>
          </p>
        ) : null}
      </Card>
    </>
  )
}

export function ErrorBoundary() {
  return <RidesError error={useRouteError()} title={t('Error Loading Ride History')} />
}

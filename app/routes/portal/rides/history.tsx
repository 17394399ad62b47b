import type { LoaderFunctionArgs, MetaFunction } from '@remix-run/node'
import { useLoaderData, useRouteError } from '@remix-run/react'
import { t } from '#text'
import { BACK_TO_ADMIN } from '~/components/office/back-to-admin'
import { Ribbons } from '~/components/rides/ribbons'
import { RideList } from '~/components/rides/ride-list'
import { ButtonLink } from '~/components/ui/button'
import { Card } from '~/components/ui/card'
import { PageHeader } from '~/components/ui/page-header'
import { Pages } from '~/components/ui/pages'
import { familyRideHistory, RIDES_OF_A_PAGE } from '~/models/schedule/rides/ride.server'
import { ribbonsByRider } from '~/models/schedule/vocabulary/ribbon'
import { filterRides, readRideFilters } from '~/models/schedule/vocabulary/ride'
import { today } from '~/platform/clock.server'
import { pageCount, pageNumber, rowsOfPage } from '~/utils/paging'
import { paths } from '~/utils/paths'
import { requireViewer } from '~/web/auth.server'
import { requireRiders } from '~/web/rider.server'
import { HistoryFilters } from './history-filters'
import { RidesError } from './rides-error'

export const meta: MetaFunction<typeof loader> = ({ data }) => [{ title: data?.title ?? t('Ride History') }]

export async function loader({ request }: LoaderFunctionArgs) {
  const viewer = await requireViewer(request)
  const { whose, riderIds, asked, family, office } = await requireRiders(viewer, request)
  const query = new URL(request.url).searchParams
  const filters = readRideFilters(query)
  const all = await familyRideHistory(riderIds, today())
  const rides = filterRides(all, filters)
  const pages = pageCount(rides.length, RIDES_OF_A_PAGE)
  const page = Math.min(pages, pageNumber(query.get('page')))
  const { skip, take } = rowsOfPage(page, RIDES_OF_A_PAGE)
  return {
    title: t("{whose}'s Ride History", { whose }),
    rider: asked,
    family,
    back: office ? BACK_TO_ADMIN : { to: paths.portal(), label: t('Back to Dashboard') },
    count: rides.length,
    rides: rides.slice(skip, skip + take),
    ...{ page, pages },
    types: [...new Set(all.map((ride) => ride.type))].sort(),
    filters,
    ribbons: ribbonsByRider(all),
  }
}

export default function RideHistory() {
  const { title, rider, family, back, count, rides, page, pages, types, filters, ribbons } =
    useLoaderData<typeof loader>()
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
        <Pages
          page={page}
          pages={pages}
          to={(number) => paths.rideHistory({ rider, ...filters, page: number > 1 ? number : undefined })}
        />
      </Card>
    </>
  )
}

export function ErrorBoundary() {
  return <RidesError error={useRouteError()} title={t('Error Loading Ride History')} />
}

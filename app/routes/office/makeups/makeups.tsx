import type { LoaderFunctionArgs, MetaFunction } from '@remix-run/node'
import { Outlet, useLoaderData } from '@remix-run/react'
import { BACK_TO_ADMIN } from '~/components/office/back-to-admin'
import { MakeupBadge } from '~/components/rides/makeup-badge'
import { ButtonLink } from '~/components/ui/button'
import { Card } from '~/components/ui/card'
import { type Column, DataTable } from '~/components/ui/data-table'
import { EmptyState } from '~/components/ui/empty-state'
import { Link } from '~/components/ui/link'
import { ActionsMenu } from '~/components/ui/menu'
import { PageHeader } from '~/components/ui/page-header'
import { Tabs } from '~/components/ui/tabs'
import { type ListedMakeup, listMakeups } from '~/models/schedule/makeups/makeup-list.server'
import { formatWish } from '~/models/schedule/makeups/requests/request'
import { formatMakeup, MAKEUP_FILTERS, type MakeupFilter, NO_END } from '~/models/vocabulary/makeup'
import { today } from '~/platform/clock.server'
import { formatDay } from '~/utils/dates'
import { paths } from '~/utils/paths'
import { formatTimeOfDay } from '~/utils/time-of-day'
import { requireAdmin } from '~/web/auth.server'

export const handle = { scripts: true }
export const meta: MetaFunction = () => [{ title: 'Makeups' }]

export async function loader({ request }: LoaderFunctionArgs) {
  await requireAdmin(request)
  const query = new URL(request.url).searchParams
  const filter = MAKEUP_FILTERS.find((one) => one === query.get('show')) ?? 'open'
  const student = query.get('student') ?? undefined
  return {
    filter,
    student,
    makeups: await listMakeups({ today: today(), filter, riderIds: student ? [student] : undefined }),
  }
}

const NAMES: Record<MakeupFilter, string> = {
  asked: 'Asked',
  open: 'Open',
  booked: 'Booked',
  expiring: 'Expiring',
  all: 'All',
}

const isAsked = ({ request }: ListedMakeup) => request?.state === 'open'

const WISH: Column<ListedMakeup> = {
  header: 'Requested',
  label: 'Requested',
  card: 'line',
  cell: (row) =>
    isAsked(row) && row.request ? <span className="[overflow-wrap:anywhere]">{formatWish(row.request)}</span> : '',
}

const BOOKED: Column<ListedMakeup> = {
  header: 'Booked for',
  label: 'booked for',
  card: 'line',
  cell: (row) => (row.bookedDate ? `${formatDay(row.bookedDate)}, ${formatTimeOfDay(row.bookedTime ?? '')}` : ''),
}

const ACTION = 'link inline-flex min-h-11 items-center whitespace-nowrap'

/**
 * A makeup's actions: beside each other in a row; on a card the most important one, and the others behind three dots.
 */
function Changes({ makeup }: { makeup: ListedMakeup }) {
  const { id, rider, state, request, extendedFrom } = makeup
  const isIdle = state === 'open' || state === 'expired'
  const rest = [
    isIdle || extendedFrom ? { to: paths.makeup(id, { extend: 1 }), name: 'Extend' } : null,
    isIdle || state === 'revoked' ? { to: paths.makeup(id), name: state === 'revoked' ? 'Restore' : 'Remove' } : null,
  ].filter((link) => link !== null)
  return (
    <div className="flex min-w-0 items-center gap-x-4">
      {request && isAsked(makeup) ? (
        <Link to={paths.makeupRequest(request.id)} className={ACTION}>
          Answer
        </Link>
      ) : null}
      {state === 'open' && !isAsked(makeup) ? (
        <Link to={paths.bookMakeup(id)} className={ACTION}>
          Book
        </Link>
      ) : null}
      {rest.map(({ to, name }) => (
        <Link key={name} to={to} stay className={`${ACTION} cards:hidden`}>
          {name}
        </Link>
      ))}
      {rest.length ? (
        <div className="hidden cards:block">
          <ActionsMenu label={`More for ${rider}’s makeup`}>
            {rest.map(({ to, name }) => (
              <Link key={name} to={to} stay className="menu-item">
                {name}
              </Link>
            ))}
          </ActionsMenu>
        </div>
      ) : null}
    </div>
  )
}

export default function Makeups() {
  const { filter, student, makeups } = useLoaderData<typeof loader>()
  const tabs = MAKEUP_FILTERS.map((id) => ({ id, name: NAMES[id], to: paths.makeups({ show: id, student }) }))
  return (
    <>
      <PageHeader title="Makeups" back={BACK_TO_ADMIN} />
      <Tabs label="Makeups" tabs={tabs} current={filter} />
      <div className="my-1 flex flex-wrap items-center gap-3 sm:my-4">
        {student ? (
          <ButtonLink to={paths.giveMakeup(student)} variant="secondary">
            Give a makeup
          </ButtonLink>
        ) : null}
        <a href={paths.makeupsExport({ show: filter, student })} className="link inline-flex min-h-11 items-center">
          Export CSV
        </a>
      </div>
      {makeups.length === 0 ? <EmptyState title="No makeups here." /> : null}
      {makeups.length ? (
        <Card>
          <DataTable
            caption="Makeups"
            more="Reasons"
            room="full"
            rows={makeups}
            rowKey={({ id }) => id}
            columns={[
              {
                header: 'Student',
                cell: (row) => (
                  <Link to={paths.student(row.riderId)} className="link">
                    {row.rider}
                  </Link>
                ),
              },
              { header: 'Why', card: 'more', cell: (row) => formatMakeup(row) },
              ...(makeups.some(isAsked) ? [WISH] : []),
              { header: 'Type', card: 'line', cell: (row) => row.type },
              {
                header: 'Until',
                label: 'until',
                card: 'line',
                nowrap: true,
                cell: (row) => (row.until === NO_END ? 'No end' : formatDay(row.until)),
              },
              { header: 'State', card: 'line', nowrap: true, cell: (row) => <MakeupBadge state={row.state} /> },
              ...(makeups.some(({ bookedDate }) => bookedDate) ? [BOOKED] : []),
              { header: 'Change', card: 'beside', cell: (row) => <Changes makeup={row} /> },
            ]}
          />
        </Card>
      ) : null}
      <Outlet />
    </>
  )
}

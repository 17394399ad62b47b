import type { LoaderFunctionArgs, MetaFunction } from '@remix-run/node'
import { Outlet, useLoaderData } from '@remix-run/react'
import { BACK_TO_ADMIN } from '~/components/office/back-to-admin'
import { MakeupBadge } from '~/components/rides/makeup-badge'
import { ButtonLink } from '~/components/ui/button'
import { Card } from '~/components/ui/card'
import { type Column, DataTable } from '~/components/ui/data-table'
import { EmptyState } from '~/components/ui/empty-state'
import { Link } from '~/components/ui/link'
import { PageHeader } from '~/components/ui/page-header'
import { Tabs } from '~/components/ui/tabs'
import { MAKEUP_FILTERS, type MakeupFilter, NO_END, sayMakeup } from '~/models/makeups/makeup'
import { type ListedMakeup, listMakeups } from '~/models/makeups/makeup-list.server'
import { sayWish } from '~/models/makeups/requests/request'
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
  header: 'Asked for',
  cell: (row) =>
    isAsked(row) && row.request ? <span className="[overflow-wrap:anywhere]">{sayWish(row.request)}</span> : '',
}

const BOOKED: Column<ListedMakeup> = {
  header: 'Booked for',
  cell: (row) => (row.bookedDate ? `${formatDay(row.bookedDate)}, ${formatTimeOfDay(row.bookedTime ?? '')}` : ''),
}

const ACTION = 'link inline-flex min-h-11 items-center whitespace-nowrap'

function Changes({ makeup }: { makeup: ListedMakeup }) {
  const { id, state, request, extendedFrom } = makeup
  const isIdle = state === 'open' || state === 'expired'
  return (
    <div className="flex min-w-0 gap-x-4">
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
      {isIdle || extendedFrom ? (
        <Link to={paths.makeup(id, { extend: 1 })} stay className={ACTION}>
          Extend
        </Link>
      ) : null}
      {isIdle || state === 'revoked' ? (
        <Link to={paths.makeup(id)} stay className={ACTION}>
          {state === 'revoked' ? 'Give back' : 'Take back'}
        </Link>
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
      <div className="my-4 flex flex-wrap items-center gap-3">
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
              { header: 'Why', cell: (row) => sayMakeup(row) },
              ...(makeups.some(isAsked) ? [WISH] : []),
              { header: 'Type', cell: (row) => row.type },
              {
                header: 'Until',
                nowrap: true,
                cell: (row) => (row.until === NO_END ? 'No end' : formatDay(row.until)),
              },
              { header: 'State', nowrap: true, cell: (row) => <MakeupBadge state={row.state} /> },
              ...(makeups.some(({ bookedDate }) => bookedDate) ? [BOOKED] : []),
              { header: 'Change', cell: (row) => <Changes makeup={row} /> },
            ]}
          />
        </Card>
      ) : null}
      <Outlet />
    </>
  )
}

import type { LoaderFunctionArgs, MetaFunction } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { DataTable } from '~/components/ui/data-table'
import { EmptyState } from '~/components/ui/empty-state'
import { PageHeader } from '~/components/ui/page-header'
import { loadOneMore } from '~/models/schedule/change/horses/week-plan.server'
import { IN_A_LARGE_WEEK } from '~/models/schedule/horses/plan/large-week'
import { dayOf } from '~/models/schedule/week/week-address'
import { today } from '~/platform/clock.server'
import { formatDay, formatWeekday, weekStart } from '~/utils/dates'
import { paths } from '~/utils/paths'
import { requireAdmin } from '~/web/auth.server'
import { formatRides } from '../say-rides'

export const meta: MetaFunction = () => [{ title: 'One More Horse' }]

export async function loader({ request }: LoaderFunctionArgs) {
  await requireAdmin(request)
  const date = dayOf(new URL(request.url).searchParams.get('date')) ?? today()
  return { date, ...(await loadOneMore(date)) }
}

/** What one more horse of each kind would add to a day, and to the rest of its week. */
export default function OneMoreHorse() {
  const { date, without, kinds, isPart } = useLoaderData<typeof loader>()
  const [onDay, inWeek] = without
  return (
    <div className="mx-auto max-w-3xl">
      <PageHeader
        title="One More Horse"
        back={{ to: paths.weekHorses({ week: weekStart(date) }), label: 'Horses for the Week' }}
      >
        {`${formatWeekday(date)}, ${formatDay(date)}: ${formatRides(onDay)} left without a horse, and ${inWeek} in what is left of that week.`}
      </PageHeader>
      {kinds.length === 0 ? (
        <EmptyState title="No ride is left without a horse." />
      ) : (
        <>
          <DataTable
            caption="Rides that one more horse would add"
            rows={kinds}
            rowKey={({ kind }) => kind}
            columns={[
              { header: 'One more horse', cell: ({ kind }) => kind },
              { header: formatWeekday(date), cell: ({ more }) => <Added count={more[0]} />, align: 'end' },
              { header: 'The week', cell: ({ more }) => <Added count={more[1]} />, align: 'end' },
            ]}
          />
          <p className="mt-3 text-sm text-muted">
            Each number is the plan once more with such a horse, which goes out 3 times a day and 14 a week. The days of
            a week are planned one after the other.
            {isPart ? ` ${IN_A_LARGE_WEEK}, horses for some riders only are not computed.` : null}
          </p>
        </>
      )}
    </div>
  )
}

const Added = ({ count }: { count: number }) => <strong className="num">{count < 0 ? count : `+${count}`}</strong>

import type { LoaderFunctionArgs, MetaFunction } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { MonthPager } from '~/components/office/month-pager'
import { Card } from '~/components/ui/card'
import { DataTable } from '~/components/ui/data-table'
import { EmptyState } from '~/components/ui/empty-state'
import { Link } from '~/components/ui/link'
import { decimalHours } from '~/models/schedule/instructors/hours'
import { hoursOfMonth } from '~/models/schedule/instructors/hours.server'
import { addToMonth, monthAndYear, monthKey } from '~/models/vocabulary/month'
import { paths } from '~/utils/paths'
import { requireAdmin } from '~/web/auth.server'
import { askedMonth } from './hours-month.server'

export const meta: MetaFunction = () => [{ title: 'Instructor Hours' }]

export async function loader({ request }: LoaderFunctionArgs) {
  await requireAdmin(request)
  const month = askedMonth(request)
  return {
    month: monthAndYear(month),
    key: monthKey(month),
    before: monthKey(addToMonth(month, -1)),
    after: monthKey(addToMonth(month, 1)),
    hours: await hoursOfMonth(month),
  }
}

/** What each instructor teaches in a month, for payroll. */
export default function Hours() {
  const { month, key, before, after, hours } = useLoaderData<typeof loader>()
  return (
    <Card
      title={`Instructor hours, ${month}`}
      actions={
        <MonthPager before={paths.instructorHours({ month: before })} after={paths.instructorHours({ month: after })} />
      }
    >
      <p className="mb-3 max-w-prose text-muted">
        Lessons with at least one rider. Lessons ahead count as they are planned today.
      </p>
      {hours.length ? (
        <>
          <DataTable
            caption={`Hours by instructor in ${month}`}
            rows={hours}
            rowKey={({ id }) => id ?? ''}
            columns={[
              { header: 'Instructor', cell: ({ name }) => name },
              { header: 'Lessons', label: 'lessons', card: 'line', align: 'end', cell: ({ lessons }) => lessons },
              { header: 'Rides', label: 'rides', card: 'line', align: 'end', cell: ({ rides }) => rides },
              {
                header: 'Hours ahead',
                label: 'hours ahead',
                card: 'line',
                align: 'end',
                cell: ({ ahead }) => <span className="num">{decimalHours(ahead)}</span>,
              },
              {
                header: 'Hours',
                card: 'beside',
                align: 'end',
                cell: ({ minutes }) => <strong className="num">{decimalHours(minutes)} h</strong>,
              },
            ]}
          />
          <p className="no-print mt-3 flex flex-wrap gap-x-4">
            <Link to={paths.instructorHoursExport({ month: key })} className="link inline-flex min-h-11 items-center">
              Export CSV
            </Link>
            <Link to={paths.instructors()} className="link inline-flex min-h-11 items-center">
              Instructors
            </Link>
          </p>
        </>
      ) : (
        <EmptyState title={`No lessons with riders in ${month}.`} />
      )}
    </Card>
  )
}

import type { LoaderFunctionArgs, MetaFunction } from '@remix-run/node'
import { Outlet, useLoaderData } from '@remix-run/react'
import { Card } from '~/components/ui/card'
import { EmptyState } from '~/components/ui/empty-state'
import { Link } from '~/components/ui/link'
import { atSchoolOf, listAsked } from '~/models/money/payments/orders/at-school.server'
import { findSchool } from '~/models/school/school.server'
import { BooksHead } from '~/routes/office/books/books-head'
import { paths } from '~/utils/paths'
import { requireAdmin } from '~/web/auth.server'
import { AskedTable } from './asked-table'

export const handle = { scripts: true }
export const meta: MetaFunction = () => [{ title: 'To pay at the school' }]

export async function loader({ request }: LoaderFunctionArgs) {
  await requireAdmin(request)
  const [asked, school] = await Promise.all([listAsked(), findSchool()])
  return { ...asked, canAsk: atSchoolOf(school) !== null }
}

export default function Asked() {
  const { waiting, paid, canAsk } = useLoaderData<typeof loader>()
  return (
    <>
      <BooksHead title="Payment Tracking" current="unpaid">
        What families asked for and pay at the school.
      </BooksHead>
      <div className="grid gap-6">
        <Card title={`To be paid (${waiting.length})`}>
          {waiting.length ? (
            <AskedTable asked={waiting} />
          ) : (
            <EmptyState title="Nobody is waiting.">
              {canAsk ? (
                'Families ask for lessons in the shop. Record what they pay here, and they get them.'
              ) : (
                <>
                  Families pay by card. You can{' '}
                  <Link to={paths.schoolSettings()} className="link">
                    let them pay at the school
                  </Link>{' '}
                  too.
                </>
              )}
            </EmptyState>
          )}
        </Card>
        {paid.length ? (
          <Card title="Paid in the last 5 weeks">
            <AskedTable asked={paid} />
          </Card>
        ) : null}
      </div>
      <Outlet />
    </>
  )
}

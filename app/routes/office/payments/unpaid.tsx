import { type LoaderFunctionArgs, type MetaFunction, redirect } from '@remix-run/node'
import { Outlet, useLoaderData } from '@remix-run/react'
import { Field } from '~/components/form/field'
import { Form } from '~/components/form/form'
import { MonthPager } from '~/components/office/month-pager'
import { Button } from '~/components/ui/button'
import { Card } from '~/components/ui/card'
import { Link } from '~/components/ui/link'
import { Pages } from '~/components/ui/pages'
import { unpaidOrder } from '~/models/students/unpaid'
import { listUnpaid } from '~/models/students/unpaid.server'
import { addToMonth, monthAndYear, monthKey, monthOfDay, parseMonth } from '~/models/vocabulary/month'
import { today } from '~/platform/clock.server'
import { BooksHead } from '~/routes/office/books/books-head'
import { UnpaidTable } from '~/routes/office/students/unpaid/unpaid-table'
import { pageNumber } from '~/utils/paging'
import { paths } from '~/utils/paths'
import { requireAdmin } from '~/web/auth.server'
import { PaymentsActions } from './payments-actions'

export const handle = { scripts: true }
export const meta: MetaFunction = () => [{ title: 'Unpaid' }]

export async function loader({ request }: LoaderFunctionArgs) {
  await requireAdmin(request)
  const query = new URL(request.url).searchParams
  const month = parseMonth(query.get('month')) ?? monthOfDay(today())
  const search = query.get('q')?.slice(0, 100) ?? ''
  const order = unpaidOrder(query.get('sort'))
  const page = pageNumber(query.get('students'))
  const unpaid = await listUnpaid({ month, search, order, page })
  if (page > unpaid.pages) {
    query.set('students', String(unpaid.pages))
    throw redirect(paths.unpaid(Object.fromEntries(query)))
  }
  return {
    unpaid,
    month: { key: monthKey(month), name: monthAndYear(month) },
    before: monthKey(addToMonth(month, -1)),
    after: monthKey(addToMonth(month, 1)),
    search,
    order,
    page,
  }
}

export default function Unpaid() {
  const { unpaid, month, before, after, search, order, page } = useLoaderData<typeof loader>()
  const here = { month: month.key, q: search, sort: order }
  return (
    <>
      <BooksHead title="Payment Tracking" current="unpaid" actions={<PaymentsActions />}>
        Who hasn’t paid for a month, and what they owe. See also{' '}
        <Link to={paths.askedOrders()} className="link">
          what they pay at the school
        </Link>
        .
      </BooksHead>
      <Card
        title={`Unpaid in ${month.name}`}
        actions={
          <MonthPager
            before={paths.unpaid({ ...here, month: before })}
            after={paths.unpaid({ ...here, month: after })}
          />
        }
      >
        <Form method="get" stay className="flex items-end gap-3">
          <input type="hidden" name="month" value={month.key} />
          <input type="hidden" name="sort" value={order} />
          <Field label="Student" name="q" type="search" defaultValue={search} />
          <Button variant="secondary">Show</Button>
        </Form>
        <UnpaidTable
          {...unpaid}
          month={month}
          order={order}
          search={search}
          here={paths.unpaid(here)}
          orderTo={(sort) => paths.unpaid({ ...here, sort })}
          recordTo={(id) => paths.recordUnpaid(id, here)}
        />
        <Pages
          label="Students"
          page={page}
          pages={unpaid.pages}
          inPlace
          to={(number) => paths.unpaid({ ...here, students: number })}
        />
      </Card>
      <Outlet />
    </>
  )
}

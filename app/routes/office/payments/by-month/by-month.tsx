import { type LoaderFunctionArgs, type MetaFunction, redirect } from '@remix-run/node'
import { Outlet, useLoaderData } from '@remix-run/react'
import { Field } from '~/components/form/field'
import { Card } from '~/components/ui/card'
import { Pages } from '~/components/ui/pages'
import { listPaymentYears, restOfYear, schoolYear } from '~/models/money/payments/payment-year.server'
import { BooksHead } from '~/routes/office/books/books-head'
import { pageNumber } from '~/utils/paging'
import { paths } from '~/utils/paths'
import { requireAdmin } from '~/web/auth.server'
import { PaymentsActions } from '../payments-actions'
import { yearChoice } from '../read-payments.server'
import { YearForm } from '../year-form'
import { YearBars } from './year-bars'
import { YearGrid } from './year-grid'

export const handle = { scripts: true }
export const meta: MetaFunction = () => [{ title: 'Payments by month' }]

export async function loader({ request }: LoaderFunctionArgs) {
  await requireAdmin(request)
  const query = new URL(request.url).searchParams
  const choice = yearChoice(query.get('year'))
  const search = query.get('q')?.slice(0, 100) ?? ''
  const page = pageNumber(query.get('students'))
  const [{ students, pages }, received, rest] = await Promise.all([
    listPaymentYears(choice.year, { search, page }),
    schoolYear(choice.year),
    search ? null : restOfYear(choice.year),
  ])
  if (page > pages) {
    query.set('students', String(pages))
    throw redirect(paths.paymentsByMonth(Object.fromEntries(query)))
  }
  return {
    ...choice,
    search,
    page,
    pages,
    students,
    // Shown below the last student.
    rest: page === pages ? rest : null,
    received,
    query: new URL(request.url).search,
  }
}

export default function PaymentsByMonth() {
  const { year, years, current, search, page, pages, students, rest, received, query } = useLoaderData<typeof loader>()
  const here = { year, q: search }
  return (
    <>
      <BooksHead title="Payment Tracking" current="by-month" actions={<PaymentsActions />}>
        What each student paid for each month.
      </BooksHead>
      <div className="grid gap-6">
        <Card>
          <div className="grid gap-6">
            <YearForm year={year} years={years}>
              <Field label="Student" name="q" type="search" defaultValue={search} />
            </YearForm>
            <YearBars received={received} year={year} current={current} />
          </div>
        </Card>
        <Card title={`${year} payments`}>
          <YearGrid
            students={students}
            rest={rest}
            searched={Boolean(search)}
            year={year}
            current={current}
            recordTo={(id) => paths.recordPaymentByMonth(id, { ...here, students: page > 1 ? page : null })}
            saveTo={`${paths.paymentsOffline()}${query}`}
          />
          <Pages
            label="Students"
            page={page}
            pages={pages}
            inPlace
            to={(number) => paths.paymentsByMonth({ ...here, students: number })}
          />
        </Card>
      </div>
      <Outlet />
    </>
  )
}

import { type LoaderFunctionArgs, type MetaFunction, redirect } from '@remix-run/node'
import { Outlet, useLoaderData } from '@remix-run/react'
import { Csrf } from '~/components/form/csrf'
import { BACK_TO_ADMIN } from '~/components/office/back-to-admin'
import { Button, ButtonLink } from '~/components/ui/button'
import { Card } from '~/components/ui/card'
import { PageHeader } from '~/components/ui/page-header'
import { Pages } from '~/components/ui/pages'
import { Tabs } from '~/components/ui/tabs'
import { monthKey, monthName, monthOfDay, parseMonth } from '~/models/allowance/month'
import { openIssues } from '~/models/issues/payment-issue.server'
import { currentPackageName } from '~/models/payments/grant.server'
import { offlineHistory } from '~/models/payments/offline/offline-history.server'
import { yearBounds } from '~/models/payments/payment-history.server'
import { listTransactions } from '~/models/payments/payment-transaction.server'
import { listPaymentYears, restOfYear, schoolYear } from '~/models/payments/payment-year.server'
import { noteView } from '~/models/privacy/data-view.server'
import { findStudent } from '~/models/students/student.server'
import { unpaidOrder } from '~/models/students/unpaid'
import { listUnpaid } from '~/models/students/unpaid.server'
import { today } from '~/platform/clock.server'
import { getEnv } from '~/platform/env.server'
import { BooksTabs } from '~/routes/office/books/books-tabs'
import { UnpaidTable } from '~/routes/office/students/unpaid/unpaid-table'
import { dayInZone, formatDay, formatInstant, monthOf, yearOf } from '~/utils/dates'
import { pageNumber } from '~/utils/paging'
import { paths } from '~/utils/paths'
import { requireAdmin } from '~/web/auth.server'
import { IssueList } from './issue-list'
import { ManualHistory } from './manual-history'
import { TransactionTable } from './transaction-table'
import { YearBars } from './year-bars'
import { YearForm } from './year-form'
import { YearGrid } from './year-grid'

export const handle = { scripts: true }
export const meta: MetaFunction = () => [{ title: 'Payment Tracking' }]

export async function loader({ request }: LoaderFunctionArgs) {
  const viewer = await requireAdmin(request)
  const query = new URL(request.url).searchParams
  const studentId = query.get('student')
  const student = studentId ? await findStudent(studentId) : null
  if (studentId && !student) throw new Response('Student not found.', { status: 404 })
  if (student) await noteView(viewer.id, student.id, 'payments')
  const thisYear = yearOf(today())
  const years = [-2, -1, 0, 1, 2].map((offset) => thisYear + offset)
  const year = years.find((option) => String(option) === query.get('year')) ?? thisYear
  const search = query.get('q')?.slice(0, 100) ?? ''
  const [page, gridPage] = [pageNumber(query.get('page')), pageNumber(query.get('students'))]
  const offlinePage = pageNumber(query.get('offline'))
  const month = parseMonth(query.get('month')) ?? monthOfDay(today())
  const order = unpaidOrder(query.get('sort'))
  const [unpaid, { count, pages, transactions }, issues, grid, received, packageName, offline, rest] =
    await Promise.all([
      query.get('status') === 'unpaid' && !student ? listUnpaid({ month, search, order, page: gridPage }) : null,
      listTransactions({ userId: student?.id, span: yearBounds(year), page, pageSize: 15 }),
      openIssues(student?.id),
      listPaymentYears(year, { studentId: student?.id, search, page: gridPage }),
      schoolYear(year, student?.id),
      student ? currentPackageName(student.id, today()) : null,
      offlineHistory(year, { page: offlinePage, studentId: student?.id }),
      student || search ? null : restOfYear(year),
    ])
  const gridPages = unpaid?.pages ?? grid.pages
  if (page > pages || gridPage > gridPages || offlinePage > offline.pages) {
    if (offlinePage > offline.pages) query.set('offline', String(offline.pages))
    if (page > pages) query.set('page', String(pages))
    if (gridPage > gridPages) query.set('students', String(gridPages))
    throw redirect(paths.payments(Object.fromEntries(query)))
  }
  const zone = getEnv().schoolTimezone
  return {
    student,
    unpaid: unpaid && { ...unpaid, order, month: { key: monthKey(month), name: monthName(month) } },
    gridPages,
    offline: { ...offline, page: offlinePage },
    packageName,
    year,
    years,
    search,
    grid,
    // It stands below the last student.
    rest: gridPage === grid.pages ? rest : null,
    gridPage,
    received,
    currentMonth: year === thisYear ? monthOf(today()) : null,
    query: new URL(request.url).search,
    count,
    page,
    pages,
    issues: issues.map((issue) => ({ ...issue, openedOn: formatDay(dayInZone(zone, issue.openedAt)) })),
    transactions: transactions.map((row) => ({ ...row, at: formatInstant(row.providerCreatedAt, zone) })),
  }
}

export default function Payments() {
  const loaded = useLoaderData<typeof loader>()
  const { student, year, search, grid, gridPage, count, page, pages } = loaded
  const whole = { student: student?.id, year, q: search }
  const onlyUnpaid = { ...whole, status: 'unpaid', month: loaded.unpaid?.month.key }
  const here = loaded.unpaid ? { ...onlyUnpaid, sort: loaded.unpaid.order } : whole
  return (
    <>
      <PageHeader
        title={student ? 'Payment History' : 'Payment Tracking'}
        back={BACK_TO_ADMIN}
        actions={
          <>
            {student ? (
              <ButtonLink to={paths.payments({ year })} variant="secondary">
                View All Students
              </ButtonLink>
            ) : null}
            <form method="post" action={paths.reconcilePayments()}>
              <Csrf />
              <Button variant="secondary">Sync with Stripe</Button>
            </form>
            <ButtonLink to={paths.paymentsExport()} stay variant="secondary">
              Export CSV
            </ButtonLink>
          </>
        }
      >
        {student ? `${student.name} · ${loaded.packageName ?? 'No Package'}` : null}
      </PageHeader>
      {student ? null : <BooksTabs current="payments" />}
      <div className="grid gap-6">
        {loaded.issues.length ? (
          <Card title={`Needs attention (${loaded.issues.length})`}>
            <IssueList issues={loaded.issues} />
          </Card>
        ) : null}
        <Card>
          <div className="grid gap-6">
            <YearForm
              year={year}
              years={loaded.years}
              search={search}
              studentId={student?.id}
              unpaid={Boolean(loaded.unpaid)}
            />
            <YearBars received={loaded.received} year={year} current={loaded.currentMonth} />
          </div>
        </Card>
        <Card title={loaded.unpaid ? `Unpaid in ${loaded.unpaid.month.name}` : `${year} payments`}>
          {student ? null : (
            <Tabs
              label="Students shown"
              current={loaded.unpaid ? 'unpaid' : 'all'}
              tabs={[
                { id: 'all', name: 'All students', to: paths.payments(whole) },
                { id: 'unpaid', name: 'Unpaid this month', to: paths.payments(onlyUnpaid) },
              ]}
            />
          )}
          {loaded.unpaid ? (
            <UnpaidTable
              {...loaded.unpaid}
              search={search}
              here={paths.payments(here)}
              orderTo={(sort) => paths.payments({ ...onlyUnpaid, sort })}
              recordTo={(id) => paths.recordPaymentOverGrid(id, here)}
            />
          ) : (
            <YearGrid
              students={grid.students}
              rest={loaded.rest}
              searched={Boolean(search)}
              year={year}
              current={loaded.currentMonth}
              recordTo={(id) => paths.recordPaymentOverGrid(id, { ...here, students: gridPage > 1 ? gridPage : null })}
              saveTo={`${paths.paymentsOffline()}${loaded.query}`}
            />
          )}
          <Pages
            label="Students"
            page={gridPage}
            pages={loaded.gridPages}
            inPlace
            to={(number) => paths.payments({ ...here, students: number })}
          />
        </Card>
        <Card title="Portal transactions">
          <p className="mb-3 text-muted">
            {student ? 'Transactions for selected student' : 'Total transactions'}:{' '}
            <strong className="num text-ink">{count}</strong>
          </p>
          <TransactionTable transactions={loaded.transactions} year={year} />
          <Pages
            label="Transactions"
            page={page}
            pages={pages}
            previous="Newer"
            next="Older"
            inPlace
            to={(number) => paths.payments({ ...here, page: number })}
          />
        </Card>
        <ManualHistory
          {...loaded.offline}
          year={year}
          query={loaded.query}
          to={(number) => paths.payments({ ...here, offline: number })}
        />
      </div>
      <Outlet />
    </>
  )
}

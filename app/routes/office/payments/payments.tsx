import { type LoaderFunctionArgs, type MetaFunction, redirect } from '@remix-run/node'
import { Outlet, useLoaderData } from '@remix-run/react'
import { BACK_TO_ADMIN } from '~/components/office/back-to-admin'
import { ButtonLink } from '~/components/ui/button'
import { Card } from '~/components/ui/card'
import { PageHeader } from '~/components/ui/page-header'
import { Pages } from '~/components/ui/pages'
import { openIssues } from '~/models/issues/payment-issue.server'
import { currentPackageName } from '~/models/payments/grant.server'
import { offlineHistory } from '~/models/payments/offline/offline-history.server'
import { yearBounds } from '~/models/payments/payment-history.server'
import { listTransactions } from '~/models/payments/payment-transaction.server'
import { listPaymentYears, schoolYear } from '~/models/payments/payment-year.server'
import { noteView } from '~/models/privacy/data-view.server'
import { findStudent } from '~/models/students/student.server'
import { today } from '~/platform/clock.server'
import { getEnv } from '~/platform/env.server'
import { BooksHead } from '~/routes/office/books/books-head'
import { dayInZone, formatDay, formatInstant } from '~/utils/dates'
import { pageNumber } from '~/utils/paging'
import { paths } from '~/utils/paths'
import { requireAdmin } from '~/web/auth.server'
import { YearBars } from './by-month/year-bars'
import { YearGrid } from './by-month/year-grid'
import { IssueList } from './issue-list'
import { ManualHistory } from './manual-history'
import { PaymentsActions } from './payments-actions'
import { TransactionTable } from './transaction-table'
import { yearChoice } from './year-choice.server'
import { YearForm } from './year-form'

export const handle = { scripts: true }
export const meta: MetaFunction = () => [{ title: 'Payment Tracking' }]

/** What happened in a year, the latest first; for one student with the months of that year as well. */
export async function loader({ request }: LoaderFunctionArgs) {
  const viewer = await requireAdmin(request)
  const query = new URL(request.url).searchParams
  const studentId = query.get('student')
  const moved = studentId ? null : movedTo(query)
  if (moved) throw redirect(moved)
  const student = studentId ? await findStudent(studentId) : null
  if (studentId && !student) throw new Response('Student not found.', { status: 404 })
  if (student) await noteView(viewer.id, student.id, 'payments')
  const choice = yearChoice(query.get('year'))
  const { year } = choice
  const page = pageNumber(query.get('page'))
  const offlinePage = pageNumber(query.get('offline'))
  const [{ count, pages, transactions }, issues, offline, ofStudent] = await Promise.all([
    listTransactions({ userId: student?.id, span: yearBounds(year), page, pageSize: 15 }),
    openIssues(student?.id),
    offlineHistory(year, { page: offlinePage, studentId: student?.id }),
    student ? monthsOf(student, year) : null,
  ])
  if (page > pages || offlinePage > offline.pages) {
    if (offlinePage > offline.pages) query.set('offline', String(offline.pages))
    if (page > pages) query.set('page', String(pages))
    throw redirect(paths.payments(Object.fromEntries(query)))
  }
  const zone = getEnv().schoolTimezone
  return {
    ...choice,
    ofStudent,
    offline: { ...offline, page: offlinePage },
    query: new URL(request.url).search,
    count,
    page,
    pages,
    issues: issues.map((issue) => ({ ...issue, openedOn: formatDay(dayInZone(zone, issue.openedAt)) })),
    transactions: transactions.map((row) => ({ ...row, at: formatInstant(row.providerCreatedAt, zone) })),
  }
}

/** Where an old link goes: all of this was one page once. */
function movedTo(query: URLSearchParams): string | null {
  const all = Object.fromEntries(query)
  if (query.get('status') === 'unpaid') return paths.unpaid({ ...all, status: null })
  return query.get('q') || query.has('students') ? paths.paymentsByMonth(all) : null
}

async function monthsOf(student: { id: string; name: string }, year: number) {
  const [packageName, { students }, received] = await Promise.all([
    currentPackageName(student.id, today()),
    listPaymentYears(year, { studentId: student.id }),
    schoolYear(year, student.id),
  ])
  return { ...student, packageName, students, received }
}

export default function Payments() {
  const loaded = useLoaderData<typeof loader>()
  const { ofStudent, year, current, query, count, page, pages } = loaded
  const here = { student: ofStudent?.id, year }
  return (
    <>
      {ofStudent ? (
        <PageHeader
          title="Payment History"
          back={BACK_TO_ADMIN}
          actions={
            <>
              <ButtonLink to={paths.payments({ year })} variant="secondary">
                View All Students
              </ButtonLink>
              <PaymentsActions />
            </>
          }
        >
          {ofStudent.name} · {ofStudent.packageName ?? 'No Package'}
        </PageHeader>
      ) : (
        <BooksHead title="Payment Tracking" current="transactions" actions={<PaymentsActions />}>
          What families paid through the portal, and the offline payments you recorded.
        </BooksHead>
      )}
      <div className="grid gap-6">
        {loaded.issues.length ? (
          <Card title={`Needs attention (${loaded.issues.length})`}>
            <IssueList issues={loaded.issues} />
          </Card>
        ) : null}
        <Card title="Portal transactions">
          <div className="mb-3 flex flex-wrap items-end justify-between gap-3">
            <p className="text-muted">
              {ofStudent ? 'Transactions for selected student' : 'Total transactions'}:{' '}
              <strong className="num text-ink">{count}</strong>
            </p>
            <YearForm year={year} years={loaded.years}>
              {ofStudent ? <input type="hidden" name="student" value={ofStudent.id} /> : null}
            </YearForm>
          </div>
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
        {ofStudent ? (
          <Card title={`${year} payments`}>
            <div className="mb-6">
              <YearBars received={ofStudent.received} year={year} current={current} />
            </div>
            <YearGrid
              students={ofStudent.students}
              rest={null}
              searched={false}
              year={year}
              current={current}
              recordTo={(id) => paths.recordPaymentOfStudent(id, here)}
              saveTo={`${paths.paymentsOffline()}${query}`}
            />
          </Card>
        ) : null}
        <ManualHistory
          {...loaded.offline}
          year={year}
          query={query}
          to={(number) => paths.payments({ ...here, offline: number })}
        />
      </div>
      <Outlet />
    </>
  )
}

import { type LoaderFunctionArgs, type MetaFunction, redirect } from '@remix-run/node'
import { Outlet, useLoaderData } from '@remix-run/react'
import { BACK_TO_ADMIN } from '~/components/office/back-to-admin'
import { ButtonLink } from '~/components/ui/button'
import { Card } from '~/components/ui/card'
import { PageHeader } from '~/components/ui/page-header'
import { Pages } from '~/components/ui/pages'
import { findStudent } from '~/models/people/families/student.server'
import { recordView } from '~/models/privacy/data-view.server'
import { BooksHead } from '~/routes/office/books/books-head'
import { pageNumber } from '~/utils/paging'
import { paths } from '~/utils/paths'
import { requireAdmin } from '~/web/auth.server'
import { YearBars } from './by-month/year-bars'
import { YearGrid } from './by-month/year-grid'
import { IssueList } from './issue-list'
import { ManualHistory } from './manual-history'
import { PaymentsActions } from './payments-actions'
import { readPayments, yearChoice } from './read-payments.server'
import { TransactionTable } from './transaction-table'
import { YearForm } from './year-form'

export const handle = { scripts: true }
export const meta: MetaFunction = () => [{ title: 'Payment Tracking' }]

/** Shows a year's payments, newest first; for one student the months of that year too. */
export async function loader({ request }: LoaderFunctionArgs) {
  const viewer = await requireAdmin(request)
  const query = new URL(request.url).searchParams
  const studentId = query.get('student')
  const moved = studentId ? null : movedTo(query)
  if (moved) throw redirect(moved)
  const student = studentId ? await findStudent(studentId) : null
  if (studentId && !student) throw new Response('Student not found.', { status: 404 })
  if (student) await recordView(viewer.id, student.id, 'payments')
  const choice = yearChoice(query.get('year'))
  const { year } = choice
  const page = pageNumber(query.get('page'))
  const offlinePage = pageNumber(query.get('offline'))
  const found = await readPayments(year, student, { page, offlinePage })
  if (page > found.pages || offlinePage > found.offline.pages) {
    if (offlinePage > found.offline.pages) query.set('offline', String(found.offline.pages))
    if (page > found.pages) query.set('page', String(found.pages))
    throw redirect(paths.payments(Object.fromEntries(query)))
  }
  return { ...choice, ...found, page, query: new URL(request.url).search }
}

/** Returns where an old link leads: these screens used to be one page. */
function movedTo(query: URLSearchParams): string | null {
  const all = Object.fromEntries(query)
  if (query.get('status') === 'unpaid') return paths.unpaid({ ...all, status: null })
  return query.get('q') || query.has('students') ? paths.paymentsByMonth(all) : null
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

import { type LoaderFunctionArgs, type MetaFunction, redirect } from '@remix-run/node'
import { Outlet, useLoaderData } from '@remix-run/react'
import { ButtonLink } from '~/components/ui/button'
import { Card } from '~/components/ui/card'
import { DataTable } from '~/components/ui/data-table'
import { EmptyState } from '~/components/ui/empty-state'
import { Link } from '~/components/ui/link'
import { PageHeader } from '~/components/ui/page-header'
import { Pages } from '~/components/ui/pages'
import { Stat } from '~/components/ui/stat'
import { Tabs } from '~/components/ui/tabs'
import type { StudentRow } from '~/models/students/student-list'
import { listStudents, studentStats } from '~/models/students/student-list.server'
import { monthChoices, readStudentView, type StudentView, viewQuery } from '~/models/students/student-query'
import { listUnpaid } from '~/models/students/unpaid.server'
import { today } from '~/platform/clock.server'
import { formatDay } from '~/utils/dates'
import { pageCount } from '~/utils/paging'
import { paths } from '~/utils/paths'
import { requireAdmin } from '~/web/auth.server'
import { Figures, PaymentBadge, packageNames, StudentName } from './student-parts'
import { StudentSearch } from './student-search'
import { UnpaidTable } from './unpaid/unpaid-table'

export const handle = { scripts: true }
export const meta: MetaFunction = () => [{ title: 'Students' }]

const PAGE_SIZE = 50

export async function loader({ request }: LoaderFunctionArgs) {
  await requireAdmin(request)
  const view = readStudentView(new URL(request.url).searchParams, today())
  const { month, search, page, order } = view
  const [list, unpaid, stats] = await Promise.all([
    view.unpaid ? null : listStudents({ month, search, page, pageSize: PAGE_SIZE }),
    view.unpaid ? listUnpaid({ month, search, order, page }) : null,
    studentStats(month),
  ])
  const pages = unpaid?.pages ?? pageCount(list?.total ?? 0, PAGE_SIZE)
  if (page > pages) throw redirect(paths.students(viewQuery(view, { page: pages })))
  return {
    view: { ...view, hidden: false },
    months: monthChoices(month, today()),
    students: list?.students ?? [],
    unpaid,
    pages,
    stats,
  }
}

export default function Students() {
  const { view, months, students, unpaid, pages, stats } = useLoaderData<typeof loader>()
  const query = viewQuery(view)
  return (
    <>
      <PageHeader
        title="Students"
        actions={
          <>
            <ButtonLink to={paths.studentsExport(query)} variant="secondary">
              Export
            </ButtonLink>
            <ButtonLink to={paths.studentsManagement(query)} variant="secondary">
              Student Management
            </ButtonLink>
            <ButtonLink to={paths.newListedStudent(query)} stay>
              Add Student
            </ButtonLink>
          </>
        }
      />
      <div className="mb-4 grid grid-cols-2 gap-3 lg:grid-cols-4">
        <Stat label="Total Students" value={stats.total} />
        <Stat label="Paid" value={stats.paid} hint={view.monthName} />
        <Stat
          label="Pending"
          value={stats.pending + stats.clearing}
          hint={stats.clearing ? `${stats.clearing} clearing` : view.monthName}
          to={paths.students({ month: view.monthKey, status: 'unpaid' })}
        />
        <Stat label="This Month" value={stats.ridden} hint={`rides in ${view.monthName}`} />
      </div>
      <Card>
        <StudentSearch
          action={paths.students()}
          search={view.search}
          month={view.monthKey}
          months={months}
          unpaid={view.unpaid}
        />
        <div className="mt-4">
          <Tabs
            label="Students shown"
            current={view.unpaid ? 'unpaid' : 'all'}
            tabs={[
              { id: 'all', name: 'All students', to: paths.students(viewQuery({ ...view, unpaid: false, page: 1 })) },
              {
                id: 'unpaid',
                name: 'Unpaid this month',
                to: paths.students(viewQuery({ ...view, unpaid: true, page: 1 })),
              },
            ]}
          />
          {unpaid ? (
            <UnpaidTable
              {...unpaid}
              month={{ key: view.monthKey, name: view.monthName }}
              order={view.order}
              search={view.search}
              here={paths.students(query)}
              orderTo={(order) => paths.students(viewQuery({ ...view, order, page: 1 }))}
              recordTo={(id) => paths.recordListedPayment(id, query)}
            />
          ) : (
            <StudentList students={students} view={view} />
          )}
          <Pages page={view.page} pages={pages} to={(page) => paths.students(viewQuery(view, { page }))} />
        </div>
      </Card>
      <Outlet />
    </>
  )
}

function StudentList({ students, view }: { students: StudentRow[]; view: StudentView }) {
  if (!students.length) {
    return (
      <EmptyState title={view.search ? 'No students match your search.' : 'No students yet.'}>
        {view.search ? 'Try part of a name, phone number, email, or package.' : 'Add the first one above.'}
      </EmptyState>
    )
  }
  return (
    <DataTable
      caption={`Students in ${view.monthName}`}
      rows={students}
      rowKey={(student) => student.id}
      columns={[
        {
          header: 'Student',
          label: '',
          cell: (student) => <StudentName student={student} month={view.monthKey} />,
        },
        { header: 'Package', cell: packageNames },
        { header: 'Lessons', align: 'end', cell: ({ allowance }) => <Figures {...allowance.lessons} /> },
        { header: 'Private', align: 'end', cell: ({ allowance }) => <Figures {...allowance.privateLessons} /> },
        { header: 'Status', cell: ({ paymentStatus }) => <PaymentBadge status={paymentStatus} /> },
        {
          header: 'Last payment',
          cell: ({ lastPayment }) => (lastPayment ? formatDay(lastPayment) : 'None'),
        },
        {
          header: 'Actions',
          label: '',
          cell: ({ id }) => (
            <span className="flex flex-wrap gap-x-4">
              <RowLink to={paths.student(id, { month: view.monthKey })}>View Details</RowLink>
              <RowLink to={paths.rideHistory({ student: id })}>Ride History</RowLink>
              <RowLink to={paths.newLesson({ student: id })}>Schedule Lesson</RowLink>
            </span>
          ),
        },
      ]}
    />
  )
}

const RowLink = ({ to, children }: { to: string; children: string }) => (
  <Link to={to} className="link inline-flex min-h-11 items-center text-sm whitespace-nowrap pointer-fine:min-h-8">
    {children}
  </Link>
)

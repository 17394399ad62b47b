import { type LoaderFunctionArgs, type MetaFunction, redirect } from '@remix-run/node'
import { Outlet, useLoaderData } from '@remix-run/react'
import { NoStudents } from '~/components/office/no-students'
import { DataTable } from '~/components/ui/data-table'
import { EmptyState } from '~/components/ui/empty-state'
import { Link } from '~/components/ui/link'
import { ActionsMenu } from '~/components/ui/menu'
import { Pages } from '~/components/ui/pages'
import { countWrong } from '~/models/people/families/invitations/invite.server'
import { countUnsortedNotes } from '~/models/people/families/student-note.server'
import type { StudentRow } from '~/models/students/student-list'
import { listStudents, studentStats } from '~/models/students/student-list.server'
import { monthChoices, readStudentView, type StudentView, viewQuery } from '~/models/students/student-query'
import { listUnpaid } from '~/models/students/unpaid.server'
import { displayName } from '~/models/vocabulary/user'
import { today } from '~/platform/clock.server'
import { formatDay } from '~/utils/dates'
import { pageCount } from '~/utils/paging'
import { paths } from '~/utils/paths'
import { requireAdmin } from '~/web/auth.server'
import { Figures, PaymentBadge, packageNames, RowLink, StudentName } from './student-parts'
import { StudentsFrame } from './students-frame'
import { UnpaidTable } from './unpaid/unpaid-table'

export const handle = { scripts: true }
export const meta: MetaFunction = () => [{ title: 'Students' }]

const PAGE_SIZE = 50

export async function loader({ request }: LoaderFunctionArgs) {
  await requireAdmin(request)
  const view = readStudentView(new URL(request.url).searchParams, today())
  const { month, search, page, order } = view
  const [list, unpaid, stats, unsorted, wrong] = await Promise.all([
    view.unpaid ? null : listStudents({ month, search, page, unsigned: view.unsigned, pageSize: PAGE_SIZE }),
    view.unpaid ? listUnpaid({ month, search, order, page }) : null,
    studentStats(month),
    countUnsortedNotes(),
    countWrong(),
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
    unsorted,
    wrong,
  }
}

export default function Students() {
  const { view, months, students, unpaid, pages, stats, unsorted, wrong } = useLoaderData<typeof loader>()
  const query = viewQuery(view)
  return (
    <>
      <StudentsFrame
        title="Students"
        screen="month"
        view={view}
        months={months}
        stats={stats}
        unsorted={unsorted}
        wrong={wrong}
      >
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
      </StudentsFrame>
      <Outlet />
    </>
  )
}

function StudentList({ students, view }: { students: StudentRow[]; view: StudentView }) {
  if (!students.length) {
    if (view.unsigned && !view.search) return <EmptyState title="No rider has a waiver to sign." />
    if (!view.search) return <NoStudents>Or add the first one above.</NoStudents>
    return (
      <EmptyState title="No students match your search.">
        Try part of a name, phone number, email, or package.
      </EmptyState>
    )
  }
  return (
    <div className="student-table">
      <DataTable
        caption={`Students in ${view.monthName}`}
        rows={students}
        rowKey={(student) => student.id}
        more="All details"
        columns={[
          {
            header: 'Student',
            label: '',
            cell: (student) => <StudentName student={student} month={view.monthKey} />,
          },
          { header: 'Package', card: 'line', cell: packageNames },
          {
            header: 'Lessons',
            label: '',
            align: 'end',
            card: 'line',
            cell: ({ allowance }) => <Figures {...allowance.lessons} />,
          },
          {
            header: 'Private',
            label: 'private',
            align: 'end',
            card: 'line',
            cell: ({ allowance }) => <Figures {...allowance.privateLessons} />,
          },
          { header: 'Status', nowrap: true, card: 'beside', cell: (student) => <PaymentBadge student={student} /> },
          {
            header: 'Last payment',
            card: 'more',
            nowrap: true,
            cell: ({ lastPayment }) =>
              lastPayment ? (
                <span className="num">{formatDay(lastPayment)}</span>
              ) : (
                <span className="nothing">None</span>
              ),
          },
          {
            header: <span className="sr-only">Actions</span>,
            paper: false,
            align: 'end',
            card: 'corner',
            cell: (student) => (
              <div className="flex items-center justify-end">
                <span className="row-links">
                  <RowLink to={paths.student(student.id, { month: view.monthKey })} about={student}>
                    View Details
                  </RowLink>
                  <RowLink to={paths.newLesson({ student: student.id })} about={student}>
                    Schedule Lesson
                  </RowLink>
                  <RowLink to={paths.rideHistory({ student: student.id })} about={student}>
                    Ride History
                  </RowLink>
                </span>
                <ActionsMenu label={`More for ${displayName(student) || 'this student'}`}>
                  <Link to={paths.student(student.id, { month: view.monthKey })} className="menu-item">
                    View Details
                  </Link>
                  <Link to={paths.recordListedPayment(student.id, viewQuery(view))} stay className="menu-item">
                    Record payment
                  </Link>
                  <Link to={paths.newLesson({ student: student.id })} className="menu-item">
                    Schedule Lesson
                  </Link>
                  <Link to={paths.rideHistory({ student: student.id })} className="menu-item">
                    Ride History
                  </Link>
                </ActionsMenu>
              </div>
            ),
          },
        ]}
      />
    </div>
  )
}

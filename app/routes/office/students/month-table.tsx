import { Csrf } from '~/components/form/csrf'
import { Form } from '~/components/form/form'
import { NoStudents } from '~/components/office/no-students'
import { Button } from '~/components/ui/button'
import { type Column, DataTable } from '~/components/ui/data-table'
import { EmptyState } from '~/components/ui/empty-state'
import { Link } from '~/components/ui/link'
import { ActionsMenu } from '~/components/ui/menu'
import type { StudentRow } from '~/models/students/student-list'
import { type StudentView, viewQuery } from '~/models/students/student-query'
import { displayName } from '~/models/vocabulary/user'
import { paths } from '~/utils/paths'
import { Count, Figures, PaymentBadge, packageNames, RowLink, StudentName } from './student-parts'

/** Labels, for cards, of the two counters that packages consist of. */
const LABELS: Record<string, string> = { Lessons: '', Private: 'private' }

/** The students of a month with their counters; each row is edited in its own dialog. */
export function MonthTable({ students, view }: { students: StudentRow[]; view: StudentView }) {
  const query = viewQuery(view)
  if (!students.length) {
    if (!view.search && !view.hidden) return <NoStudents>Or add the first one above.</NoStudents>
    return (
      <EmptyState title={view.search ? 'No students match your search.' : 'No removed students.'}>
        {view.hidden ? 'Students you remove can be restored here.' : null}
      </EmptyState>
    )
  }
  const counters: [string, (row: StudentRow) => { used: number; allowed: number }][] = [
    ['Lessons', ({ allowance }) => allowance.lessons],
    ['Private', ({ allowance }) => allowance.privateLessons],
    ['Hacks', ({ allowance }) => allowance.hacks],
    ['Horse use', ({ allowance }) => allowance.horseUse],
    ['Makeups', ({ allowance }) => allowance.makeups],
  ]
  const columns: Column<StudentRow>[] = [
    { header: 'Student', label: '', cell: (student) => <StudentName student={student} month={view.monthKey} /> },
    { header: 'Package', card: 'line', cell: packageNames },
    ...counters.map(
      ([header, of]): Column<StudentRow> => ({
        header,
        ...(LABELS[header] === undefined ? { card: 'more' } : { card: 'line', label: LABELS[header] }),
        align: 'end',
        cell: (student) => <Figures {...of(student)} />,
      }),
    ),
    { header: 'Absences', align: 'end', card: 'more', cell: ({ allowance }) => <Count of={allowance.absences} /> },
    { header: 'Status', card: 'beside', cell: (student) => <PaymentBadge student={student} /> },
    {
      header: <span className="sr-only">Actions</span>,
      align: 'end',
      card: view.hidden ? 'line' : 'corner',
      cell: (student) => (
        <div className="flex items-center justify-end">
          {view.hidden ? (
            <Form method="post" action={paths.studentsManagement(query)}>
              <Csrf />
              <Button
                name="restore"
                value={student.id}
                variant="secondary"
                size="small"
                aria-label={`Restore ${displayName(student)}`}
              >
                Restore
              </Button>
            </Form>
          ) : (
            <span className="cards:hidden">
              <RowLink to={paths.editStudent(student.id, query)} about={student} dialog>
                Edit
              </RowLink>
            </span>
          )}
          <span className="row-links">
            <RowLink to={paths.scheduledRides({ student: student.id })} about={student}>
              Rides
            </RowLink>
            <RowLink to={paths.rideHistory({ student: student.id })} about={student}>
              History
            </RowLink>
            <RowLink to={paths.payments({ student: student.id })} about={student}>
              Payments
            </RowLink>
          </span>
          <ActionsMenu label={`More for ${displayName(student) || 'this student'}`}>
            {view.hidden ? null : (
              <>
                <Link to={paths.editStudent(student.id, query)} stay className="menu-item hidden cards:flex">
                  Edit
                </Link>
                <Link to={paths.recordManagedPayment(student.id, query)} stay className="menu-item">
                  Record payment
                </Link>
              </>
            )}
            <Link to={paths.scheduledRides({ student: student.id })} className="menu-item">
              Scheduled rides
            </Link>
            <Link to={paths.rideHistory({ student: student.id })} className="menu-item">
              Ride history
            </Link>
            <Link to={paths.payments({ student: student.id })} className="menu-item">
              Payments
            </Link>
            {view.hidden ? null : (
              <Link to={paths.removeStudent(student.id, query)} stay className="menu-item" data-tone="bad">
                Remove
              </Link>
            )}
          </ActionsMenu>
        </div>
      ),
    },
  ]
  return (
    <div className="student-table managed">
      <DataTable
        caption={`Students in ${view.monthName}`}
        rows={students}
        rowKey={(student) => student.id}
        rowId={({ id }) => `student-${id}`}
        columns={columns}
        more="All counters"
        room="many"
      />
    </div>
  )
}

import { type LoaderFunctionArgs, type MetaFunction, redirect } from '@remix-run/node'
import { Outlet, useLoaderData } from '@remix-run/react'
import { z } from 'zod'
import { ButtonLink } from '~/components/ui/button'
import { Card } from '~/components/ui/card'
import { Link } from '~/components/ui/link'
import { PageHeader } from '~/components/ui/page-header'
import { Pages } from '~/components/ui/pages'
import { addToMonth, monthKey } from '~/models/allowance/month'
import { setHidden } from '~/models/students/student.server'
import { listStudents } from '~/models/students/student-list.server'
import { monthChoices, readStudentView, viewQuery } from '~/models/students/student-query'
import { today } from '~/platform/clock.server'
import { pageCount } from '~/utils/paging'
import { paths } from '~/utils/paths'
import { requireAdmin } from '~/web/auth.server'
import { formAction } from '~/web/form-action.server'
import { MonthTable } from './month-table'
import { StudentSearch } from './student-search'

export const handle = { scripts: true }
export const meta: MetaFunction = () => [{ title: 'Student Management' }]

const PAGE_SIZE = 50

export async function loader({ request }: LoaderFunctionArgs) {
  await requireAdmin(request)
  const view = readStudentView(new URL(request.url).searchParams, today())
  const { month, search, page, hidden } = view
  const { students, total } = await listStudents({ month, search, page, hidden, pageSize: PAGE_SIZE })
  const pages = pageCount(total, PAGE_SIZE)
  if (page > pages) throw redirect(paths.studentsManagement(viewQuery(view, { page: pages })))
  return {
    view,
    months: monthChoices(month, today()),
    before: monthKey(addToMonth(month, -1)),
    after: monthKey(addToMonth(month, 1)),
    students,
    total,
    pages,
  }
}

const restoreSchema = z.object({ restore: z.string() })
const listOf = (query: URLSearchParams) => paths.studentsManagement(viewQuery(readStudentView(query, today())))

/** Brings a removed student back. */
export const action = formAction({
  guard: requireAdmin,
  schema: restoreSchema,
  refusedTo: ({ query }) => listOf(query),
  async run({ viewer, value: { restore }, query }) {
    await setHidden(viewer.id, restore, false)
    return { to: listOf(query), title: 'Student Restored' }
  },
})

export default function StudentManagement() {
  const { view, months, before, after, students, total, pages } = useLoaderData<typeof loader>()
  const query = viewQuery(view)
  const other = { ...view, hidden: !view.hidden, page: 1 }
  return (
    <>
      <PageHeader
        title="Student Management"
        actions={
          <>
            <ButtonLink to={paths.students(query)} variant="secondary">
              Monthly List
            </ButtonLink>
            <ButtonLink to={paths.resetUsage(query)} stay variant="secondary">
              Reset Monthly Usage
            </ButtonLink>
            <ButtonLink to={paths.newStudent(query)} stay>
              Add Student
            </ButtonLink>
          </>
        }
      />
      <Card>
        <StudentSearch
          action={paths.studentsManagement()}
          search={view.search}
          month={view.monthKey}
          months={months}
          hidden={view.hidden}
        />
        <div className="my-3 flex flex-wrap items-center gap-x-4">
          <nav aria-label="Month" className="flex items-center">
            <MonthLink
              to={paths.studentsManagement(viewQuery(view, { month: before }))}
              label="Previous month"
              sign="←"
            />
            <strong className="px-2">{view.monthName}</strong>
            <MonthLink to={paths.studentsManagement(viewQuery(view, { month: after }))} label="Next month" sign="→" />
          </nav>
          <span className="num text-muted">
            {total} {view.hidden ? 'removed' : ''} {total === 1 ? 'student' : 'students'}
          </span>
          <Link
            to={paths.students({ month: view.monthKey, status: 'unpaid' })}
            className="link ms-auto inline-flex min-h-11 items-center"
          >
            Unpaid this month
          </Link>
          <Link to={paths.studentsManagement(viewQuery(other))} className="link inline-flex min-h-11 items-center">
            {view.hidden ? 'Show current students' : 'Show removed students'}
          </Link>
        </div>
        <MonthTable students={students} view={view} />
        <Pages page={view.page} pages={pages} to={(page) => paths.studentsManagement(viewQuery(view, { page }))} />
      </Card>
      <Outlet />
    </>
  )
}

const MonthLink = ({ to, label, sign }: { to: string; label: string; sign: string }) => (
  <Link to={to} aria-label={label} className="btn btn-quiet w-11 px-0">
    <span aria-hidden="true">{sign}</span>
  </Link>
)

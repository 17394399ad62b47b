import { type LoaderFunctionArgs, type MetaFunction, redirect } from '@remix-run/node'
import { Outlet, useLoaderData } from '@remix-run/react'
import { z } from 'zod'
import { Pages } from '~/components/ui/pages'
import { countWrong } from '~/models/people/families/invitations/invite.server'
import { countUnsortedNotes } from '~/models/people/families/student-note.server'
import { setHidden } from '~/models/students/hide-student.server'
import { listStudents, studentStats } from '~/models/students/student-list.server'
import { monthChoices, readStudentView, viewQuery } from '~/models/students/student-query'
import { today } from '~/platform/clock.server'
import { pageCount } from '~/utils/paging'
import { paths } from '~/utils/paths'
import { requireAdmin } from '~/web/auth.server'
import { formAction } from '~/web/form-action.server'
import { MonthTable } from './month-table'
import { StudentsFrame } from './students-frame'

export const handle = { scripts: true }
export const meta: MetaFunction = () => [{ title: 'Student Management' }]

const PAGE_SIZE = 50

export async function loader({ request }: LoaderFunctionArgs) {
  await requireAdmin(request)
  const view = readStudentView(new URL(request.url).searchParams, today())
  const { month, search, page, hidden } = view
  const [{ students, total }, stats, unsorted, wrong] = await Promise.all([
    listStudents({ month, search, page, hidden, pageSize: PAGE_SIZE }),
    studentStats(month),
    countUnsortedNotes(),
    countWrong(),
  ])
  const pages = pageCount(total, PAGE_SIZE)
  if (page > pages) throw redirect(paths.studentsManagement(viewQuery(view, { page: pages })))
  return {
    view,
    months: monthChoices(month, today()),
    students,
    pages,
    stats,
    unsorted,
    wrong,
  }
}

const restoreSchema = z.object({ restore: z.string() })
const listOf = (query: URLSearchParams) => paths.studentsManagement(viewQuery(readStudentView(query, today())))

/** Restores a removed student. */
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
  const { view, months, students, pages, stats, unsorted, wrong } = useLoaderData<typeof loader>()
  return (
    <>
      <StudentsFrame
        title="Student Management"
        screen="management"
        view={view}
        months={months}
        stats={stats}
        unsorted={unsorted}
        wrong={wrong}
      >
        <MonthTable students={students} view={view} />
        <Pages page={view.page} pages={pages} to={(page) => paths.studentsManagement(viewQuery(view, { page }))} />
      </StudentsFrame>
      <Outlet />
    </>
  )
}

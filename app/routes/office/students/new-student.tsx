import type { SubmissionResult } from '@conform-to/react'
import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { readStudentView, viewQuery } from '~/models/students/student-query'
import { today } from '~/platform/clock.server'
import { paths } from '~/utils/paths'
import { requireAdmin } from '~/web/auth.server'
import { answerNewStudent } from '~/web/new-student.server'
import { NewStudentDialog } from './new-student-dialog'

export const meta: MetaFunction = () => [{ title: 'Add Student' }]

/** Back to the screen that the dialog stands over, as it was: `/students` or `/students-management`. */
function closeTo(request: Request): string {
  const { pathname, searchParams } = new URL(request.url)
  const list = pathname === paths.newListedStudent() ? paths.students : paths.studentsManagement
  return list(viewQuery(readStudentView(searchParams, today())))
}

export async function loader({ request }: LoaderFunctionArgs) {
  await requireAdmin(request)
  return { closeTo: closeTo(request) }
}

export const action = ({ request }: ActionFunctionArgs) => answerNewStudent(request, closeTo(request))

export default function AddStudent() {
  const { closeTo } = useLoaderData<typeof loader>()
  const lastResult = useActionData<typeof action>() as SubmissionResult<string[]> | undefined
  return <NewStudentDialog closeTo={closeTo} lastResult={lastResult} />
}

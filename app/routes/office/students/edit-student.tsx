import type { SubmissionResult } from '@conform-to/react'
import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { readStudentView, viewQuery } from '~/models/students/student-query'
import { today } from '~/platform/clock.server'
import { paths } from '~/utils/paths'
import { requireAdmin } from '~/web/auth.server'
import { answerEditStudent, findEditedStudent } from '~/web/edit-student.server'
import { EditStudentDialog } from './edit-student-dialog'

export const meta: MetaFunction = () => [{ title: 'Edit Student' }]

/** The month in view, and the way back to the list as it was. */
function viewOf(request: Request) {
  const view = readStudentView(new URL(request.url).searchParams, today())
  return { month: view.month, closeTo: paths.studentsManagement(viewQuery(view)) }
}

export async function loader({ request, params }: LoaderFunctionArgs) {
  await requireAdmin(request)
  const { month, closeTo } = viewOf(request)
  return { ...(await findEditedStudent(params.id ?? '', month)), closeTo }
}

export function action({ request, params }: ActionFunctionArgs) {
  const { month, closeTo } = viewOf(request)
  return answerEditStudent(request, params.id ?? '', month, closeTo)
}

export default function EditStudent() {
  const { closeTo, ...edited } = useLoaderData<typeof loader>()
  const lastResult = useActionData<typeof action>() as SubmissionResult<string[]> | undefined
  return <EditStudentDialog edited={edited} closeTo={closeTo} lastResult={lastResult} />
}

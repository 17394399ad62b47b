import type { SubmissionResult } from '@conform-to/react'
import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { NewStudentDialog } from '~/components/students/new-student-dialog'
import { readStudentView, viewQuery } from '~/models/students/student-query'
import { today } from '~/platform/clock.server'
import { paths } from '~/utils/paths'
import { requireAdmin } from '~/web/auth.server'
import { answerNewStudent } from '~/web/new-student.server'

export const meta: MetaFunction = () => [{ title: 'Add Student' }]

/** Back to the list as it was. */
const closeTo = (request: Request): string =>
  paths.students(viewQuery(readStudentView(new URL(request.url).searchParams, today())))

export async function loader({ request }: LoaderFunctionArgs) {
  await requireAdmin(request)
  return { closeTo: closeTo(request) }
}

export const action = ({ request }: ActionFunctionArgs) => answerNewStudent(request, closeTo(request))

export default function AddListedStudent() {
  const { closeTo } = useLoaderData<typeof loader>()
  const lastResult = useActionData<typeof action>() as SubmissionResult<string[]> | undefined
  return <NewStudentDialog closeTo={closeTo} lastResult={lastResult} />
}

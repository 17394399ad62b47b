import type { SubmissionResult } from '@conform-to/react'
import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { monthOfDay } from '~/models/allowance/month'
import { dayOf } from '~/models/schedule/week-address'
import { today } from '~/platform/clock.server'
import { LessonDialogError } from '~/routes/office/lessons/lesson-dialog-error'
import { paths } from '~/utils/paths'
import { requireAdmin } from '~/web/auth.server'
import { answerEditStudent, findEditedStudent } from '~/web/edit-student.server'
import { EditStudentDialog } from './edit-student-dialog'

export const meta: MetaFunction = () => [{ title: 'Edit Student' }]

/** The month of the week behind the dialog, and the way back to the student's lessons over that week. */
function viewOf(request: Request, id: string) {
  const day = dayOf(new URL(request.url).searchParams.get('day')) ?? undefined
  return { month: monthOfDay(day ?? today()), closeTo: paths.lessonHistory(id, { day }) }
}

export async function loader({ request, params: { id = '' } }: LoaderFunctionArgs) {
  await requireAdmin(request)
  const { month, closeTo } = viewOf(request, id)
  return { ...(await findEditedStudent(id, month)), closeTo }
}

export function action({ request, params: { id = '' } }: ActionFunctionArgs) {
  const { month, closeTo } = viewOf(request, id)
  return answerEditStudent(request, id, month, closeTo)
}

export default function EditStudentOverWeek() {
  const { closeTo, ...edited } = useLoaderData<typeof loader>()
  const lastResult = useActionData<typeof action>() as SubmissionResult<string[]> | undefined
  return <EditStudentDialog edited={edited} closeTo={closeTo} lastResult={lastResult} />
}

export const ErrorBoundary = LessonDialogError

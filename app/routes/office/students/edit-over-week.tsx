import type { MetaFunction } from '@remix-run/node'
import { type Params, useLoaderData } from '@remix-run/react'
import { dayOf } from '~/models/schedule/week/week-address'
import { monthOfDay } from '~/models/vocabulary/month'
import { today } from '~/platform/clock.server'
import { paths } from '~/utils/paths'
import { editStudentAction, editStudentLoader } from './edit-student.server'
import { EditStudentDialog } from './edit-student-dialog'

export const meta: MetaFunction = () => [{ title: 'Edit Student' }]

/** Returns the month of the week behind the dialog, and the way back to the student's lessons in that week. */
function viewOf(request: Request, { id = '' }: Params) {
  const day = dayOf(new URL(request.url).searchParams.get('day')) ?? undefined
  return { month: monthOfDay(day ?? today()), closeTo: paths.lessonHistory(id, { day }) }
}

export const loader = editStudentLoader(viewOf)
export const action = editStudentAction(viewOf)

export default function EditStudentOverWeek() {
  const { closeTo, ...edited } = useLoaderData<typeof loader>()
  return <EditStudentDialog edited={edited} closeTo={closeTo} />
}

import type { MetaFunction } from '@remix-run/node'
import { type Params, useLoaderData } from '@remix-run/react'
import { readStudentView } from '~/models/students/student-query'
import { today } from '~/platform/clock.server'
import { paths } from '~/utils/paths'
import { editStudentAction, editStudentLoader } from '../edit-student.server'
import { EditStudentDialog } from '../edit-student-dialog'

export const meta: MetaFunction = () => [{ title: 'Edit Student' }]

/** Returns the month in view, and the way back to the student's page. */
function viewOf(request: Request, { id = '' }: Params) {
  const { month, monthKey } = readStudentView(new URL(request.url).searchParams, today())
  return { month, closeTo: paths.student(id, { month: monthKey }) }
}

export const loader = editStudentLoader(viewOf)
export const action = editStudentAction(viewOf)

export default function EditStudentHere() {
  const { closeTo, ...edited } = useLoaderData<typeof loader>()
  return <EditStudentDialog edited={edited} closeTo={closeTo} />
}

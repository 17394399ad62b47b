import type { MetaFunction } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { readStudentView, viewQuery } from '~/models/students/student-query'
import { today } from '~/platform/clock.server'
import { paths } from '~/utils/paths'
import { editStudentAction, editStudentLoader } from './edit-student.server'
import { EditStudentDialog } from './edit-student-dialog'

export const meta: MetaFunction = () => [{ title: 'Edit Student' }]

/** Returns the month in view, and the way back to the list as it was. */
function viewOf(request: Request) {
  const view = readStudentView(new URL(request.url).searchParams, today())
  return { month: view.month, closeTo: paths.studentsManagement(viewQuery(view)) }
}

export const loader = editStudentLoader(viewOf)
export const action = editStudentAction(viewOf)

export default function EditStudent() {
  const { closeTo, ...edited } = useLoaderData<typeof loader>()
  return <EditStudentDialog edited={edited} closeTo={closeTo} />
}

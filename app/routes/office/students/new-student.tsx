import type { LoaderFunctionArgs, MetaFunction } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { DialogForm } from '~/components/form/dialog-form'
import { useAnswer } from '~/components/form/use-answer'
import { newStudentSchema } from '~/models/people/accounts/student.schema'
import { addStudent } from '~/models/people/families/student.server'
import { readStudentView, viewQuery } from '~/models/students/student-query'
import { today } from '~/platform/clock.server'
import { paths } from '~/utils/paths'
import { requireAdmin } from '~/web/auth.server'
import { formAction } from '~/web/form-action.server'
import { ContactFields } from './contact-fields'

export const meta: MetaFunction = () => [{ title: 'Add Student' }]

/** Returns the screen under the dialog as it was: `/students` or `/students-management`. */
function listOf(request: Request): string {
  const { pathname, searchParams } = new URL(request.url)
  const list = pathname === paths.newListedStudent() ? paths.students : paths.studentsManagement
  return list(viewQuery(readStudentView(searchParams, today())))
}

export async function loader({ request }: LoaderFunctionArgs) {
  await requireAdmin(request)
  return { closeTo: listOf(request) }
}

export const action = formAction({
  guard: requireAdmin,
  schema: newStudentSchema,
  failed: 'Failed to add student',
  async run({ viewer, value, request }) {
    const id = await addStudent(viewer.id, value)
    const { monthKey: month } = readStudentView(new URL(request.url).searchParams, today())
    // Where the first lesson, a package, and a note for the barn come next.
    const to = paths.student(id, { month })
    return { to, title: 'Student Added', description: `${value.firstName} ${value.lastName}` }
  },
})

export default function AddStudent() {
  const { closeTo } = useLoaderData<typeof loader>()
  const { field, ...answer } = useAnswer(newStudentSchema)
  return (
    <DialogForm title="Add Student" closeTo={closeTo} answer={answer} submit="Add Student" waits>
      <ContactFields field={field} />
      <p className="text-sm text-muted">
        With an email, the family can sign in with Magic Link Sign In, or set a password with “Forgot password?”
      </p>
    </DialogForm>
  )
}

import { parseWithZod } from '@conform-to/zod/v4'
import { data } from '@remix-run/node'
import { newStudentSchema } from '~/models/students/student.schema'
import { addStudent } from '~/models/students/student.server'
import { requireAdmin } from './auth.server'
import { csrfForm } from './csrf.server'
import { refusalOf, replyOf } from './refusal.server'
import { redirectWithToast } from './toast.server'

/** The action of Add Student: back to `backTo` with a toast, or the form again with what is not valid. */
export async function answerNewStudent(request: Request, backTo: string) {
  const viewer = await requireAdmin(request)
  const submission = parseWithZod(await csrfForm(request), { schema: newStudentSchema })
  if (submission.status !== 'success') return data(submission.reply(), { status: 400 })
  const { firstName, lastName } = submission.value
  try {
    await addStudent(viewer.id, submission.value)
  } catch (error) {
    const refused = refusalOf(error)
    return data(submission.reply(replyOf(refused)), { status: refused.status })
  }
  return redirectWithToast(backTo, { type: 'success', title: 'Student Added', description: `${firstName} ${lastName}` })
}

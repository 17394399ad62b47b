import type { ActionFunctionArgs } from '@remix-run/node'
import { COUNTER_OF } from '~/models/allowance/usage'
import { studentPatchSchema, USAGE_FIELDS } from '~/models/students/student.schema'
import { runningFor, setHidden } from '~/models/students/student.server'
import { editStudent } from '~/models/students/student-edit.server'
import { toApiRow } from '~/models/students/student-list'
import { findStudentRow } from '~/models/students/student-list.server'
import { monthParam } from '~/models/students/student-query'
import { today } from '~/platform/clock.server'
import { notFound } from '~/platform/refused'
import { apiAnswer, methodNotAllowed, readJson } from '~/web/api.server'
import { requireApiAdmin } from '~/web/auth.server'

export const loader = () => methodNotAllowed('PATCH, DELETE')

/** PATCH changes a student's row of a month, what is not sent stays; DELETE hides the student from the office's lists. */
export async function action({ request, params }: ActionFunctionArgs) {
  if (request.method !== 'PATCH' && request.method !== 'DELETE') return methodNotAllowed('PATCH, DELETE')
  return apiAnswer(request, async () => {
    const viewer = await requireApiAdmin(request)
    const id = params.id ?? ''
    if (request.method === 'DELETE') {
      const { subscription } = await runningFor(id)
      await setHidden(viewer.id, id, true)
      const warning = subscription && `A subscription is still running: ${subscription}`
      return { success: true, message: 'Student removed', ...(warning ? { warning } : {}) }
    }
    const { month: key, packageId, reason = null, ...fields } = await readJson(request, studentPatchSchema)
    const month = monthParam(key ?? null, today())
    const { firstName, lastName, email, phone, parentName } = fields
    const usage = USAGE_FIELDS.flatMap((field) => {
      const used = fields[field]
      return used === undefined ? [] : [{ counter: COUNTER_OF[field], used }]
    })
    const contact = { firstName, lastName, email, phone, parentName }
    await editStudent(viewer.id, id, { month, contact, packageId, usage, reason })
    const student = await findStudentRow(id, month)
    if (!student) throw notFound('Student not found')
    return toApiRow(student)
  })
}

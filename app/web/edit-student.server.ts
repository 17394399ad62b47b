import { parseWithZod } from '@conform-to/zod/v4'
import { data } from '@remix-run/node'
import type { Month } from '~/models/allowance/allowance'
import { monthName } from '~/models/allowance/month'
import { COUNTER_OF, counterIn } from '~/models/allowance/usage'
import { wholeCatalog } from '~/models/catalog/catalog-edit.server'
import { grantedPackage } from '~/models/payments/office-grant.server'
import { editStudentSchema, USAGE_FIELDS } from '~/models/students/student.schema'
import { editStudent } from '~/models/students/student-edit.server'
import { findStudentRow } from '~/models/students/student-list.server'
import { prisma } from '~/platform/db.server'
import { requireAdmin } from './auth.server'
import { csrfForm } from './csrf.server'
import { refusalOf, replyOf } from './refusal.server'
import { redirectWithToast } from './toast.server'

/**
 * What Edit Student shows: contact, the package given by the office and what is used, in one month.
 * @throws Response 404 where there is no such student.
 */
export async function findEditedStudent(id: string, month: Month) {
  const [student, packageId, { packages }] = await Promise.all([
    findStudentRow(id, month),
    grantedPackage(prisma, id, month),
    wholeCatalog(),
  ])
  if (!student) throw new Response('There is no such student.', { status: 404, statusText: 'Not Found' })
  const counters = USAGE_FIELDS.map((field) => ({ field, ...counterIn(student.allowance, COUNTER_OF[field]) }))
  // A package that was given stays in the list when it is no longer for sale: saving the rest must not take it back.
  const choices = packages.filter(({ id, active }) => active || id === packageId).map(({ id, name }) => ({ id, name }))
  return { monthName: monthName(month), student, counters, packageId, packages: choices }
}
export type EditedStudent = Awaited<ReturnType<typeof findEditedStudent>>

/** The action of Edit Student: back to `backTo` with a toast, or the form again with what is not valid. */
export async function answerEditStudent(request: Request, id: string, month: Month, backTo: string) {
  const viewer = await requireAdmin(request)
  const submission = parseWithZod(await csrfForm(request), { schema: editStudentSchema })
  if (submission.status !== 'success') return data(submission.reply(), { status: 400 })
  const { firstName, lastName, email, phone, parentName, packageId, shown, reason, ...used } = submission.value
  const usage = USAGE_FIELDS.map((field, i) => ({ counter: COUNTER_OF[field], used: used[field], shown: shown[i] }))
  const contact = { firstName, lastName, email, phone, parentName }
  try {
    await editStudent(viewer.id, id, { month, contact, packageId, usage, reason })
  } catch (error) {
    const refused = refusalOf(error)
    return data(submission.reply(replyOf(refused)), { status: refused.status })
  }
  return redirectWithToast(backTo, {
    type: 'success',
    title: 'Student Updated',
    description: `${firstName} ${lastName}`,
  })
}

import type { LoaderFunctionArgs } from '@remix-run/node'
import type { Params } from '@remix-run/react'
import { sendContact } from '~/models/money/payments/provider/customer.server'
import { editStudentSchema } from '~/models/people/accounts/student.schema'
import { recordView } from '~/models/privacy/data-view.server'
import { editStudent, findEditedStudent } from '~/models/students/student-edit.server'
import { COUNTERS } from '~/models/vocabulary/counters'
import type { Month } from '~/models/vocabulary/month'
import { readVersion, withKept } from '~/platform/version'
import { requireAdmin } from '~/web/auth.server'
import { formAction } from '~/web/form-action.server'

type ViewOf = (request: Request, params: Params) => { month: Month; closeTo: string }

/**
 * Returns the loader of Edit Student for either of its addresses: `viewOf` returns the month to show and where to
 * return.
 */
export const editStudentLoader =
  (viewOf: ViewOf) =>
  async ({ request, params }: LoaderFunctionArgs) => {
    const viewer = await requireAdmin(request)
    const { month, closeTo } = viewOf(request, params)
    const edited = await findEditedStudent(params.id ?? '', month)
    if (!edited) throw new Response('Student not found.', { status: 404, statusText: 'Not Found' })
    await recordView(viewer.id, params.id ?? '', 'edit form')
    return { ...edited, closeTo }
  }

/** Returns the action that belongs to it. */
export const editStudentAction = (viewOf: ViewOf) =>
  formAction({
    guard: requireAdmin,
    schema: editStudentSchema,
    failed: 'Failed to update student. Please try again.',
    confirms: ({ value, version }) => (value.email ?? '') !== (readVersion(version)?.email ?? ''),
    async run({ viewer, value, request, params, version }) {
      const { month, closeTo } = viewOf(request, params)
      const { firstName, lastName, email, phone, parentName, level, weightLb, birthDate, ...rest } = value
      const { blocked, packageId, reason, ...used } = rest
      const usage = COUNTERS.map(({ name, usedField }) => ({ counter: name, used: used[usedField] }))
      const contact = { firstName, lastName, email, phone, parentName }
      const edit = { month, contact, level, weightLb, birthDate, blocked, packageId, usage, reason }
      const kept = await editStudent(viewer.id, params.id ?? '', edit, version)
      await sendContact(params.id ?? '')
      return { to: closeTo, title: 'Student Updated', description: withKept(`${firstName} ${lastName}`, kept) }
    },
  })

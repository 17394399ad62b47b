import { type LoaderFunctionArgs, redirect } from '@remix-run/node'
import { creditUndoSchema, creditUseSchema } from '~/models/money/donations/credit.schema'
import { spendCredit, undoCreditUse } from '~/models/money/donations/credit.server'
import { monthParam } from '~/models/students/student-query'
import { today } from '~/platform/clock.server'
import { formatCents } from '~/utils/money'
import { paths } from '~/utils/paths'
import { requireAdmin } from '~/web/auth.server'
import { formAction } from '~/web/form-action.server'

const pageOf = (id = '', query: URLSearchParams) => paths.student(id, { month: query.get('month') ?? undefined })

export const loader = ({ request, params }: LoaderFunctionArgs) =>
  redirect(pageOf(params.id, new URL(request.url).searchParams))

/**
 * Pays for a month with a sponsorship's credit, or undoes that. It returns to the student's page, with a toast if
 * refused.
 */
export const action = formAction({
  guard: requireAdmin,
  schema: ({ form }) => (form.has('undo') ? creditUndoSchema : creditUseSchema),
  refusedTo: ({ params, query }) => pageOf(params.id, query),
  async run({ viewer, value, params: { id = '' }, query, version = '' }) {
    const to = pageOf(id, query)
    if ('undo' in value) {
      const amount = await undoCreditUse(viewer.id, id, value.undo)
      return { to, title: 'Credit restored', description: `${formatCents(amount)} can be used again` }
    }
    const { credit: creditId, amount } = value
    const month = monthParam(value.month, today())
    const left = await spendCredit(viewer.id, { creditId, studentId: id, month, amount }, version)
    return { to, title: 'Credit Used', description: `${formatCents(amount)} used, ${formatCents(left)} left` }
  },
})

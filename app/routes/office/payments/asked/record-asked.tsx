import type { LoaderFunctionArgs, MetaFunction } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { z } from 'zod'
import { DialogForm } from '~/components/form/dialog-form'
import { Field } from '~/components/form/field'
import { SelectField } from '~/components/form/select-field'
import { useAnswer } from '~/components/form/use-answer'
import { askedPaymentSchema, PAYMENT_METHODS } from '~/models/money/payments/offline/record-payment.schema'
import { findAsked, recordAsked, undoAsked } from '~/models/money/payments/orders/at-school.server'
import { today } from '~/platform/clock.server'
import { formatMonth } from '~/utils/dates'
import { orderParam } from '~/utils/fields'
import { formatCents } from '~/utils/money'
import { paths } from '~/utils/paths'
import { requireAdmin } from '~/web/auth.server'
import { formAction } from '~/web/form-action.server'

export const meta: MetaFunction = () => [{ title: 'Record Payment' }]

export async function loader({ request, params }: LoaderFunctionArgs) {
  await requireAdmin(request)
  const { name, what, total, from } = await findAsked(orderParam(params))
  return { name, what, total: formatCents(total), month: formatMonth(from), today: today() }
}

/** Records the payment of an order, or undoes that. */
export const action = formAction({
  guard: requireAdmin,
  schema: ({ form }) => (form.has('undo') ? z.object({ undo: z.string() }) : askedPaymentSchema),
  failed: 'The payment was not saved',
  refusedTo: (_, { field }) => (field ? undefined : paths.askedOrders()),
  async run({ viewer, value, params }) {
    const id = orderParam(params)
    const { name, total } = await findAsked(id)
    const description = `${name}: ${formatCents(total)}`
    if ('undo' in value) {
      await undoAsked(viewer.id, id)
      return { to: paths.askedOrders(), title: 'Payment undone', description }
    }
    await recordAsked(viewer.id, id, value)
    const undo = { label: 'Undo', action: paths.recordAsked(id), fields: { undo: 'yes' } }
    return { to: paths.askedOrders(), title: 'Payment recorded', description, undo }
  },
})

export default function RecordAsked() {
  const { name, what, total, month, today } = useLoaderData<typeof loader>()
  const { field, ...answer } = useAnswer(askedPaymentSchema, { defaultValue: { method: 'cash', paidOn: today } })
  return (
    <DialogForm title={`Record payment: ${name}`} closeTo={paths.askedOrders()} answer={answer} submit="Record Payment">
      <p>
        <strong className="num">{total}</strong> for {month}
        {what.map((line) => (
          <span key={line} className="block text-muted">
            {line}
          </span>
        ))}
      </p>
      <div className="grid gap-4 sm:grid-cols-2">
        <SelectField
          label="Paid by"
          options={Object.entries(PAYMENT_METHODS).map(([value, label]) => ({ value, label }))}
          {...field('method')}
        />
        <Field label="Paid on" type="date" max={today} {...field('paidOn')} />
      </div>
    </DialogForm>
  )
}

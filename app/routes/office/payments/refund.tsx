import { type ActionFunctionArgs, data, type LoaderFunctionArgs, type MetaFunction } from '@remix-run/node'
import { Form, useActionData, useLoaderData, useNavigation } from '@remix-run/react'
import { type ReactNode, useState } from 'react'
import { useHydrated } from 'remix-utils/use-hydrated'
import { Csrf } from '~/components/form/csrf'
import { Field } from '~/components/form/field'
import { FormError } from '~/components/form/form-error'
import { Button, ButtonLink } from '~/components/ui/button'
import { Dialog } from '~/components/ui/dialog'
import { refundAmount } from '~/models/payments/refund'
import { findRefundable, refundPayment } from '~/services/stripe/refunds.server'
import { type Cents, centsOf, decimalOf, formatCents } from '~/utils/money'
import { paths } from '~/utils/paths'
import { requireAdmin } from '~/web/auth.server'
import { csrfForm } from '~/web/csrf.server'
import { refusalOf } from '~/web/refusal.server'
import { redirectWithToast } from '~/web/toast.server'

export const meta: MetaFunction = () => [{ title: 'Refund' }]

const idOf = (params: { id?: string }) => (/^\d{1,9}$/.test(params.id ?? '') ? Number(params.id) : 0)

export async function loader({ request, params }: LoaderFunctionArgs) {
  await requireAdmin(request)
  const payment = await findRefundable(idOf(params))
  if (!payment) throw new Response('There is no such payment.', { status: 404, statusText: 'Not Found' })
  return { payment }
}

/** Dollars as typed, such as `50` or `$50.00`, in cents; null where it is no amount. */
function readAmount(text: unknown): Cents | null {
  const typed = String(text).trim().replace(/^\$/, '').replace(/,/g, '')
  return /^\d{1,7}(\.\d{1,2})?$/.test(typed) ? centsOf(typed) : null
}

export async function action({ request, params }: ActionFunctionArgs) {
  const admin = await requireAdmin(request)
  const form = await csrfForm(request)
  const refuse = (errors: { amount?: string; form?: string }, status = 400) => data({ errors }, { status })
  const part = readAmount(form.get('amount'))
  if (part === null) return refuse({ amount: 'Please enter an amount such as 50.00' })
  try {
    const amount = await refundPayment(admin.id, idOf(params), { part, seen: Number(form.get('seen')) })
    return redirectWithToast(paths.payments(), {
      type: 'success',
      title: 'Payment refunded',
      description: `${formatCents(amount)} goes back${amount > part ? `, ${formatCents(amount - part)} of it convenience fee` : ''}.`,
    })
  } catch (error) {
    const refused = refusalOf(error)
    return refuse(refused.field ? { [refused.field]: refused.message } : { form: refused.message }, refused.status)
  }
}

export default function Refund() {
  const { payment } = useLoaderData<typeof loader>()
  const errors = useActionData<typeof action>()?.errors
  const [amount, setAmount] = useState(decimalOf(payment.refundable))
  const busy = useNavigation().formMethod === 'POST'
  const hydrated = useHydrated()
  const part = readAmount(amount)
  const valid = part !== null && part > 0 && part <= payment.refundable
  return (
    <Dialog title="Refund a payment" closeTo={paths.payments()}>
      <div className="grid gap-4">
        <dl className="grid gap-2">
          <Line label="Student">{payment.studentName}</Line>
          <Line label="For">{payment.description}</Line>
          <Line label="Paid">
            {formatCents(payment.total)}
            {payment.fee ? `, of it ${formatCents(payment.fee)} convenience fee` : ''}
          </Line>
          {payment.amountRefunded ? <Line label="Gone back">{formatCents(payment.amountRefunded)}</Line> : null}
          <Line label="Paid with">{payment.paymentMethod ?? 'Card'}</Line>
        </dl>
        {payment.refundable ? (
          <Form method="post" className="grid gap-4">
            <Csrf />
            <input type="hidden" name="seen" value={payment.amountRefunded} />
            <FormError
              title={errors?.form ? 'Nothing was refunded' : undefined}
              errors={errors?.form && [errors.form]}
            />
            <Field
              name="amount"
              label="Amount of the purchase, without the fee"
              inputMode="decimal"
              autoComplete="off"
              defaultValue={amount}
              onChange={(event) => setAmount(event.currentTarget.value)}
              hint={`Up to ${formatCents(payment.refundable)}.${payment.fee ? ' The fee is given back pro rata.' : ''}`}
              errors={errors?.amount && [errors.amount]}
            />
            <p className="text-sm text-muted">
              A full refund also takes back the lessons of this payment. After a part they stay as they are.
            </p>
            <div className="flex flex-wrap justify-end gap-3">
              <ButtonLink to={paths.payments()} preventScrollReset variant="secondary">
                Cancel
              </ButtonLink>
              <Button variant="danger" disabled={busy}>
                {busy
                  ? 'Processing...'
                  : hydrated && valid
                    ? `Refund ${formatCents(refundAmount(part, payment))}`
                    : 'Refund'}
              </Button>
            </div>
          </Form>
        ) : (
          <p>All of it has gone back already.</p>
        )}
      </div>
    </Dialog>
  )
}

function Line({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div className="flex justify-between gap-4">
      <dt className="text-muted">{label}</dt>
      <dd className="num text-right">{children}</dd>
    </div>
  )
}

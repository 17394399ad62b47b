import type { LoaderFunctionArgs, MetaFunction } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import type { ReactNode } from 'react'
import { z } from 'zod'
import { Field } from '~/components/form/field'
import { PostForm } from '~/components/form/post-form'
import { useAnswer } from '~/components/form/use-answer'
import { Island } from '~/components/island'
import { Button, ButtonLink } from '~/components/ui/button'
import { Dialog } from '~/components/ui/dialog'
import { versionOf } from '~/platform/version'
import { findRefundable, refundPayment } from '~/services/stripe/refunds.server'
import { decimalOf, formatCents, parseCents } from '~/utils/money'
import { paths } from '~/utils/paths'
import { requireAdmin } from '~/web/auth.server'
import { formAction } from '~/web/form-action.server'

export const meta: MetaFunction = () => [{ title: 'Refund' }]

const idOf = (params: { id?: string }) => (/^\d{1,9}$/.test(params.id ?? '') ? Number(params.id) : 0)

export async function loader({ request, params }: LoaderFunctionArgs) {
  await requireAdmin(request)
  const payment = await findRefundable(idOf(params))
  if (!payment) throw new Response('Payment not found.', { status: 404, statusText: 'Not Found' })
  return { payment }
}

const AMOUNT = 'Please enter an amount, for example 50.00'
const refundSchema = z.object({
  amount: z.string(AMOUNT).transform((typed, context) => {
    const cents = parseCents(typed)
    if (cents !== null) return cents
    context.addIssue({ code: 'custom', message: AMOUNT })
    return z.NEVER
  }),
})

/** Its version is how much had gone back: with another amount gone nothing is sent, because what is left is another choice. */
export const action = formAction({
  guard: requireAdmin,
  schema: refundSchema,
  failed: 'Nothing was refunded',
  async run({ viewer, value: { amount: part }, params, shown }) {
    const seen = Number(shown?.amountRefunded)
    const amount = await refundPayment(viewer.id, idOf(params), { part, seen })
    return {
      to: paths.payments(),
      title: 'Payment refunded',
      description: `${formatCents(amount)} refunded${amount > part ? `, including a ${formatCents(amount - part)} fee` : ''}.`,
    }
  },
})

export default function Refund() {
  const { payment } = useLoaderData<typeof loader>()
  const whole = decimalOf(payment.refundable)
  const { amountRefunded } = payment
  const { field, ...answer } = useAnswer<typeof refundSchema>({
    defaultValue: { amount: whole },
    version: versionOf({ amountRefunded }),
  })
  return (
    <Dialog title="Refund a payment" closeTo={paths.payments()}>
      <div className="grid gap-4">
        <dl className="grid gap-2">
          <Line label="Student">{payment.studentName}</Line>
          <Line label="For">{payment.description}</Line>
          <Line label="Paid">
            {formatCents(payment.total)}
            {payment.fee ? ` (includes ${formatCents(payment.fee)} fee)` : ''}
          </Line>
          {payment.amountRefunded ? <Line label="Refunded">{formatCents(payment.amountRefunded)}</Line> : null}
          <Line label="Paid with">{payment.paymentMethod ?? 'Card'}</Line>
        </dl>
        {payment.refundable ? (
          <PostForm answer={answer}>
            <Field
              label="Amount to refund (before fee)"
              inputMode="decimal"
              autoComplete="off"
              hint={`Up to ${formatCents(payment.refundable)}.${payment.fee ? ' The fee is refunded proportionally.' : ''}`}
              {...field('amount')}
            />
            <p className="text-sm text-muted">A full refund also removes the lessons. A partial refund doesn't.</p>
            <div className="flex flex-wrap justify-end gap-3">
              <ButtonLink to={paths.payments()} stay variant="secondary">
                Cancel
              </ButtonLink>
              <Island name="refund" props={{ payment, part: payment.refundable }}>
                <Button variant="danger" busy="Processing...">
                  Refund
                </Button>
              </Island>
            </div>
          </PostForm>
        ) : (
          <p>Already fully refunded.</p>
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

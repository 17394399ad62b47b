import type { LoaderFunctionArgs, MetaFunction } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import type { ReactNode } from 'react'
import { z } from 'zod'
import { Checkbox } from '~/components/form/checkbox'
import { Field } from '~/components/form/field'
import { PostForm } from '~/components/form/post-form'
import { type Answer, useAnswer } from '~/components/form/use-answer'
import { Island } from '~/components/island'
import { Button, ButtonLink } from '~/components/ui/button'
import { Dialog } from '~/components/ui/dialog'
import { lineName } from '~/models/payments/pricing'
import { versionOf } from '~/platform/version'
import { findRefundable, type RefundableTransaction, refundPayment } from '~/services/stripe/refunds/refunds.server'
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
const amountSchema = z.object({
  by: z.literal('amount').optional(),
  amount: z.string(AMOUNT).transform((typed, context) => {
    const cents = parseCents(typed)
    if (cents !== null) return cents
    context.addIssue({ code: 'custom', message: AMOUNT })
    return z.NEVER
  }),
})
/** The places of the lines. */
const linesSchema = z.object({
  by: z.literal('lines'),
  line: z.array(z.coerce.number().int().min(0).max(999), 'Choose what to refund').min(1, 'Choose what to refund'),
})

/** Its version is how much had gone back: with another amount gone nothing is sent, because what is left is another choice. */
export const action = formAction({
  guard: requireAdmin,
  schema: z.discriminatedUnion('by', [linesSchema, amountSchema]),
  failed: 'Nothing was refunded',
  confirms: true,
  async run({ viewer, value, params, shown }) {
    const seen = Number(shown?.amountRefunded)
    const wanted = value.by === 'lines' ? { lines: value.line, seen } : { part: value.amount, seen }
    const amount = await refundPayment(viewer.id, idOf(params), wanted)
    const fee = value.by === 'lines' ? 0 : amount - value.amount
    return {
      to: paths.payments(),
      title: 'Payment refunded',
      description: `${formatCents(amount)} refunded${fee ? `, including a ${formatCents(fee)} fee` : ''}.`,
    }
  },
})

export default function Refund() {
  const { payment } = useLoaderData<typeof loader>()
  const refunded = payment.amountRefunded - payment.disputed
  const own = useActionData<Answer>() ?? null
  const isOfLines = own?.lastResult?.initialValue?.by === 'lines'
  const version = versionOf({ amountRefunded: payment.amountRefunded })
  const { field, ...answer } = useAnswer<typeof amountSchema>({
    defaultValue: { amount: decimalOf(payment.refundable) },
    version,
    answer: isOfLines ? null : own,
  })
  const ofLines = useAnswer<typeof linesSchema>({ version, answer: isOfLines ? own : null })
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
          {refunded ? <Line label="Refunded">{formatCents(refunded)}</Line> : null}
          {payment.disputed ? <Line label="Disputed">{formatCents(payment.disputed)}</Line> : null}
          <Line label="Paid with">{payment.paymentMethod ?? 'Card'}</Line>
        </dl>
        {payment.refundable ? (
          <>
            {payment.lines.length ? <LinesForm lines={payment.lines} answer={ofLines} /> : null}
            <PostForm answer={answer}>
              <Field
                label="Amount to refund (before fee)"
                inputMode="decimal"
                autoComplete="off"
                hint={`Up to ${formatCents(payment.refundable)}.${payment.fee ? ' The fee is refunded proportionally.' : ''}`}
                {...field('amount')}
              />
              <p className="text-sm text-muted">
                A full refund also removes the lessons. A part of the amount doesn't.
              </p>
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
          </>
        ) : (
          <p>Already fully refunded.</p>
        )}
      </div>
    </Dialog>
  )
}

/** Lines that went back are shown and can't be chosen. */
function LinesForm({
  lines,
  answer: { field, ...answer },
}: {
  lines: RefundableTransaction['lines']
  answer: ReturnType<typeof useAnswer<typeof linesSchema>>
}) {
  const { meta } = field('line')
  const error = meta.errors?.[0]
  const errorId = `${meta.id}-error`
  return (
    <PostForm answer={answer}>
      <input type="hidden" name="by" value="lines" />
      <fieldset className="grid gap-1" aria-describedby={error ? errorId : undefined}>
        <legend className="mb-1">Refund what was bought</legend>
        {lines.map((line, place) => (
          <Checkbox
            // biome-ignore lint/suspicious/noArrayIndexKey: the place is what names a line
            key={place}
            name="line"
            value={place}
            disabled={Boolean(line.back)}
            label={
              <span className="flex flex-wrap justify-between gap-x-4">
                <span>{lineName(line)}</span>
                <span className="num">{formatCents(line.amount)}</span>
              </span>
            }
            hint={line.back ? 'Refunded' : undefined}
          />
        ))}
        {error ? (
          <p id={errorId} className="text-sm text-bad">
            {error}
          </p>
        ) : null}
      </fieldset>
      <p className="text-sm text-muted">
        Their share of the fee goes back too. A rider whose lines all go back loses these lessons.
      </p>
      <div className="flex justify-end border-b border-line pb-4">
        <Button variant="danger" busy="Processing...">
          Refund These
        </Button>
      </div>
    </PostForm>
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

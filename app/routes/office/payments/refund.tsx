import type { LoaderFunctionArgs, MetaFunction } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import type { ReactNode } from 'react'
import { z } from 'zod'
import { Checkbox } from '~/components/form/checkbox'
import { Field } from '~/components/form/field'
import type { FieldMeta } from '~/components/form/field-frame'
import { PostForm } from '~/components/form/post-form'
import { RadioCards } from '~/components/form/radio-cards'
import { type AnswerField, useAnswer } from '~/components/form/use-answer'
import { Island } from '~/components/island'
import { Button, ButtonLink } from '~/components/ui/button'
import { Dialog } from '~/components/ui/dialog'
import { lineName } from '~/models/money/payments/pricing'
import { findRefundable, type RefundableTransaction, refundPayment } from '~/models/money/refunds/refunds.server'
import { decimalOf, formatCents, parseCents } from '~/utils/money'
import { paths } from '~/utils/paths'
import { requireAdmin } from '~/web/auth.server'
import { formAction } from '~/web/form-action.server'
import { chosenRefund, type RefundChoice } from './refund-choice'

export const meta: MetaFunction = () => [{ title: 'Refund' }]

const idOf = (params: { id?: string }) => (/^\d{1,9}$/.test(params.id ?? '') ? Number(params.id) : 0)

export async function loader({ request, params }: LoaderFunctionArgs) {
  await requireAdmin(request)
  const payment = await findRefundable(idOf(params))
  if (!payment) throw new Response('Payment not found.', { status: 404, statusText: 'Not Found' })
  return { payment }
}

const AMOUNT = 'Please enter an amount, for example 50.00'
const refundForm = z.object({
  by: z.enum(['amount', 'lines']).default('amount'),
  amount: z.string().default(''),
  /** The positions of the lines. */
  line: z.array(z.coerce.number().int().min(0).max(999)),
  /** The cents that the button named; without scripts it names none at first. */
  said: z.coerce.number().int().default(0),
})
const refundSchema = refundForm.transform(({ by, amount, line, said }, context) => {
  if (by === 'lines') {
    if (line.length > 0) return { lines: line, said }
    context.addIssue({ code: 'custom', path: ['line'], message: 'Choose what to refund' })
    return z.NEVER
  }
  const part = parseCents(amount)
  if (part !== null) return { part, said }
  context.addIssue({ code: 'custom', path: ['amount'], message: AMOUNT })
  return z.NEVER
})

/**
 * The version is the amount that was refunded before: if that has changed, nothing is sent, because what is left is
 * another choice.
 */
export const action = formAction({
  guard: requireAdmin,
  schema: refundSchema,
  failed: 'Nothing was refunded',
  confirms: true,
  async run({ viewer, value, params, version = '' }) {
    const amount = await refundPayment(viewer.id, idOf(params), { ...value, version })
    const fee = value.part === undefined ? 0 : amount - value.part
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
  const { field, ...answer } = useAnswer(refundForm, {
    defaultValue: { by: 'amount', amount: decimalOf(payment.refundable) },
    version: payment.version,
  })
  const asked = field('said').meta.errors
  const ticked = [field('line').meta.initialValue].flat().map(String)
  // Without scripts the first press is answered with the amount, and the second one sends the refund.
  const said = asked ? chosenRefund(payment, typed(field, ticked)) : null
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
          <PostForm answer={answer}>
            {payment.lines.length ? (
              <RadioCards
                legend="Refund"
                columns={2}
                choices={[
                  { value: 'amount', label: 'An amount' },
                  { value: 'lines', label: 'What was bought' },
                ]}
                {...field('by')}
              />
            ) : null}
            <div className="refund-amount">
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
            </div>
            {payment.lines.length ? <Lines lines={payment.lines} ticked={ticked} meta={field('line').meta} /> : null}
            <Island name="refund" props={{ payment }}>
              <input type="hidden" name="said" defaultValue={said ?? ''} />
              {asked ? (
                <p role="alert" className="rounded bg-warn-soft p-3 font-semibold">
                  {asked.join(' ')}
                </p>
              ) : null}
              <div className="flex flex-wrap justify-end gap-3">
                <ButtonLink to={paths.payments()} stay variant="secondary">
                  Cancel
                </ButtonLink>
                <Button variant="danger" busy="Processing...">
                  {said === null ? 'Refund' : `Refund ${formatCents(said)}`}
                </Button>
              </div>
            </Island>
          </PostForm>
        ) : (
          <p>Already fully refunded.</p>
        )}
      </div>
    </Dialog>
  )
}

const typed = (field: AnswerField<typeof refundForm>, line: string[]): RefundChoice => {
  const text = (name: 'by' | 'amount') => String(field(name).meta.initialValue ?? '')
  return { by: text('by'), amount: text('amount'), line }
}

/** Refunded lines are shown and can't be selected. */
function Lines({
  lines,
  ticked,
  meta,
}: {
  lines: RefundableTransaction['lines']
  /** The positions of the checked lines. */
  ticked: readonly string[]
  meta: FieldMeta
}) {
  const error = meta.errors?.[0]
  const errorId = `${meta.id}-error`
  return (
    <div className="refund-lines">
      <fieldset className="grid gap-1" aria-describedby={error ? errorId : undefined}>
        <legend className="mb-1">What goes back</legend>
        {lines.map((line, place) => (
          <Checkbox
            // biome-ignore lint/suspicious/noArrayIndexKey: a line is identified by its position
            key={place}
            name="line"
            value={place}
            defaultChecked={ticked.includes(String(place))}
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
    </div>
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

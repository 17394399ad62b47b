import { useState } from 'react'
import { useHydrated } from 'remix-utils/use-hydrated'
import { Card } from '~/components/ui/card'
import type { PriceBreakdown, SummaryLine } from '~/models/payments/pricing'
import { PriceLines } from '~/routes/portal/purchase/purchase-summary'
import { paths } from '~/utils/paths'
import type { PaymentFormProps } from './element-form'
import { PaymentForm } from './payment-form'
import { SandboxNumbers } from './sandbox-numbers'

export interface OpenPaymentProps extends Omit<PaymentFormProps, 'mode' | 'submitLabel' | 'donePath' | 'byCard'> {
  sandbox: boolean
  /** A bank payment brings its lessons before it is through. */
  grantsAtOnce: boolean
  lines: SummaryLine[]
  price: PriceBreakdown
  validity: string
  feePercent: string
  intentId: string
  /** The fee depends on the card. */
  feeByCard: boolean
}

/** What is paid, and the form that pays it. The total follows the card, if the fee depends on it. */
export function OpenPayment(loaded: OpenPaymentProps) {
  const hydrated = useHydrated()
  const { bank, feeByCard, intentId } = loaded
  const [price, setPrice] = useState(loaded.price)
  return (
    <div className="grid items-start gap-6 lg:grid-cols-[1fr_22rem]">
      <Card title="Payment Summary" className="lg:order-2">
        <PriceLines lines={loaded.lines} price={price} feePercent={loaded.feePercent} />
        <p className="mt-4 text-sm text-muted">Good from {loaded.validity}. Use it or lose it.</p>
      </Card>
      <Card title="Payment">
        {loaded.sandbox ? <SandboxNumbers type={bank ? 'us_bank_account' : 'card'} /> : null}
        {bank ? (
          <p className="mb-4 text-muted">
            Bank payments take 1-3 business days.{' '}
            {loaded.grantsAtOnce
              ? 'Your lessons are there at once, labelled clearing until the payment is through.'
              : 'Because an earlier one came back, your lessons are there once this payment is through.'}
          </p>
        ) : null}
        {feeByCard ? (
          <p className="mb-4 text-muted">
            Debit and prepaid cards pay no fee.{' '}
            {hydrated
              ? 'Once you have entered your card, you see its price before anything is charged.'
              : 'On the provider’s page it is charged with the payment, and goes back to you right after.'}
          </p>
        ) : null}
        <PaymentForm
          {...loaded}
          mode="payment"
          submitLabel="Complete Purchase"
          donePath={paths.paymentSuccess()}
          byCard={feeByCard ? { intentId, price, onPriced: setPrice } : undefined}
        />
      </Card>
    </div>
  )
}

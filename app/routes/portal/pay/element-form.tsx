import { PaymentElement, useElements, useStripe } from '@stripe/react-stripe-js'
import type { Stripe, StripeElements } from '@stripe/stripe-js'
import { type FormEvent, useRef, useState } from 'react'
import { FormError } from '~/components/form/form-error'
import { Button } from '~/components/ui/button'
import { Link } from '~/components/ui/link'
import type { PriceBreakdown } from '~/models/payments/pricing'
import { formatCents } from '~/utils/money'
import { paths } from '~/utils/paths'
import { type Confirmed, confirmPayment, confirmPriced, confirmSetup, type PricedCard, priceCard } from './confirm'
import { COOLDOWN_SECONDS, useCooldown } from './use-cooldown'

export interface PaymentFormProps {
  /** Paying an amount, or saving a card or bank account for later. */
  mode: 'payment' | 'setup'
  /** Paid from a bank account. */
  bank: boolean
  /** The form token, for the way without scripts. */
  csrf: string
  clientSecret: string
  publishableKey: string
  scriptUrl: string
  submitLabel: string
  /** Where the family goes on; the intent and its status are added to the address. */
  donePath: string
  /** Given if the fee depends on the card: its price is asked for, and shown, before anything is charged. */
  byCard?: { intentId: string; price: PriceBreakdown; onPriced: (price: PriceBreakdown) => void }
}

type Progress = 'idle' | 'processing' | 'pending' | 'failed'

/** The provider's own fields with our button. */
export function ElementForm({ mode, bank, submitLabel, donePath, byCard }: PaymentFormProps) {
  const stripe = useStripe()
  const elements = useElements()
  const cooldown = useCooldown()
  const [ready, setReady] = useState(false)
  const [progress, setProgress] = useState<Progress>('idle')
  const [error, setError] = useState<string>()
  const [offer, setOffer] = useState<PricedCard>()
  const alert = useRef<HTMLDivElement>(null)

  const fail = (message: string) => {
    setError(message)
    setProgress('failed')
    setOffer(undefined)
    cooldown.reset()
    requestAnimationFrame(() => alert.current?.focus())
  }

  async function confirm(stripe: Stripe, elements: StripeElements): Promise<Confirmed | PricedCard> {
    if (!byCard) return (mode === 'setup' ? confirmSetup : confirmPayment)(stripe, elements, donePath)
    const priced = offer ?? (await priceCard(stripe, elements, byCard.intentId))
    if (priced.state === 'refused') return priced
    const seen = priced.price.total === byCard.price.total
    return seen ? confirmPriced(stripe, priced, donePath) : priced
  }

  async function submit(event: FormEvent) {
    event.preventDefault()
    if (!stripe || !elements) return fail('Elements not available')
    if (cooldown.seconds > 0) {
      setError(
        `Please Wait: Please wait ${cooldown.seconds} seconds before clicking again to prevent duplicate charges.`,
      )
      return
    }
    cooldown.start()
    setError(undefined)
    setProgress('processing')
    const confirmed = await confirm(stripe, elements)
    switch (confirmed.state) {
      case 'refused':
        return fail(confirmed.incomplete && bank ? 'Please fill in all bank account details' : confirmed.message)
      case 'priced':
        byCard?.onPriced(confirmed.price)
        setOffer(confirmed)
        setProgress('idle')
        cooldown.reset()
        requestAnimationFrame(() => alert.current?.focus())
        return
      case 'succeeded':
      case 'verifying':
        return location.assign(confirmed.next)
      case 'processing':
        setProgress('pending')
        setTimeout(() => location.assign(confirmed.next), 2000)
    }
  }

  const waiting = progress === 'processing'
  const buttonText = () => {
    if (waiting) return 'Processing...'
    if (cooldown.seconds > 0) return `Please wait ${cooldown.seconds}s...`
    return offer ? `Pay ${formatCents(offer.price.total)}` : submitLabel
  }

  if (progress === 'pending') return <BankPaymentProcessing />
  return (
    <form onSubmit={submit} className="grid gap-4" aria-busy={waiting}>
      <div ref={alert} tabIndex={-1}>
        <FormError title={progress === 'failed' ? FAILED[mode] : undefined} errors={error ? [error] : undefined} />
        {offer ? <NewPrice {...offer.price} /> : null}
      </div>
      <div className="min-h-60" hidden={offer !== undefined}>
        {ready ? null : <p className="text-muted">Loading the payment form...</p>}
        <PaymentElement onReady={() => setReady(true)} onChange={() => setError(undefined)} />
      </div>
      <Button disabled={!ready || waiting}>{buttonText()}</Button>
      {offer && !waiting ? (
        <Button type="button" variant="secondary" onClick={() => setOffer(undefined)}>
          Use another card
        </Button>
      ) : null}
      {waiting && cooldown.seconds < COOLDOWN_SECONDS - 5 ? (
        <p role="status" className="text-muted">
          Your bank is taking its time. Please keep this page open.
        </p>
      ) : null}
    </form>
  )
}

const FAILED = { payment: 'Payment Failed', setup: 'Payment Setup Failed' }

/** The total changed with the card: the family sees it before it pays. */
function NewPrice({ convenienceFee, total }: PriceBreakdown) {
  return (
    <div role="status" className="grid gap-1 rounded border border-line bg-brand-soft px-4 py-3">
      <strong>
        {convenienceFee ? 'This card pays the convenience fee' : 'Debit and prepaid cards pay no fee'}: your new total
        is <span className="num">{formatCents(total)}</span>.
      </strong>
      <p>Nothing has been charged yet.</p>
    </div>
  )
}

/** What follows a bank payment. */
function BankPaymentProcessing() {
  return (
    <div role="status" className="grid justify-items-start gap-3">
      <h2>Bank Payment Processing</h2>
      <p>
        <strong>Bank Payment Submitted.</strong> Bank transfers take 1-3 business days. We send you an e-mail when it is
        done.
      </p>
      <Link to={paths.portal()} className="btn btn-secondary">
        Return to Dashboard
      </Link>
    </div>
  )
}

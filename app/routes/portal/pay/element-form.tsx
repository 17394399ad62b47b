import { Link, useNavigate } from '@remix-run/react'
import { PaymentElement, useElements, useStripe } from '@stripe/react-stripe-js'
import { type FormEvent, useRef, useState } from 'react'
import { FormError } from '~/components/form/form-error'
import { Button } from '~/components/ui/button'
import { paths } from '~/utils/paths'
import { confirmPayment, confirmSetup } from './confirm'
import { COOLDOWN_SECONDS, useCooldown } from './use-cooldown'

export interface PaymentFormProps {
  /** Paying an amount, or saving a card or bank account for later. */
  mode: 'payment' | 'setup'
  /** Paid from a bank account. */
  bank: boolean
  clientSecret: string
  publishableKey: string
  scriptUrl: string
  submitLabel: string
  /** Where the family goes on; the intent and its status are added to the address. */
  donePath: string
}

type Progress = 'idle' | 'processing' | 'pending' | 'failed'

/** The provider's own fields with our button. */
export function ElementForm({ mode, bank, submitLabel, donePath }: PaymentFormProps) {
  const stripe = useStripe()
  const elements = useElements()
  const navigate = useNavigate()
  const cooldown = useCooldown()
  const [ready, setReady] = useState(false)
  const [progress, setProgress] = useState<Progress>('idle')
  const [error, setError] = useState<string>()
  const alert = useRef<HTMLDivElement>(null)

  const fail = (message: string) => {
    setError(message)
    setProgress('failed')
    cooldown.reset()
    requestAnimationFrame(() => alert.current?.focus())
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
    const confirmed = await (mode === 'setup' ? confirmSetup : confirmPayment)(stripe, elements, donePath)
    switch (confirmed.state) {
      case 'refused':
        return fail(confirmed.incomplete && bank ? 'Please fill in all bank account details' : confirmed.message)
      case 'succeeded':
        return navigate(confirmed.next)
      case 'processing':
        setProgress('pending')
        setTimeout(() => navigate(confirmed.next), 2000)
    }
  }

  if (progress === 'pending') return <BankPaymentProcessing />
  const waiting = progress === 'processing'
  return (
    <form onSubmit={submit} className="grid gap-4" aria-busy={waiting}>
      <div ref={alert} tabIndex={-1}>
        <FormError title={progress === 'failed' ? FAILED[mode] : undefined} errors={error ? [error] : undefined} />
      </div>
      <div className="min-h-60">
        {ready ? null : <p className="text-muted">Loading the payment form...</p>}
        <PaymentElement onReady={() => setReady(true)} onChange={() => setError(undefined)} />
      </div>
      <Button disabled={!ready || waiting}>
        {waiting ? 'Processing...' : cooldown.seconds > 0 ? `Please wait ${cooldown.seconds}s...` : submitLabel}
      </Button>
      {waiting && cooldown.seconds < COOLDOWN_SECONDS - 5 ? (
        <p role="status" className="text-muted">
          Your bank is taking its time. Please keep this page open.
        </p>
      ) : null}
    </form>
  )
}

const FAILED = { payment: 'Payment Failed', setup: 'Payment Setup Failed' }

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

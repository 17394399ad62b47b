import { PaymentElement, useElements, useStripe } from '@stripe/react-stripe-js'
import type { Stripe, StripeElements } from '@stripe/stripe-js'
import { type FormEvent, useRef, useState } from 'react'
import { t } from '#text'
import { Checkbox } from '~/components/form/checkbox'
import { FormError } from '~/components/form/form-error'
import { Button } from '~/components/ui/button'
import { Link } from '~/components/ui/link'
import type { PriceBreakdown } from '~/models/money/payments/pricing'
import { formatCents } from '~/utils/money'
import { paths } from '~/utils/paths'
import { type Confirmed, confirmPayment, confirmPriced, confirmSetup, type PricedCard, priceCard } from './confirm'
import { Declined } from './declined.island'
import { COOLDOWN_SECONDS, useCooldown } from './use-cooldown.island'

export interface PaymentFormProps {
  /** Whether it pays an amount, or saves a card or bank account for later. */
  mode: 'payment' | 'setup'
  /** Whether it is paid from a bank account. */
  bank: boolean
  /** The form token, for use without scripts. */
  csrf: string
  clientSecret: string
  publishableKey: string
  scriptUrl: string | null
  submitLabel: string
  /** Where the family continues; the intent and its status are added to the address. */
  donePath: string
  /** Whether the family may save the method for next time. */
  canSave?: boolean
  /** The intent of an order, which may have ended by the time its button is pressed. */
  orderIntent?: string
  /** Set if the fee depends on the card: its price is requested, and shown, before anything is charged. */
  byCard?: { intentId: string; price: PriceBreakdown; onPriced: (price: PriceBreakdown) => void }
}

type Progress = 'idle' | 'processing' | 'pending' | 'failed'

/** Renders the provider's own fields with our button. */
export function ElementForm({ mode, bank, submitLabel, donePath, canSave, orderIntent, byCard }: PaymentFormProps) {
  const stripe = useStripe()
  const elements = useElements()
  const cooldown = useCooldown()
  const [ready, setReady] = useState(false)
  /** Whether a second click was ignored while the first is in progress, which is shown. */
  const [pressedAgain, setPressedAgain] = useState(false)
  const [progress, setProgress] = useState<Progress>('idle')
  const [error, setError] = useState<string>()
  const [isOurs, setOurs] = useState(false)
  const [save, setSave] = useState(false)
  const [offer, setOffer] = useState<PricedCard>()
  const alert = useRef<HTMLDivElement>(null)

  const refuse = (message: string, reached: 'idle' | 'failed') => {
    setError(message)
    setProgress(reached)
    setOffer(undefined)
    cooldown.reset()
    if (reached === 'failed') requestAnimationFrame(() => alert.current?.focus())
  }

  async function confirm(stripe: Stripe, elements: StripeElements): Promise<Confirmed | PricedCard> {
    if (mode === 'setup') return confirmSetup(stripe, elements, donePath)
    if (!byCard) return confirmPayment(stripe, elements, { donePath, save, orderIntent })
    const priced = offer ?? (await priceCard(stripe, elements, { intentId: byCard.intentId, save }))
    if (priced.state === 'refused') return priced
    const seen = priced.price.total === byCard.price.total
    return seen ? confirmPriced(stripe, priced, { donePath, save }) : priced
  }

  const waiting = progress === 'processing'

  async function submit(event: FormEvent) {
    event.preventDefault()
    if (!stripe || !elements) return refuse(t('Elements not available'), 'failed')
    if (waiting) return setPressedAgain(true)
    cooldown.start()
    setPressedAgain(false)
    setError(undefined)
    setProgress('processing')
    let confirmed: Confirmed | PricedCard
    try {
      confirmed = await confirm(stripe, elements)
    } catch (thrown) {
      console.error(thrown)
      // The outcome is unknown: the page asks the provider when it loads.
      return refuse(
        t('Something went wrong in this form. Please load the page again to see whether you have paid.'),
        'idle',
      )
    }
    switch (confirmed.state) {
      case 'refused':
        setOurs(Boolean(confirmed.ours))
        if (!confirmed.incomplete) return refuse(confirmed.message, 'failed')
        // Nothing was tried: the fields show what is missing.
        return refuse(t(bank ? 'Please fill in all bank account details' : 'Please check your card details.'), 'idle')
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

  const isHeld = waiting && pressedAgain && cooldown.seconds > 0
  const buttonText = () => {
    if (isHeld) return t('Please wait {seconds}s...', { seconds: cooldown.seconds })
    if (waiting) return t('Processing...')
    return offer ? t('Pay {total}', { total: formatCents(offer.price.total) }) : submitLabel
  }

  if (progress === 'pending') return <BankPaymentProcessing />
  return (
    <form onSubmit={submit} className="grid gap-4" aria-busy={waiting}>
      <div ref={alert} tabIndex={-1} className="empty:hidden">
        {error && progress === 'failed' && mode === 'payment' ? (
          <Declined message={error} bank={bank} ours={isOurs} />
        ) : null}
        {error && progress === 'failed' && mode === 'setup' ? (
          <FormError title={t('Payment Setup Failed')} errors={[error]} />
        ) : null}
        {offer ? <NewPrice {...offer.price} /> : null}
      </div>
      <div className="min-h-52" hidden={offer !== undefined}>
        {ready ? null : <p className="text-muted">{t('Loading the payment form...')}</p>}
        <PaymentElement onReady={() => setReady(true)} onChange={() => setError(undefined)} />
      </div>
      {canSave && ready && !offer ? (
        <Checkbox
          label={saveLabel(bank)}
          checked={save}
          onChange={({ currentTarget }) => setSave(currentTarget.checked)}
        />
      ) : null}
      {error && progress !== 'failed' ? (
        <p role="alert" className="text-bad">
          {error}
        </p>
      ) : null}
      {isHeld ? (
        <p role="status">
          {t('Please Wait: Please wait {seconds} seconds before clicking again to prevent duplicate charges.', {
            seconds: cooldown.seconds,
          })}
        </p>
      ) : null}
      <Button disabled={!ready} aria-disabled={waiting}>
        {buttonText()}
      </Button>
      {offer && !waiting ? (
        <Button type="button" variant="secondary" onClick={() => setOffer(undefined)}>
          {t('Use another card')}
        </Button>
      ) : null}
      {waiting && cooldown.seconds < COOLDOWN_SECONDS - 5 ? (
        <p role="status" className="text-muted">
          {t('This is taking longer than usual. Please keep this page open.')}
        </p>
      ) : null}
    </form>
  )
}

export const saveLabel = (bank: boolean) =>
  t(bank ? 'Save this bank account for next time' : 'Save this card for next time')

/** Shows that the total changed with the card, before the family pays. */
function NewPrice({ convenienceFee, total }: PriceBreakdown) {
  const [before, after] = t(
    convenienceFee
      ? 'This card has the convenience fee: your new total is {total}.'
      : 'No fee for this card: your new total is {total}.',
    { total: '|' },
  ).split('|')
  return (
    <div role="status" className="grid gap-1 rounded border border-line bg-brand-soft px-4 py-3">
      <strong>
        {before}
        <span className="num">{formatCents(total)}</span>
        {after}
      </strong>
      <p>{t('Nothing has been charged yet.')}</p>
    </div>
  )
}

/** Explains what follows a bank payment. */
function BankPaymentProcessing() {
  return (
    <div role="status" className="grid justify-items-start gap-3">
      <h2>{t('Bank Payment Processing')}</h2>
      <p>
        <strong>{t('Bank Payment Submitted.')}</strong>{' '}
        {t('Bank payments take 1-3 business days. We’ll email you when it’s complete.')}
      </p>
      <Link to={paths.portal()} className="btn btn-secondary">
        {t('Return to Dashboard')}
      </Link>
    </div>
  )
}

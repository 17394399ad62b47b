import { Elements } from '@stripe/react-stripe-js'
import type { Stripe, StripeElementsOptions } from '@stripe/stripe-js'
import { useEffect, useState } from 'react'
import { useHydrated } from 'remix-utils/use-hydrated'
import { t } from '#text'
import { Checkbox } from '~/components/form/checkbox'
import { FormError } from '~/components/form/form-error'
import { Button } from '~/components/ui/button'
import { ElementForm, type PaymentFormProps, saveLabel } from './element-form.island'
import { stripeJs } from './load-stripe'
import { useSecretOutOfAddress } from './secret-out-of-address.island'

/**
 * Completing an intent. With scripts the provider's own fields stand here and card and bank numbers go straight to it; without,
 * the same button leads to the provider's page.
 */
export function PaymentForm(props: PaymentFormProps) {
  const hydrated = useHydrated()
  useSecretOutOfAddress()
  return hydrated ? <WithElements {...props} /> : <HostedForm {...props} />
}

function HostedForm({ mode, bank, submitLabel, csrf, canSave, error }: PaymentFormProps & { error?: string }) {
  return (
    <form method="post" className="grid gap-4">
      <input type="hidden" name="csrf" value={csrf} />
      <FormError errors={error ? [error] : undefined} />
      <p className="text-muted">
        {t(
          mode === 'setup'
            ? 'You’ll enter it on our payment provider’s secure page.'
            : 'You’ll pay on our payment provider’s secure page.',
        )}
      </p>
      {canSave ? <Checkbox name="save" label={saveLabel(bank)} /> : null}
      <Button name="intent" value="hosted">
        {submitLabel}
      </Button>
    </form>
  )
}

function WithElements(props: PaymentFormProps) {
  const [unavailable, setUnavailable] = useState(false)
  const [stripe, setStripe] = useState<Promise<Stripe | null> | null>(null)
  useEffect(() => {
    let isGone = false
    const loaded = stripeJs(props.publishableKey, props.scriptUrl)
    loaded.catch(() => isGone || setUnavailable(true))
    setStripe(loaded)
    return () => {
      isGone = true
    }
  }, [props.publishableKey, props.scriptUrl])
  if (unavailable) return <HostedForm {...props} error={t('We couldn’t load the payment form here.')} />
  return (
    <Elements stripe={stripe} options={optionsOf(props)}>
      <ElementForm {...props} />
    </Elements>
  )
}

/** While the price depends on the card, the fields belong to no payment yet. */
function optionsOf({ clientSecret, byCard }: PaymentFormProps): StripeElementsOptions {
  if (!byCard) return { clientSecret, appearance: appearance() }
  const { total } = byCard.price
  return {
    mode: 'payment',
    amount: total,
    currency: 'usd',
    allowedPaymentMethodTypes: ['card'],
    appearance: appearance(),
  }
}

/** The provider's fields in our colors, light or dark. */
function appearance() {
  const style = getComputedStyle(document.documentElement)
  const token = (name: string) => style.getPropertyValue(name).trim()
  return {
    variables: {
      colorPrimary: token('--color-brand'),
      colorBackground: token('--color-surface'),
      colorText: token('--color-ink'),
      colorDanger: token('--color-bad'),
      borderRadius: '10px',
    },
  }
}

import { useState } from 'react'
import { useHydrated } from 'remix-utils/use-hydrated'
import { t } from '#text'
import { Card } from '~/components/ui/card'
import type { SavedOffer } from '~/models/money/paying/pay-saved.server'
import type { PriceBreakdown, SummaryLine } from '~/models/money/payments/pricing'
import { PaymentSummary } from '~/routes/portal/purchase/purchase-summary'
import { formatCents } from '~/utils/money'
import { paths } from '~/utils/paths'
import { Declined } from './declined.island'
import type { PaymentFormProps } from './element-form.island'
import { PayWithSaved } from './pay-with-saved'
import { PaymentForm } from './payment-form.island'
import { SandboxNumbers } from './sandbox-numbers'
import { useSecretOutOfAddress } from './secret-out-of-address.island'

interface OpenPaymentProps extends Omit<PaymentFormProps, 'mode' | 'submitLabel' | 'donePath' | 'byCard' | 'canSave'> {
  sandbox: boolean
  /** Whether a bank payment grants its lessons before it is through. */
  grantsAtOnce: boolean
  lines: SummaryLine[]
  /** The price by a card or account that is entered now. */
  price: PriceBreakdown
  /** The saved methods that can pay it, the default first. */
  saved: SavedOffer[]
  /** Why the last try failed. */
  declined: string | null
  validity: string
  feePercent: string
  intentId: string
  /** Whether the fee depends on the card. */
  feeByCard: boolean
}

/** Shows what is paid, and the ways to pay it: a saved method in one tap, anything else in the provider's form. The total follows. */
export function OpenPayment(loaded: OpenPaymentProps) {
  const { bank, saved, csrf, declined } = loaded
  const [first, ...others] = saved
  useSecretOutOfAddress()
  const [entered, setEntered] = useState(loaded.price)
  const [isEntering, setEntering] = useState(!first || declined !== null)
  return (
    <div className="grid items-start gap-6 lg:grid-cols-[1fr_22rem]">
      <PaymentSummary
        lines={loaded.lines}
        price={first && !isEntering ? first : entered}
        feePercent={loaded.feePercent}
      >
        <p className="mt-4 text-sm text-muted">
          {t('Good from {days}. Use it or lose it.', { days: loaded.validity })}
        </p>
      </PaymentSummary>
      <Card>
        <div className="grid gap-4">
          {declined ? <Declined message={declined} bank={bank} /> : null}
          {bank ? (
            <p className="text-muted">
              {t('Bank payments take 1-3 business days.')}{' '}
              {t(
                loaded.grantsAtOnce
                  ? 'You can use your lessons right away. They’ll show as Clearing until the payment goes through.'
                  : 'Because an earlier bank payment was returned, you’ll get your lessons once this one goes through.',
              )}
            </p>
          ) : null}
          {first ? (
            <>
              <PayWithSaved offer={first} csrf={csrf} first />
              <details
                className="use-another"
                open={declined !== null}
                onToggle={({ currentTarget }) => setEntering(currentTarget.open)}
              >
                <summary className="btn btn-secondary w-full">
                  {t(bank ? 'Use another bank account' : 'Use another card')}
                </summary>
                <div className="mt-4 grid gap-4">
                  {others.map((offer) => (
                    <PayWithSaved key={offer.id} offer={offer} csrf={csrf} />
                  ))}
                  <Entering {...loaded} price={entered} isShown={isEntering} onPriced={setEntered} />
                </div>
              </details>
            </>
          ) : (
            <Entering {...loaded} price={entered} isShown onPriced={setEntered} />
          )}
        </div>
      </Card>
    </div>
  )
}

/** Renders the form for a new card or account. The provider's script loads once it is shown. */
function Entering({
  isShown,
  onPriced,
  ...loaded
}: OpenPaymentProps & { isShown: boolean; onPriced: (price: PriceBreakdown) => void }) {
  const hydrated = useHydrated()
  const { bank, feeByCard, intentId, price } = loaded
  if (hydrated && !isShown) return null
  return (
    <>
      {loaded.sandbox ? <SandboxNumbers type={bank ? 'us_bank_account' : 'card'} /> : null}
      {feeByCard ? (
        <p className="text-muted">
          {t(
            hydrated
              ? 'No fee for debit and prepaid cards. You’ll see the price for your card before you pay.'
              : 'No fee for debit cards. We’ll refund it right after the payment.',
          )}
        </p>
      ) : null}
      <PaymentForm
        {...loaded}
        mode="payment"
        submitLabel={t('Complete Purchase ·\u00a0{total}', { total: formatCents(price.total) })}
        donePath={paths.paymentSuccess()}
        canSave
        orderIntent={intentId}
        byCard={feeByCard ? { intentId, price, onPriced } : undefined}
      />
    </>
  )
}

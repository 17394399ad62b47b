import type { ComponentProps } from 'react'
import { Island } from '~/components/island'
import { useRoot } from '~/components/use-root'
import type { SubscriptionView } from '~/models/subscriptions/subscription.server'
import { PurchaseForm, type PurchaseFormProps } from '~/routes/portal/purchase/purchase-form'
import { CurrentSubscriptionCard } from '~/routes/portal/subscription/current-subscription-card'
import { paths } from '~/utils/paths'
import type { Again } from './again'
import { BuyAgain } from './buy-again'
import { SavedMethods } from './saved-methods'

type Purchase = Omit<PurchaseFormProps, 'screen' | 'tab' | 'subscribed' | 'csrf'>

/** The portal's first tab: what a family has every month, what more it can buy, and what it pays with. */
export function MakeAPayment({
  subscription,
  methods,
  again,
  ...purchase
}: Purchase & {
  subscription: SubscriptionView | null
  methods: ComponentProps<typeof SavedMethods>['methods']
  again: Again | null
}) {
  const form = {
    ...purchase,
    tab: undefined,
    subscribed: subscription !== null,
    csrf: useRoot()?.csrf ?? '',
    screen: paths.portal(),
  }
  return (
    <div className="grid gap-6">
      {subscription ? <CurrentSubscriptionCard subscription={subscription} modify /> : null}
      {again ? (
        <BuyAgain again={again} nonce={purchase.nonce} prices={purchase.catalog.version} today={purchase.today} />
      ) : null}
      <Island name="purchase" props={form}>
        <PurchaseForm {...form} />
      </Island>
      <SavedMethods methods={methods} />
    </div>
  )
}

import type { ComponentProps } from 'react'
import type { SubscriptionView } from '~/models/subscriptions/subscription.server'
import { PurchaseForm } from '~/routes/portal/purchase/purchase-form'
import { CurrentSubscriptionCard } from '~/routes/portal/subscription/current-subscription-card'
import { paths } from '~/utils/paths'
import { SavedMethods } from './saved-methods'

type Purchase = Omit<ComponentProps<typeof PurchaseForm>, 'screen' | 'tab' | 'subscribed'>

/** The portal's first tab: what a family has every month, what more it can buy, and what it pays with. */
export function MakeAPayment({
  subscription,
  methods,
  ...purchase
}: Purchase & { subscription: SubscriptionView | null; methods: ComponentProps<typeof SavedMethods>['methods'] }) {
  return (
    <div className="grid gap-6">
      {subscription ? <CurrentSubscriptionCard subscription={subscription} modify /> : null}
      <PurchaseForm {...purchase} tab={undefined} subscribed={subscription !== null} screen={paths.portal()} />
      <SavedMethods methods={methods} />
    </div>
  )
}

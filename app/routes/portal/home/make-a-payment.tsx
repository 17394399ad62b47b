import type { ComponentProps } from 'react'
import { Island } from '~/components/island'
import { useRoot } from '~/components/use-root'
import type { SubscriptionView } from '~/models/money/subscriptions/subscription.server'
import type { ShopRider } from '~/models/vocabulary/catalog'
import { PurchaseForm, type PurchaseFormProps } from '~/routes/portal/purchase/purchase-form.island'
import { CurrentSubscriptionCard } from '~/routes/portal/subscription/current-subscription-card'
import { paths } from '~/utils/paths'
import { SavedMethods } from './saved-methods'

type Purchase = Omit<PurchaseFormProps, 'screen' | 'tab' | 'csrf'>

const riderToName = (riders: ShopRider[], { riderId: id, riderName: name }: SubscriptionView) =>
  riders.length > 1 || riders[0]?.id !== id ? { id, name } : undefined

/** What a family can buy, what it has every month, and what it pays with. */
export function MakeAPayment({
  subscriptions,
  methods,
  ...purchase
}: Purchase & {
  subscriptions: SubscriptionView[]
  methods: ComponentProps<typeof SavedMethods>['methods']
}) {
  const { riders } = purchase
  const form = {
    ...purchase,
    tab: undefined,
    csrf: useRoot()?.csrf ?? '',
    screen: paths.portal(),
  }
  return (
    <div className="home-shop">
      <Island name="purchase" props={form}>
        <PurchaseForm {...form} />
      </Island>
      {subscriptions.map((subscription) => (
        <CurrentSubscriptionCard
          key={subscription.id}
          subscription={subscription}
          rider={riderToName(riders, subscription)}
          modify
        />
      ))}
      {purchase.atSchool?.only ? null : <SavedMethods methods={methods} />}
    </div>
  )
}

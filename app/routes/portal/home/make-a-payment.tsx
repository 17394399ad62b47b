import type { ComponentProps } from 'react'
import { Island } from '~/components/island'
import { useRoot } from '~/components/use-root'
import type { ShopRider } from '~/models/catalog/catalog'
import type { SubscriptionView } from '~/models/subscriptions/subscription.server'
import { PurchaseForm, type PurchaseFormProps } from '~/routes/portal/purchase/purchase-form.island'
import { CurrentSubscriptionCard } from '~/routes/portal/subscription/current-subscription-card'
import { paths } from '~/utils/paths'
import type { Again } from './again'
import { BuyAgain } from './buy-again'
import { SavedMethods } from './saved-methods'

type Purchase = Omit<PurchaseFormProps, 'screen' | 'tab' | 'csrf'>

const riderToName = (riders: ShopRider[], { riderId: id, riderName: name }: SubscriptionView) =>
  riders.length > 1 || riders[0]?.id !== id ? { id, name } : undefined

/** The portal's first tab: what a family has every month, what more it can buy, and what it pays with. */
export function MakeAPayment({
  subscriptions,
  methods,
  again,
  ...purchase
}: Purchase & {
  subscriptions: SubscriptionView[]
  methods: ComponentProps<typeof SavedMethods>['methods']
  again: Again[]
}) {
  const { riders } = purchase
  const form = {
    ...purchase,
    tab: undefined,
    csrf: useRoot()?.csrf ?? '',
    screen: paths.portal(),
  }
  return (
    <div className="grid gap-6">
      {subscriptions.map((subscription) => (
        <CurrentSubscriptionCard
          key={subscription.id}
          subscription={subscription}
          rider={riderToName(riders, subscription)}
          modify
        />
      ))}
      <BuyAgain again={again} nonce={purchase.nonce} prices={purchase.catalog.version} today={purchase.today} />
      <Island name="purchase" props={form}>
        <PurchaseForm {...form} />
      </Island>
      <SavedMethods methods={methods} />
    </div>
  )
}

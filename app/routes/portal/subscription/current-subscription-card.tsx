import { Csrf } from '~/components/form/csrf'
import { StateBadge } from '~/components/ui/badge'
import { Button, ButtonLink } from '~/components/ui/button'
import { Card } from '~/components/ui/card'
import { Meter } from '~/components/ui/meter'
import { needsPayment, subscriptionLabel } from '~/models/subscriptions/subscription'
import type { SubscriptionView } from '~/models/subscriptions/subscription.server'
import { formatDay } from '~/utils/dates'
import { formatCents } from '~/utils/money'
import { paths } from '~/utils/paths'

/** What a family has every month, what is used of it, and what it owes. */
export function CurrentSubscriptionCard({
  subscription,
  modify = false,
}: {
  subscription: SubscriptionView
  /** With the way to change it, where this is not that screen. */
  modify?: boolean
}) {
  const { package: bought, addOns, used } = subscription
  return (
    <Card
      title="Current Subscription"
      actions={<StateBadge state={subscription.shown}>{subscriptionLabel(subscription.shown)}</StateBadge>}
    >
      <div className="grid gap-4">
        {needsPayment(subscription.shown) ? <PaymentNeeded subscription={subscription} /> : null}
        <div className="flex flex-wrap items-baseline justify-between gap-x-4 gap-y-1">
          <strong className="text-lg">{bought?.name ?? 'Add-ons Only'}</strong>
          <span className="num">
            <strong className="text-lg">{formatCents(subscription.monthlyPrice)}</strong> per month
          </span>
        </div>
        <p className="text-muted">
          {[
            ...contentsOf(bought),
            ...addOns.map(({ name, quantity }) => (quantity > 1 ? `${name} × ${quantity}` : name)),
          ].join(' · ')}
          {subscription.fee ? ` · ${formatCents(subscription.fee)} convenience fee included` : ''}
        </p>
        <div className="grid gap-3 sm:grid-cols-2">
          <Meter label="Lessons" {...used.lessons} />
          <Meter label="Hacks" {...used.hacks} />
          {used.privateLessons.allowed || used.privateLessons.used ? (
            <Meter label="Private lessons" {...used.privateLessons} />
          ) : null}
          {used.makeups.allowed || used.makeups.used ? <Meter label="Makeup lessons" {...used.makeups} /> : null}
        </div>
        <p className="text-muted">{whatComes(subscription)}</p>
        {modify || subscription.cancelAtPeriodEnd ? (
          <div className="flex flex-wrap gap-3">
            {subscription.cancelAtPeriodEnd ? <KeepForm /> : null}
            {modify ? (
              <ButtonLink to={paths.subscription()} variant="secondary">
                Modify
              </ButtonLink>
            ) : null}
          </div>
        ) : null}
      </div>
    </Card>
  )
}

const contentsOf = (bought: SubscriptionView['package']): string[] =>
  [
    { count: bought?.lessonsPerMonth ?? 0, noun: 'lesson' },
    { count: bought?.privateLessonsPerMonth ?? 0, noun: 'private lesson' },
    { count: bought?.makeupLessons ?? 0, noun: 'makeup lesson' },
    { count: bought?.hacksPerMonth ?? 0, noun: 'hack' },
  ]
    .filter(({ count }) => count > 0)
    .map(({ count, noun }) => `${count} ${noun}${count === 1 ? '' : 's'} per month`)

/** Takes a cancellation back, with or without scripts. */
const KeepForm = () => (
  <form method="post" action={paths.keepSubscription()}>
    <Csrf />
    <Button>Keep my subscription</Button>
  </form>
)

function whatComes({ shown, cancelAtPeriodEnd, renewsOn, endsOn }: SubscriptionView): string {
  if (cancelAtPeriodEnd) return `Canceled: it ends with ${formatDay(endsOn)}. What is paid stays yours until then.`
  if (needsPayment(shown)) return 'The month is granted as soon as it is paid.'
  if (shown === 'trialing') return `Starts and is charged on ${formatDay(renewsOn)}.`
  return `Renews on ${formatDay(renewsOn)}.`
}

function PaymentNeeded({ subscription }: { subscription: SubscriptionView }) {
  return (
    <div role="alert" className="grid gap-3 rounded border border-bad bg-bad-soft p-4 text-bad">
      <p>
        <strong className="block">
          {subscription.shown === 'incomplete'
            ? 'Your first payment is not made yet.'
            : 'Your payment did not go through.'}
        </strong>
        Pay it by the same or another card or account; your lessons are there as soon as it is paid.
      </p>
      <p>
        <ButtonLink to={paths.paySubscription()}>Pay now</ButtonLink>
      </p>
    </div>
  )
}

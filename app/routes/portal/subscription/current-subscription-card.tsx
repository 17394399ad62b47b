import type { ReactNode } from 'react'
import { t } from '#text'
import { Csrf } from '~/components/form/csrf'
import { Rich } from '~/components/rich'
import { StateBadge } from '~/components/ui/badge'
import { Button, ButtonLink } from '~/components/ui/button'
import { Card } from '~/components/ui/card'
import { Link } from '~/components/ui/link'
import { Money } from '~/components/ui/money'
import type { SubscriptionView, Used } from '~/models/money/subscriptions/subscription.server'
import { needsPayment, subscriptionLabel, subscriptionNote } from '~/models/vocabulary/subscription'
import { formatDayShort } from '~/utils/dates'
import { formatCents } from '~/utils/money'
import { paths } from '~/utils/paths'

interface OfRider {
  rider: string | undefined
}

/** Shows what a family has every month, what will change, and what it owes. */
export function CurrentSubscriptionCard({
  subscription,
  used,
  paidWith,
  rider,
  modify = false,
}: {
  subscription: SubscriptionView
  used?: Used
  /** The method that pays, where no list of methods says so. */
  paidWith?: string
  /** Named in a family of several. */
  rider?: { id: string; name: string }
  /** Whether to link to its screen, where this is another one. */
  modify?: boolean
}) {
  const ends = subscription.cancelAtPeriodEnd
  return (
    <Card
      className={modify ? 'py-3' : undefined}
      title={rider ? t('Current Subscription: {name}', { name: rider.name }) : t('Current Subscription')}
      actions={
        <StateBadge state={ends && !needsPayment(subscription.shown) ? 'ending' : subscription.shown}>
          {subscriptionLabel(subscription)}
        </StateBadge>
      }
    >
      <div className={modify ? 'grid gap-1' : 'grid gap-3'}>
        {needsPayment(subscription.shown) ? <PaymentNeeded subscription={subscription} rider={rider?.id} /> : null}
        <Held subscription={subscription} isShort={modify} />
        {used ? <UsedCounters used={used} /> : null}
        {paidWith && !ends ? (
          <p>
            {t('Paid with')} <strong>{paidWith}</strong> ·{' '}
            <Link to={paths.portal()} className="link inline-flex min-h-11 items-center">
              {t('Change')}
            </Link>
          </p>
        ) : null}
        <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
          <p>{subscriptionNote(subscription)}</p>
          {ends ? <KeepForm rider={rider?.id} /> : null}
          {modify && !ends ? (
            <ButtonLink to={paths.subscription({ rider: rider?.id })} variant="secondary">
              {t('Modify')}
            </ButtonLink>
          ) : null}
          {modify || ends ? null : <CancelLink rider={rider?.id} />}
        </div>
      </div>
    </Card>
  )
}

const CancelLink = ({ rider }: OfRider) => (
  <ButtonLink to={paths.cancelSubscription({ rider })} stay variant="danger-quiet" className="-ms-4">
    {t('Cancel Subscription')}
  </ButtonLink>
)

const namesOf = (addOns: { name: string; quantity: number }[]) =>
  addOns.map(({ name, quantity }) => (quantity > 1 ? `${name} × ${quantity}` : name))

/** The package and the add-ons with their price; if the next month holds others, both. One that ends costs nothing more. */
function Held({
  subscription,
  isShort,
}: {
  subscription: SubscriptionView
  /** Without what the package holds, where packages stand beside it. */
  isShort: boolean
}) {
  const { package: bought, addOns, until, monthlyPrice, fee, cancelAtPeriodEnd, renewsOn } = subscription
  const price = (
    <span className="whitespace-nowrap">
      <Rich
        text="<b>{price}</b> per month"
        values={{ b: (inside) => <strong className="text-lg">{inside}</strong>, price: <Money cents={monthlyPrice} /> }}
      />
    </span>
  )
  const next = [...(isShort ? [] : contentsOf(bought)), ...namesOf(addOns)]
  const withFee = fee ? [...next, t('includes {amount} convenience fee', { amount: formatCents(fee) })] : next
  if (!until) {
    return (
      <Part name={bought?.name ?? t('Add-ons Only')} price={cancelAtPeriodEnd ? null : price}>
        {(cancelAtPeriodEnd ? next : withFee).join(' · ')}
      </Part>
    )
  }
  const now = { name: until.packageName ?? t('Add-ons Only'), children: namesOf(until.addOns).join(' · ') }
  if (cancelAtPeriodEnd) return <Part {...now} />
  return (
    <div className="grid gap-3 sm:grid-cols-2">
      <Part {...now} when={t('Until {day}', { day: formatDayShort(until.day) })} />
      <Part
        name={bought?.name ?? t('Add-ons Only')}
        when={t('From {day}', { day: formatDayShort(renewsOn) })}
        price={price}
      >
        {withFee.join(' · ')}
      </Part>
    </div>
  )
}

function Part({
  name,
  when,
  price,
  children,
}: {
  name: string
  when?: string
  price?: ReactNode
  children: ReactNode
}) {
  return (
    <div className={when ? 'rounded border border-line p-3' : undefined}>
      {when ? <p className="text-sm text-muted">{when}</p> : null}
      <p className="flex flex-wrap items-baseline justify-between gap-x-4">
        <strong className="text-lg">{name}</strong>
        {price}
      </p>
      <p className="text-sm text-muted">{children}</p>
    </div>
  )
}

function contentsOf(bought: SubscriptionView['package']): string[] {
  if (!bought) return []
  const { lessonsPerMonth, privateLessonsPerMonth, makeupLessons, hacksPerMonth } = bought
  return [
    lessonsPerMonth && t('{count, plural, one {# lesson} other {# lessons}} per month', { count: lessonsPerMonth }),
    privateLessonsPerMonth &&
      t('{count, plural, one {# private lesson} other {# private lessons}} per month', {
        count: privateLessonsPerMonth,
      }),
    makeupLessons &&
      t('{count, plural, one {# makeup lesson} other {# makeup lessons}} per month', { count: makeupLessons }),
    hacksPerMonth && t('{count, plural, one {# hack} other {# hacks}} per month', { count: hacksPerMonth }),
  ].filter((part) => part !== 0)
}

function UsedCounters({ used }: { used: Used }) {
  const counters = [
    { label: t('Lessons used'), counter: used.lessons, always: true },
    { label: t('Private lessons used'), counter: used.privateLessons },
    { label: t('Makeup lessons used'), counter: used.makeups },
    { label: t('Hacks used'), counter: used.hacks, always: true },
  ].filter(({ counter, always }) => always || counter.allowed > 0 || counter.used > 0)
  return (
    <ul className="num flex flex-wrap gap-x-5 gap-y-1 border-y border-line py-2 text-sm">
      {counters.map(({ label, counter }) => (
        <li key={label} className="whitespace-nowrap">
          {label}:{' '}
          <strong>
            {counter.used} / {counter.allowed}
          </strong>
        </li>
      ))}
    </ul>
  )
}

/** Undoes a cancellation, with or without scripts. */
const KeepForm = ({ rider }: OfRider) => (
  <form method="post" action={paths.keepSubscription({ rider })}>
    <Csrf />
    <Button>{t('Keep my subscription')}</Button>
  </form>
)

function PaymentNeeded({ subscription, rider }: OfRider & { subscription: SubscriptionView }) {
  return (
    <div role="alert" className="grid gap-3 rounded border border-bad bg-bad-soft p-4 text-bad">
      <p>
        <strong className="block">
          {t(
            subscription.shown === 'incomplete'
              ? "Your first payment hasn't gone through yet."
              : "Your payment didn't go through.",
          )}
        </strong>
        {t("Try the same card or another one. Your lessons will be ready once it's paid.")}
      </p>
      <p>
        <ButtonLink to={paths.paySubscription({ rider })}>{t('Pay now')}</ButtonLink>
      </p>
    </div>
  )
}

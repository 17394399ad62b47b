import { data, type HeadersFunction, type LoaderFunctionArgs, type MetaFunction, redirect } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import type Stripe from 'stripe'
import { ButtonLink } from '~/components/ui/button'
import type { Viewer } from '~/models/accounts/user'
import { ridersOfFamily } from '~/models/families/family.server'
import { grantsWhileClearing } from '~/models/payments/bank-return.server'
import { findOrder, isPaying, type OrderStatus } from '~/models/payments/order.server'
import { findPaid, firstPaymentOf, wasFeeReturned } from '~/models/payments/payment-transaction.server'
import { lineName } from '~/models/payments/pricing'
import { getSchool } from '~/models/school/current-school.server'
import { subscriptionRider } from '~/models/subscriptions/subscribed-riders.server'
import { type SubscriptionView, subscriptionOf } from '~/models/subscriptions/subscription.server'
import { today } from '~/platform/clock.server'
import { prisma } from '~/platform/db.server'
import { logError } from '~/platform/log.server'
import { Refused } from '~/platform/refused'
import { adoptFirstMethod } from '~/services/stripe/default-method.server'
import { verifyUrlOf } from '~/services/stripe/microdeposits'
import { type MonthPayment, syncOwnInvoice } from '~/services/stripe/open-payment.server'
import { findOwnPayment, syncCheckout } from '~/services/stripe/payments.server'
import { idOf, translateProviderErrors } from '~/services/stripe/stripe.server'
import { syncPayment } from '~/services/stripe/sync/sync-payment.server'
import { formatDay, fromDbDate } from '~/utils/dates'
import { formatCents } from '~/utils/money'
import { paths } from '~/utils/paths'
import { formatPhone, phoneLink } from '~/utils/phone'
import { requireViewer } from '~/web/auth.server'
import { Result } from './result'

export const meta: MetaFunction = () => [{ title: 'Payment' }]

const WAIT_SECONDS = 3

/** The document's headers are the route's to give: without this the page would not ask again by itself. */
export const headers: HeadersFunction = ({ loaderHeaders }) => {
  const refresh = loaderHeaders.get('Refresh')
  return refresh ? { Refresh: refresh } : new Headers()
}

export async function loader({ request }: LoaderFunctionArgs) {
  const viewer = await requireViewer(request)
  const query = new URL(request.url).searchParams
  try {
    return await translateProviderErrors(() => confirm(viewer, query))
  } catch (error) {
    if (!(error instanceof Refused)) throw error
    // Not known yet: the page asks again by itself, with scripts or without.
    return data({ state: 'confirming' as const }, { headers: { Refresh: String(WAIT_SECONDS) } })
  }
}

async function confirm(viewer: Viewer, query: URLSearchParams) {
  if (query.get('subscription')) return subscribed(viewer, query)
  const sessionId = query.get('session_id')
  if (sessionId) {
    const intentId = await syncCheckout(viewer.id, sessionId)
    if (intentId) throw redirect(paths.paymentSuccess({ payment_intent: intentId }))
  }
  const intentId = query.get('payment_intent')
  if (!intentId) return data({ state: 'invalid' as const }, { status: 400 })
  const found = await findOwnPayment(viewer.id, intentId)
  if (!found)
    return (await confirmMonth(viewer, intentId, query)) ?? data({ state: 'invalid' as const }, { status: 404 })
  const { outcome } = await syncPayment(intentId)
  if (outcome === 'needs-look') return data({ state: 'mismatch' as const }, { status: 409 })
  const order = (await findOrder(found.order.id))!
  const paidBy = order.stripePaymentIntentId
  // Another window paid it on the provider's page: that payment may need a look.
  if (found.intent.status === 'canceled' && isPaying(order) && paidBy && paidBy !== intentId) {
    throw redirect(paths.paymentSuccess({ payment_intent: paidBy }))
  }
  const state = stateOf(order.status)
  if (state !== 'failed') await keepForNextTime(viewer.id, found.intent)
  const verifyUrl = verifyUrlOf(found.intent)
  return {
    state: verifyUrl ? ('verifying' as const) : state,
    verifyUrl,
    total: formatCents(order.total),
    retry: paths.paymentOnetime({ order: order.id }),
    message: order.failureMessage,
    feeBack: (await wasFeeReturned(intentId)) ? formatCents(order.fee) : null,
    validity: `${formatDay(order.validFrom)} to ${formatDay(order.validTo)}`,
    next: null,
    more: null,
    ...(await around(viewer.id, intentId)),
  }
}

/** What every ending of a payment can say. */
async function around(userId: string, intentId: string) {
  const paid = await findPaid(intentId)
  const { phone } = await getSchool()
  return {
    items: paid?.items ?? [],
    receiptId: paid?.receiptId ?? null,
    paidWith: paid?.paidWith ?? null,
    phone,
    grantsAtOnce: await grantsWhileClearing(prisma, userId),
  }
}

/** The first card or account that a family saves while it pays is its default. The payment is made whatever becomes of that. */
async function keepForNextTime(userId: string, { setup_future_usage, payment_method }: Stripe.PaymentIntent) {
  if (!setup_future_usage || !payment_method) return
  try {
    await adoptFirstMethod(userId, idOf(payment_method))
  } catch (error) {
    logError(error)
  }
}

/** A subscription that has just been started: on to its first payment, if there is one by now. */
async function subscribed({ id: userId }: Viewer, query: URLSearchParams) {
  const { rider, riders } = await subscriptionRider(userId, query.get('rider'))
  const subscription = await subscriptionOf(userId, today(), rider.id)
  if (!subscription) return data({ state: 'invalid' as const }, { status: 404 })
  const intentId = await firstPaymentOf(subscription.id)
  const more = query.get('more') ?? undefined
  if (intentId) throw redirect(paths.paymentSuccess({ payment_intent: intentId, more }))
  const named = riders.length > 1 || rider.id !== userId ? rider.firstName : undefined
  return {
    state: 'scheduled' as const,
    rider: named,
    items: itemsOf(subscription, named),
    next: nextChargeOf(subscription),
    more: await moreOf(userId, query),
  }
}

/** What the family chose for another rider before it subscribed for this one. */
async function moreOf(userId: string, query: URLSearchParams) {
  const choice = new URLSearchParams(query.get('more') ?? '')
  const rider = (await ridersOfFamily(userId)).find(({ id }) => id === choice.get('rider'))
  return rider ? { name: rider.firstName, to: paths.purchase(Object.fromEntries(choice)) } : null
}

const itemsOf = ({ package: own, addOns }: SubscriptionView, rider: string | undefined) =>
  [...(own ? [{ name: own.name, quantity: 1 }] : []), ...addOns].map((line) => lineName({ ...line, rider }))

const nextChargeOf = ({ cancelAtPeriodEnd, monthlyPrice, renewsOn }: SubscriptionView) =>
  cancelAtPeriodEnd ? null : { amount: formatCents(monthlyPrice), on: formatDay(renewsOn) }

/** The payment of a month of a subscription; null where it is not one of the family's. */
async function confirmMonth(viewer: Viewer, intentId: string, query: URLSearchParams) {
  const month = await syncOwnInvoice(viewer, intentId)
  if (!month) return null
  if (month.needsLook) return data({ state: 'mismatch' as const }, { status: 409 })
  const { validity, verifyUrl } = month
  const subscription = month.riderId ? await subscriptionOf(viewer.id, today(), month.riderId) : null
  const day = (date: Date) => formatDay(fromDbDate(date))
  return {
    state: stateOfMonth(month),
    verifyUrl,
    total: formatCents(month.total),
    retry: paths.paySubscription({ rider: month.riderId && month.riderId !== viewer.id ? month.riderId : undefined }),
    message: month.message,
    feeBack: null,
    validity: validity ? `${day(validity.from)} to ${day(validity.to)}` : 'this month on',
    next: subscription && nextChargeOf(subscription),
    more: await moreOf(viewer.id, query),
    ...(await around(viewer.id, intentId)),
  }
}

type Ending = 'paid' | 'clearing' | 'refunded' | 'verifying' | 'failed'

function stateOfMonth({ status, returned, verifyUrl }: MonthPayment): Ending {
  if (returned) return 'refunded'
  if (status === 'succeeded') return 'paid'
  if (status === 'processing') return 'clearing'
  return verifyUrl ? 'verifying' : 'failed'
}

const STATES = { paid: 'paid', processing: 'clearing', refunded: 'refunded' } as const
const stateOf = (status: OrderStatus): Ending => (status in STATES ? STATES[status as keyof typeof STATES] : 'failed')

export default function PaymentSuccess() {
  const loaded = useLoaderData<typeof loader>()
  switch (loaded.state) {
    case 'confirming':
      return <Confirming />
    case 'mismatch':
      return (
        <Result title="Payment Confirmation Error" ending="bad">
          <p>There was an issue confirming your payment. Please contact support.</p>
          <p>We’ve let the office know. Please don’t pay again.</p>
        </Result>
      )
    case 'invalid':
      return (
        <Result title="Invalid Payment" ending="bad">
          <p>We couldn’t find this payment.</p>
        </Result>
      )
    case 'scheduled':
      return (
        <Result
          title={startsOn(loaded.rider, loaded.next)}
          ending="good"
          items={loaded.items}
          action={loaded.more ? <GoOn {...loaded.more} /> : null}
        >
          {loaded.next ? (
            <p>
              You’ll be charged <strong className="num">{loaded.next.amount}</strong> that day, and on the 1st of each
              month after that.
            </p>
          ) : null}
        </Result>
      )
    case 'paid':
      return (
        <Result
          title="Payment Successful!"
          ending="good"
          items={loaded.items}
          receiptId={loaded.receiptId}
          action={<NextStep more={loaded.more} />}
        >
          <p>Your purchase has been completed successfully.</p>
          <p>
            You paid <strong className="num">{loaded.total}</strong>
            {loaded.paidWith ? ` with ${loaded.paidWith.replaceAll(' ', '\u00a0')}` : ''}. Your lessons are good from{' '}
            {loaded.validity}.
          </p>
          {loaded.feeBack ? <p>Your card has no fee: we’re refunding {loaded.feeBack} to you.</p> : null}
          <NextCharge next={loaded.next} />
          <CallToBook phone={loaded.phone} />
        </Result>
      )
    case 'clearing':
      return (
        <Result
          title="Bank Payment Processing"
          ending="wait"
          items={loaded.items}
          action={loaded.grantsAtOnce || loaded.more ? <NextStep more={loaded.more} /> : null}
        >
          <p>
            We’ve submitted your bank payment of <strong className="num">{loaded.total}</strong>. Bank payments take 1-3
            business days; we’ll email you when it’s complete.
          </p>
          <p>
            {loaded.grantsAtOnce
              ? `You can use your lessons right away, from ${loaded.validity}. They’ll show as Clearing until the payment goes through.`
              : `Because an earlier bank payment was returned, you’ll get your lessons once this one goes through: from ${loaded.validity}.`}
          </p>
          <NextCharge next={loaded.next} />
          {loaded.grantsAtOnce ? <CallToBook phone={loaded.phone} /> : null}
        </Result>
      )
    case 'verifying':
      return (
        <Result
          title="Waiting for your bank account"
          ending="wait"
          action={
            loaded.verifyUrl ? (
              <a href={loaded.verifyUrl} className="btn btn-primary">
                Confirm the two amounts
              </a>
            ) : null
          }
        >
          <p>
            Nothing was charged yet. Two small deposits will arrive in your bank account in one or two business days.
            Enter the amounts on our payment provider’s page (you’ll get the link by email, too), and your bank payment
            of <strong className="num">{loaded.total}</strong> starts.
          </p>
          <p>Please don’t pay again while you wait. To pay by card instead, call the office first.</p>
        </Result>
      )
    case 'refunded':
      return (
        <Result title="Payment returned" ending="back" items={loaded.items} receiptId={loaded.receiptId}>
          <p>
            Your payment of <strong className="num">{loaded.total}</strong> was returned to you.
          </p>
        </Result>
      )
    case 'failed':
      return (
        <Result
          title="Payment Confirmation Failed"
          ending="bad"
          action={<ButtonLink to={loaded.retry}>Try again</ButtonLink>}
        >
          <p>{loaded.message ?? 'The payment was not completed.'} Nothing was charged.</p>
          <p>We’ve saved your order. You can try again, or use another card.</p>
        </Result>
      )
  }
}

/** The toast says that it was created. */
const startsOn = (rider: string | undefined, next: { on: string } | null) =>
  `${rider ? `${rider}’s` : 'Your'} subscription ${next ? `starts ${next.on}` : 'has ended'}`

/** A family that chose for several believes that all of it is in. */
const GoOn = ({ name, to }: { name: string; to: string }) => <ButtonLink to={to}>Continue with {name}</ButtonLink>

function NextCharge({ next }: { next: { amount: string; on: string } | null }) {
  if (!next) return null
  return (
    <p>
      Your next charge is <strong className="num">{next.amount}</strong> on {next.on}.
    </p>
  )
}

/** What now: whatever was chosen for another rider, or else a time for what was bought. */
const NextStep = ({ more }: { more: Parameters<typeof GoOn>[0] | null }) =>
  more ? <GoOn {...more} /> : <ButtonLink to={paths.findPlace()}>Book Lesson Times</ButtonLink>

/** For a family that would rather book by phone. */
function CallToBook({ phone }: { phone: string | null }) {
  if (!phone) return null
  return (
    <p>
      Or call to book your lessons:{' '}
      <a href={phoneLink(phone)} className="link whitespace-nowrap">
        {formatPhone(phone)}
      </a>
    </p>
  )
}

function Confirming() {
  return (
    <Result title="Confirming Payment..." ending="wait">
      <p role="status">We’re confirming your payment. Please keep this page open.</p>
    </Result>
  )
}

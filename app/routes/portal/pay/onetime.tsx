import { data, type LoaderFunctionArgs, type MetaFunction, redirect } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { z } from 'zod'
import { Island } from '~/components/island'
import { ButtonLink } from '~/components/ui/button'
import { Card } from '~/components/ui/card'
import { PageHeader } from '~/components/ui/page-header'
import { useRoot } from '~/components/use-root'
import { namedLines } from '~/models/families/line-riders.server'
import { BankRefused, grantsWhileClearing } from '~/models/payments/bank-return.server'
import { findOwnOrder, type Order } from '~/models/payments/order.server'
import { percentOf } from '~/models/payments/pricing'
import { today } from '~/platform/clock.server'
import { prisma } from '~/platform/db.server'
import { getEnv } from '~/platform/env.server'
import { Refused } from '~/platform/refused'
import { selectionOfOrder, selectionQuery } from '~/routes/portal/purchase/selection'
import { priceForUnknownCard } from '~/services/stripe/card-price.server'
import { OrderClosed, refuseClosed } from '~/services/stripe/close-order.server'
import { awaitsDeposits } from '~/services/stripe/microdeposits'
import { sameText } from '~/services/stripe/open-payment.server'
import { offersFor, payWithSaved } from '~/services/stripe/pay-saved.server'
import { findOwnPayment, pay, refuseBank, secretOf, startCheckout } from '~/services/stripe/payments.server'
import { type PaymentProvider, paymentProvider, translateProviderErrors } from '~/services/stripe/stripe.server'
import { formatDay } from '~/utils/dates'
import { MAX_ID } from '~/utils/fields'
import { pathOf, paths } from '~/utils/paths'
import { requireViewer } from '~/web/auth.server'
import { formAction } from '~/web/form-action.server'
import { redirectWithToast } from '~/web/toast.server'
import { OpenPayment } from './open-payment.island'

export const handle = { scripts: true }
export const meta: MetaFunction = () => [{ title: 'Complete Your Purchase' }]

/** An order's payment screen by its number: opens a payment that can be made, whatever became of earlier ones. */
async function reopen(viewerId: string, orderId: number) {
  const order = await findOwnOrder(viewerId, { id: orderId })
  // The order of a subscription is paid month by month, by its invoices.
  if (order?.kind !== 'one_time') return null
  const payment = await pay(order)
  return redirect(
    'clientSecret' in payment
      ? paths.paymentOnetime({ client_secret: payment.clientSecret, payment_intent_id: payment.paymentIntentId })
      : paths.paymentSuccess({ payment_intent: payment.paymentIntentId }),
  )
}

export async function loader({ request }: LoaderFunctionArgs) {
  const viewer = await requireViewer(request)
  const provider = paymentProvider()
  if (!provider) return data({ state: 'unavailable' as const }, { status: 503 })
  try {
    return await translateProviderErrors(() => show(viewer.id, provider, new URL(request.url).searchParams), 'look')
  } catch (error) {
    if (error instanceof OrderClosed) throw await backToShop(error)
    if (!(error instanceof Refused)) throw error
    const byCard = error instanceof BankRefused
    const choice = await choiceBehind(viewer.id, new URL(request.url).searchParams)
    return data({ state: 'refused' as const, message: error.message, byCard, choice }, { status: error.status })
  }
}

const backToShop = ({ message, order }: OrderClosed) =>
  redirectWithToast(paths.purchase(choiceOf(order)), {
    type: 'info',
    title: 'Please start over',
    description: message,
  })

/** What an order holds, as the shop's query. */
const choiceOf = (order: Order): Record<string, string> => selectionQuery(selectionOfOrder(order, today()))

async function choiceBehind(userId: string, query: URLSearchParams): Promise<Record<string, string>> {
  const id = orderIdOf(query)
  const stripePaymentIntentId = query.get('payment_intent_id') ?? ''
  const order = await findOwnOrder(userId, id ? { id } : { stripePaymentIntentId })
  return order ? choiceOf(order) : {}
}

function orderIdOf(query: URLSearchParams): number | null {
  const id = Number(query.get('order'))
  return Number.isInteger(id) && id > 0 && id <= MAX_ID ? id : null
}

/** Without scripts nobody knows the card before it has paid. */
const showNewPrice = (to: string) =>
  redirectWithToast(
    to,
    {
      type: 'info',
      title: 'The price has changed',
      description: 'It includes the convenience fee. No fee for debit cards: we’ll refund it right after the payment.',
    },
    { status: 303 },
  )

/** What the screen shows, all of it from the provider's intent and our order. */
async function show(viewerId: string, provider: PaymentProvider, query: URLSearchParams) {
  const invalid = (status = 404) => data({ state: 'invalid' as const }, { status })
  const orderId = orderIdOf(query)
  if (orderId) return (await reopen(viewerId, orderId)) ?? invalid()
  const secret = query.get('client_secret')
  const intentId = query.get('payment_intent_id')
  if (!intentId) return invalid(400)
  const found = await findOwnPayment(viewerId, intentId)
  if (!found || (secret && !sameText(secret, found.intent.client_secret ?? ''))) return invalid()
  const { intent, order } = found
  if (intent.status === 'succeeded' || intent.status === 'processing' || awaitsDeposits(intent)) {
    throw redirect(paths.paymentSuccess({ payment_intent: intent.id }))
  }
  if (intent.status === 'canceled' || order.stripePaymentIntentId !== intent.id) {
    throw redirect(paths.paymentOnetime({ order: order.id }))
  }
  await refuseClosed(order)
  await refuseBank(order)
  const bank = order.methodType === 'us_bank_account'
  return {
    state: 'open' as const,
    choice: choiceOf(order),
    clientSecret: secretOf(intent),
    publishableKey: provider.publishableKey,
    scriptUrl: provider.scriptUrl,
    sandbox: provider.sandbox !== null,
    bank,
    grantsAtOnce: !bank || (await grantsWhileClearing(prisma, viewerId)),
    saved: await offersFor(order),
    declined: order.status === 'failed' ? (order.failureMessage ?? 'The payment was not completed.') : null,
    lines: await namedLines(prisma, viewerId, order.items),
    price: { subtotal: order.subtotal, convenienceFee: order.fee, total: order.total },
    validity: `${formatDay(order.validFrom)} to ${formatDay(order.validTo)}`,
    feePercent: percentOf(order.feeRate || order.cardFeeRate),
    intentId: intent.id,
    feeByCard: !bank && order.cardFeeRate > 0 && order.feeScope === 'credit_cards',
  }
}

const schema = z.discriminatedUnion('intent', [
  z.object({ intent: z.literal('saved'), method: z.string().min(1), seen: z.coerce.number().int() }),
  z.object({ intent: z.literal('hosted'), save: z.literal('on').optional() }),
])

/** Paying by what is saved, or without scripts on the provider's own page. */
export const action = formAction({
  guard: requireViewer,
  schema,
  failed: 'Payment Error',
  fault: 'An unexpected error occurred while processing your payment.',
  refusedTo: ({ request }) => pathOf(request),
  async run({ viewer, value, query }) {
    const intentId = query.get('payment_intent_id') ?? ''
    try {
      if (value.intent === 'hosted') return await payOnProvidersPage(viewer.id, intentId, value.save === 'on')
      const { method: methodId, seen } = value
      return await paySaved(viewer.id, intentId, { methodId, seen })
    } catch (error) {
      throw error instanceof OrderClosed ? await backToShop(error) : error
    }
  },
})

async function paySaved(userId: string, intentId: string, chosen: { methodId: string; seen: number }) {
  const returnUrl = getEnv().appUrl + paths.paymentSuccess()
  const payment = await payWithSaved(userId, intentId, { ...chosen, returnUrl })
  switch (payment.state) {
    case 'confirm':
      return redirect(payment.url, 303)
    case 'declined':
      return redirect(paths.paymentOnetime({ order: payment.orderId }), 303)
    case 'sent':
      return redirect(paths.paymentSuccess({ payment_intent: payment.paymentIntentId }), 303)
  }
}

async function payOnProvidersPage(userId: string, intentId: string, save: boolean) {
  const { appUrl } = getEnv()
  const address = await translateProviderErrors(async () => {
    const found = await findOwnPayment(userId, intentId)
    if (!found) throw new Response('Invalid Payment Link', { status: 404 })
    const order = await priceForUnknownCard(found.order)
    const here = paths.paymentOnetime({ order: order.id })
    if (order.total !== found.order.total) throw await showNewPrice(here)
    const success = `${appUrl}${paths.paymentSuccess()}?session_id={CHECKOUT_SESSION_ID}`
    return startCheckout(order, { success, cancel: appUrl + here }, { save })
  })
  return redirect(address ?? paths.paymentSuccess({ payment_intent: intentId }), 303)
}

const CLOSED = {
  invalid: {
    title: 'Invalid Payment Link',
    text: 'We couldn’t find this payment. Nothing was charged.',
  },
  unavailable: {
    title: 'Payment Not Available',
    text: 'Online payments aren’t set up yet. Please ask the office.',
  },
  refused: { title: 'Payment Error', text: '' },
}

export default function PaymentOnetime() {
  const loaded = useLoaderData<typeof loader>()
  const csrf = useRoot()?.csrf ?? ''
  if (loaded.state !== 'open') {
    const { title, text } = CLOSED[loaded.state]
    return (
      <>
        <PageHeader title={title} />
        <Card>
          <p className="mb-4">{loaded.state === 'refused' ? loaded.message : text}</p>
          {loaded.state === 'refused' && loaded.byCard ? (
            <ButtonLink to={paths.purchase({ ...loaded.choice, method: 'card' })}>Pay by card instead</ButtonLink>
          ) : (
            <ButtonLink to={paths.purchase()}>Back to lessons</ButtonLink>
          )}
        </Card>
      </>
    )
  }
  const { choice, ...open } = loaded
  const props = { ...open, csrf }
  return (
    <>
      <PageHeader title="Complete Your Purchase" back={{ to: paths.purchase(choice), label: 'Edit order' }} />
      <Island name="pay" props={props}>
        <OpenPayment {...props} />
      </Island>
    </>
  )
}

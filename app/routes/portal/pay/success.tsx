import { data, type HeadersFunction, type LoaderFunctionArgs, type MetaFunction, redirect } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import type { ReactNode } from 'react'
import { ButtonLink } from '~/components/ui/button'
import { Card } from '~/components/ui/card'
import type { Viewer } from '~/models/accounts/user'
import { grantsWhileClearing } from '~/models/payments/bank-return.server'
import { findOrder, type OrderStatus } from '~/models/payments/order.server'
import { wasFeeReturned } from '~/models/payments/payment-transaction.server'
import { prisma } from '~/platform/db.server'
import { Refused } from '~/platform/refused'
import { verifyUrlOf } from '~/services/stripe/microdeposits'
import { type MonthPayment, syncOwnInvoice } from '~/services/stripe/open-payment.server'
import { findOwnPayment, syncCheckout } from '~/services/stripe/payments.server'
import { translateProviderErrors } from '~/services/stripe/stripe.server'
import { syncPayment } from '~/services/stripe/sync/sync-payment.server'
import { formatDay, fromDbDate } from '~/utils/dates'
import { formatCents } from '~/utils/money'
import { paths } from '~/utils/paths'
import { requireViewer } from '~/web/auth.server'

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
  const sessionId = query.get('session_id')
  if (sessionId) {
    const intentId = await syncCheckout(viewer.id, sessionId)
    if (intentId) throw redirect(paths.paymentSuccess({ payment_intent: intentId }))
  }
  const intentId = query.get('payment_intent')
  if (!intentId) return data({ state: 'invalid' as const }, { status: 400 })
  const found = await findOwnPayment(viewer.id, intentId)
  if (!found) return (await confirmMonth(viewer, intentId)) ?? data({ state: 'invalid' as const }, { status: 404 })
  const { outcome } = await syncPayment(intentId)
  if (outcome === 'needs-look') return data({ state: 'mismatch' as const }, { status: 409 })
  const order = (await findOrder(found.order.id))!
  const verifyUrl = verifyUrlOf(found.intent)
  return {
    state: verifyUrl ? ('verifying' as const) : stateOf(order.status),
    verifyUrl,
    total: formatCents(order.total),
    retry: paths.paymentOnetime({ order: order.id }),
    message: order.failureMessage,
    grantsAtOnce: await grantsWhileClearing(prisma, viewer.id),
    feeBack: (await wasFeeReturned(intentId)) ? formatCents(order.fee) : null,
    validity: `${formatDay(order.validFrom)} to ${formatDay(order.validTo)}`,
  }
}

/** The payment of a month of a subscription; null where it is not one of the family's. */
async function confirmMonth(viewer: Viewer, intentId: string) {
  const month = await syncOwnInvoice(viewer, intentId)
  if (!month) return null
  if (month.needsLook) return data({ state: 'mismatch' as const }, { status: 409 })
  const { validity, verifyUrl } = month
  const day = (date: Date) => formatDay(fromDbDate(date))
  return {
    state: stateOfMonth(month),
    verifyUrl,
    total: formatCents(month.total),
    retry: paths.paySubscription(),
    message: month.message,
    grantsAtOnce: await grantsWhileClearing(prisma, viewer.id),
    feeBack: null,
    validity: validity ? `${day(validity.from)} to ${day(validity.to)}` : 'this month on',
  }
}

function stateOfMonth({ status, returned, verifyUrl }: MonthPayment) {
  if (returned) return 'refunded'
  if (status === 'succeeded') return 'paid'
  if (status === 'processing') return 'clearing'
  return verifyUrl ? 'verifying' : 'failed'
}

const STATES = { paid: 'paid', processing: 'clearing', refunded: 'refunded' } as const
const stateOf = (status: OrderStatus) => (status in STATES ? STATES[status as keyof typeof STATES] : 'failed')

export default function PaymentSuccess() {
  const loaded = useLoaderData<typeof loader>()
  switch (loaded.state) {
    case 'confirming':
      return <Confirming />
    case 'mismatch':
      return (
        <Result title="Payment Confirmation Error" icon="!">
          <p>There was an issue confirming your payment. Please contact support.</p>
          <p>The office has been told. Please do not pay again.</p>
        </Result>
      )
    case 'invalid':
      return (
        <Result title="Invalid Payment" icon="?">
          <p>This link does not lead to a payment of yours.</p>
        </Result>
      )
    case 'paid':
      return (
        <Result title="Payment Successful!" icon="✓">
          <p>Your purchase has been completed successfully.</p>
          <p>
            You paid <strong className="num">{loaded.total}</strong>. Your lessons are good from {loaded.validity}.
          </p>
          {loaded.feeBack ? <p>Your card pays no fee: {loaded.feeBack} of it is on its way back to you.</p> : null}
        </Result>
      )
    case 'clearing':
      return (
        <Result title="Bank Payment Processing" icon="…">
          <p>
            Your bank payment of <strong className="num">{loaded.total}</strong> was submitted. Bank transfers take 1-3
            business days; we send you an e-mail when it is done.
          </p>
          <p>
            {loaded.grantsAtOnce
              ? `Your lessons are there already, labelled clearing, from ${loaded.validity}.`
              : `Because an earlier bank payment came back, your lessons are there once this one is through: from ${loaded.validity}.`}
          </p>
        </Result>
      )
    case 'verifying':
      return (
        <Result
          title="Waiting for your bank account"
          icon="…"
          action={
            loaded.verifyUrl ? (
              <a href={loaded.verifyUrl} className="btn btn-primary">
                Enter the two amounts
              </a>
            ) : null
          }
        >
          <p>
            Nothing was charged yet. In one or two business days two small amounts arrive in your bank account. Enter
            them on the payment provider’s page, whose address is also in its e-mail to you: then your bank payment of{' '}
            <strong className="num">{loaded.total}</strong> starts by itself.
          </p>
          <p>Please do not pay another way meanwhile. To pay by card instead, call the office first.</p>
        </Result>
      )
    case 'refunded':
      return (
        <Result title="Payment refunded" icon="↩">
          <p>
            Your payment of <strong className="num">{loaded.total}</strong> was returned to you.
          </p>
        </Result>
      )
    case 'failed':
      return (
        <Result
          title="Payment Confirmation Failed"
          icon="!"
          action={<ButtonLink to={loaded.retry}>Try again</ButtonLink>}
        >
          <p>{loaded.message ?? 'The payment was not completed.'} Nothing was charged.</p>
        </Result>
      )
  }
}

function Confirming() {
  return (
    <Result title="Confirming Payment..." icon="…">
      <p role="status">We are asking the payment provider. Please keep this page open; it goes on by itself.</p>
    </Result>
  )
}

function Result({
  title,
  icon,
  action,
  children,
}: {
  title: string
  icon: string
  action?: ReactNode
  children: ReactNode
}) {
  return (
    <Card className="mx-auto max-w-xl">
      <div className="grid justify-items-center gap-4 py-6 text-center">
        <span
          aria-hidden="true"
          className="grid size-14 place-items-center rounded bg-brand-soft text-xl font-bold text-brand-ink"
        >
          {icon}
        </span>
        <h1>{title}</h1>
        <div className="grid gap-2">{children}</div>
        <div className="flex flex-wrap justify-center gap-3">
          {action}
          <ButtonLink to={paths.portal()} variant={action ? 'secondary' : 'primary'}>
            Go to Customer Portal
          </ButtonLink>
          <ButtonLink to={paths.purchase()} variant="secondary">
            Make Another Purchase
          </ButtonLink>
        </div>
      </div>
    </Card>
  )
}

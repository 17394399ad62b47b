import { data, type HeadersFunction, type LoaderFunctionArgs, type MetaFunction } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { ButtonLink } from '~/components/ui/button'
import { useRoot } from '~/components/use-root'
import { Refused } from '~/platform/refused'
import { translateProviderErrors } from '~/services/stripe/stripe.server'
import { paths } from '~/utils/paths'
import { formatPhone, phoneLink } from '~/utils/phone'
import { requireViewer } from '~/web/auth.server'
import { confirmPayment } from './confirm-payment.server'
import { Result } from './result'

export const meta: MetaFunction = () => [{ title: 'Payment' }]

const WAIT_SECONDS = 3

/** The document's headers must come from the route: without this the page would not reload by itself. */
export const headers: HeadersFunction = ({ loaderHeaders }) => {
  const refresh = loaderHeaders.get('Refresh')
  return refresh ? { Refresh: refresh } : new Headers()
}

export async function loader({ request }: LoaderFunctionArgs) {
  const viewer = await requireViewer(request)
  const query = new URL(request.url).searchParams
  try {
    return await translateProviderErrors(() => confirmPayment(viewer, query))
  } catch (error) {
    if (!(error instanceof Refused)) throw error
    // Not known yet: the page reloads by itself, with scripts or without.
    return data({ state: 'confirming' as const }, { headers: { Refresh: String(WAIT_SECONDS) } })
  }
}

export default function PaymentSuccess() {
  const loaded = useLoaderData<typeof loader>()
  const mails = useRoot()?.mails
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
            business days;{' '}
            {mails ? 'we’ll email you when it’s complete.' : 'your payment history shows when it’s complete.'}
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

/** Returns when the subscription starts; the toast says that it was created. */
const startsOn = (rider: string | undefined, next: { on: string } | null) =>
  `${rider ? `${rider}’s` : 'Your'} subscription ${next ? `starts ${next.on}` : 'has ended'}`

/** Continues with another rider: a family that chose for several expects to have bought all of it. */
const GoOn = ({ name, to }: { name: string; to: string }) => <ButtonLink to={to}>Continue with {name}</ButtonLink>

function NextCharge({ next }: { next: { amount: string; on: string } | null }) {
  if (!next) return null
  return (
    <p>
      Your next charge is <strong className="num">{next.amount}</strong> on {next.on}.
    </p>
  )
}

/** Shows the next step: what was chosen for another rider, or otherwise booking a time. */
const NextStep = ({ more }: { more: Parameters<typeof GoOn>[0] | null }) =>
  more ? <GoOn {...more} /> : <ButtonLink to={paths.findPlace()}>Book Lesson Times</ButtonLink>

/** Offers the phone number to a family that prefers to book by phone. */
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

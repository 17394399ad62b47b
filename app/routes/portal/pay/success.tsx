import { data, type HeadersFunction, type LoaderFunctionArgs, type MetaFunction } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import type { ReactNode } from 'react'
import { t } from '#text'
import { Rich } from '~/components/rich'
import { ButtonLink } from '~/components/ui/button'
import { useRoot } from '~/components/use-root'
import { Refused } from '~/platform/refused'
import { translateProviderErrors } from '~/services/stripe/stripe.server'
import { paths } from '~/utils/paths'
import { formatPhone, phoneLink } from '~/utils/phone'
import { requireViewer } from '~/web/auth.server'
import { confirmPayment } from './confirm-payment.server'
import { Result } from './result'

export const meta: MetaFunction = () => [{ title: t('Payment') }]

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
        <Result title={t('Payment Confirmation Error')} ending="bad">
          <p>{t('There was an issue confirming your payment. Please contact support.')}</p>
          <p>{t('We’ve let the office know. Please don’t pay again.')}</p>
        </Result>
      )
    case 'invalid':
      return (
        <Result title={t('Invalid Payment')} ending="bad">
          <p>{t('We couldn’t find this payment.')}</p>
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
              <Rich
                text="You’ll be charged <b>{amount}</b> that day, and on the 1st of each month after that."
                values={{ b: strong, amount: loaded.next.amount }}
              />
            </p>
          ) : null}
        </Result>
      )
    case 'paid':
      return (
        <Result
          title={t('Payment Successful!')}
          ending="good"
          items={loaded.items}
          receiptId={loaded.receiptId}
          action={<NextStep more={loaded.more} />}
        >
          <p>{t('Your purchase has been completed successfully.')}</p>
          <p>
            <Rich
              text={
                loaded.paidWith
                  ? 'You paid <b>{amount}</b> with {method}. Your lessons are good from {days}.'
                  : 'You paid <b>{amount}</b>. Your lessons are good from {days}.'
              }
              values={{
                b: strong,
                amount: loaded.total,
                method: loaded.paidWith?.replaceAll(' ', '\u00a0'),
                days: loaded.validity,
              }}
            />
          </p>
          {loaded.feeBack ? (
            <p>{t('Your card has no fee: we’re refunding {amount} to you.', { amount: loaded.feeBack })}</p>
          ) : null}
          <NextCharge next={loaded.next} />
          <CallToBook phone={loaded.phone} />
        </Result>
      )
    case 'clearing':
      return (
        <Result
          title={t('Bank Payment Processing')}
          ending="wait"
          items={loaded.items}
          action={loaded.grantsAtOnce || loaded.more ? <NextStep more={loaded.more} /> : null}
        >
          <p>
            <Rich
              text={
                mails
                  ? 'We’ve submitted your bank payment of <b>{amount}</b>. Bank payments take 1-3 business days; we’ll email you when it’s complete.'
                  : 'We’ve submitted your bank payment of <b>{amount}</b>. Bank payments take 1-3 business days; your payment history shows when it’s complete.'
              }
              values={{ b: strong, amount: loaded.total }}
            />
          </p>
          <p>
            {t(
              loaded.grantsAtOnce
                ? 'You can use your lessons right away, from {days}. They’ll show as Clearing until the payment goes through.'
                : 'Because an earlier bank payment was returned, you’ll get your lessons once this one goes through: from {days}.',
              { days: loaded.validity },
            )}
          </p>
          <NextCharge next={loaded.next} />
          {loaded.grantsAtOnce ? <CallToBook phone={loaded.phone} /> : null}
        </Result>
      )
    case 'verifying':
      return (
        <Result
          title={t('Waiting for your bank account')}
          ending="wait"
          action={
            loaded.verifyUrl ? (
              <a href={loaded.verifyUrl} className="btn btn-primary">
                {t('Confirm the two amounts')}
              </a>
            ) : null
          }
        >
          <p>
            <Rich
              text="Nothing was charged yet. Two small deposits will arrive in your bank account in one or two business days. Enter the amounts on our payment provider’s page (you’ll get the link by email, too), and your bank payment of <b>{amount}</b> starts."
              values={{ b: strong, amount: loaded.total }}
            />
          </p>
          <p>{t('Please don’t pay again while you wait. To pay by card instead, call the office first.')}</p>
        </Result>
      )
    case 'refunded':
      return (
        <Result title={t('Payment returned')} ending="back" items={loaded.items} receiptId={loaded.receiptId}>
          <p>
            <Rich
              text="Your payment of <b>{amount}</b> was returned to you."
              values={{ b: strong, amount: loaded.total }}
            />
          </p>
        </Result>
      )
    case 'failed':
      return (
        <Result
          title={t('Payment Confirmation Failed')}
          ending="bad"
          action={<ButtonLink to={loaded.retry}>{t('Try again')}</ButtonLink>}
        >
          <p>
            {loaded.message ?? t('The payment was not completed.')} {t('Nothing was charged.')}
          </p>
          <p>{t('We’ve saved your order. You can try again, or use another card.')}</p>
        </Result>
      )
  }
}

/** Returns when the subscription starts; the toast says that it was created. */
function startsOn(rider: string | undefined, next: { on: string } | null): string {
  if (!rider) return next ? t('Your subscription starts {day}', { day: next.on }) : t('Your subscription has ended')
  return next
    ? t('{rider}’s subscription starts {day}', { rider, day: next.on })
    : t('{rider}’s subscription has ended', { rider })
}

const strong = (amount: ReactNode) => <strong className="num">{amount}</strong>

/** Continues with another rider: a family that chose for several expects to have bought all of it. */
const GoOn = ({ name, to }: { name: string; to: string }) => (
  <ButtonLink to={to}>{t('Continue with {name}', { name })}</ButtonLink>
)

function NextCharge({ next }: { next: { amount: string; on: string } | null }) {
  if (!next) return null
  return (
    <p>
      <Rich
        text="Your next charge is <b>{amount}</b> on {day}."
        values={{ b: strong, amount: next.amount, day: next.on }}
      />
    </p>
  )
}

/** Shows the next step: what was chosen for another rider, or otherwise booking a time. */
const NextStep = ({ more }: { more: Parameters<typeof GoOn>[0] | null }) =>
  more ? <GoOn {...more} /> : <ButtonLink to={paths.findPlace()}>{t('Book Lesson Times')}</ButtonLink>

/** Offers the phone number to a family that prefers to book by phone. */
function CallToBook({ phone }: { phone: string | null }) {
  if (!phone) return null
  return (
    <p>
      {t('Or call to book your lessons:')}{' '}
      <a href={phoneLink(phone)} className="link whitespace-nowrap">
        {formatPhone(phone)}
      </a>
    </p>
  )
}

function Confirming() {
  return (
    <Result title={t('Confirming Payment...')} ending="wait">
      <p role="status">{t('We’re confirming your payment. Please keep this page open.')}</p>
    </Result>
  )
}

import { type ActionFunctionArgs, data, type LoaderFunctionArgs, type MetaFunction } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { t } from '#text'
import { Csrf } from '~/components/form/csrf'
import { FormError } from '~/components/form/form-error'
import { Rich } from '~/components/rich'
import { Button } from '~/components/ui/button'
import { Card } from '~/components/ui/card'
import { Link } from '~/components/ui/link'
import { PageHeader } from '~/components/ui/page-header'
import { shopRiders } from '~/models/money/catalog/bought-before.server'
import { listCatalog } from '~/models/money/catalog/catalog.server'
import { linesOfForm, orderOf, purchaseSchema } from '~/models/money/payments/order.schema'
import { newNonce } from '~/models/money/payments/order.server'
import { createSubscription } from '~/models/money/subscribing/subscriptions.server'
import { today } from '~/platform/clock.server'
import { isRefusal } from '~/platform/refused'
import { formatCents } from '~/utils/money'
import { paths } from '~/utils/paths'
import { requireViewer } from '~/web/auth.server'
import { csrfForm } from '~/web/csrf.server'
import { refusalOf, toWaiver } from '~/web/refusal.server'
import { redirectToNextStep } from '~/web/subscription-start.server'
import { redirectWithToast } from '~/web/toast.server'
import { ifOutdated, monthlyRateOf } from './as-shown.server'
import { PriceLines } from './purchase-summary'
import { readReview, toRunning } from './read-review.server'
import { readSelection } from './read-selection'
import { restOf, selectionQuery } from './selection'

export const handle = { scripts: true }
export const meta: MetaFunction = () => [{ title: t('Review your subscription') }]

/**
 * The last step before a subscription: what is charged today, what then, and by what. Its address holds the choice, so a family that
 * has saved a card first, or closed the window in between, goes on from here.
 */
export async function loader({ request }: LoaderFunctionArgs) {
  const viewer = await requireViewer(request)
  return readReview(viewer.id, new URL(request.url).searchParams)
}

const text = (value: FormDataEntryValue | null) => (typeof value === 'string' ? value : null)

/** Starts the subscription, of any number of clicks one. */
export async function action({ request }: ActionFunctionArgs) {
  const viewer = await requireViewer(request)
  const form = await csrfForm(request)
  const catalog = await listCatalog()
  const riders = await shopRiders(viewer.id, today())
  const selection = readSelection(form, catalog, riders)
  const now = { prices: catalog.version, monthlyFeeRate: await monthlyRateOf(viewer.id) }
  const outdated = await ifOutdated(form, selection, now)
  if (outdated) return outdated
  // The form keeps its nonce: a subscription whose end is not known is looked for again, not made a second time.
  const refuse = (message: string, status = 400) =>
    data({ error: message, nonce: status === 410 ? newNonce() : String(form.get('nonce')) }, { status })
  // What is chosen for other riders waits in the address.
  const items = linesOfForm(form).items.filter(({ riderId }) => riderId === undefined || riderId === form.get('rider'))
  const fields = { items, startDate: form.get('start'), method: form.get('method'), nonce: form.get('nonce') }
  const purchase = purchaseSchema.safeParse(fields)
  if (!purchase.success) return refuse(t(purchase.error.issues[0]?.message ?? 'Please check your choice'))
  try {
    const rider = riders.find(({ id }) => id === selection.riderId) ?? riders[0]
    if (rider?.subscribed) return await toRunning(selection.riderId)
    const outcome = await createSubscription(viewer.id, orderOf(purchase.data, today()), {
      shownMethod: text(form.get('shownMethod')),
    })
    const here = paths.reviewPurchase(selectionQuery(selection))
    const more = restOf(selection)
    return await redirectToNextStep(
      outcome,
      paths.paymentSuccess({ subscription: 'started', rider: selection.riderId ?? undefined, more }),
      here,
      more,
    )
  } catch (error) {
    if (isRefusal(error, 'method_changed')) {
      const here = paths.reviewPurchase(selectionQuery(selection))
      return redirectWithToast(here, { type: 'info', title: t('Please review again'), description: error.message })
    }
    const first = toWaiver(error, paths.reviewPurchase(selectionQuery(selection)))
    if (first) return first
    const refused = refusalOf(error, t('There was an error creating your subscription.'))
    return refuse(refused.message, refused.status)
  }
}

export default function Review() {
  const loaded = useLoaderData<typeof loader>()
  const refused = useActionData<typeof action>()
  const { choice, rider, waiting, lines, price, perMonth, feePercent, method, dueToday, nextCharge } = loaded
  const fields = { ...loaded.fields, nonce: refused?.nonce ?? loaded.fields.nonce }
  const later = formatCents(perMonth ?? price.total)
  return (
    <>
      <PageHeader title={t('Review your subscription')} back={{ to: paths.purchase(choice), label: t('Edit order') }} />
      <form method="post" className="grid items-start gap-6 lg:grid-cols-[1fr_22rem]">
        <Csrf />
        {Object.entries(fields).map(([name, value]) => (
          <input key={name} type="hidden" name={name} value={value} />
        ))}
        <Card title={rider ? t('{name}’s plan', { name: rider }) : t('Your plan')}>
          <PriceLines lines={lines} price={price} feePercent={feePercent} monthly perMonth={perMonth} />
          {waiting.length ? (
            <p role="status" className="mt-4 rounded border border-line bg-sunk px-4 py-3">
              {t(
                'What you chose for {names} isn’t in it: a subscription is for one rider. You can go on with it right after this.',
                { names: waiting.join(t(' and ')) },
              )}
            </p>
          ) : null}
        </Card>
        <Card title={t('Payment')} className="lg:sticky lg:top-4">
          <div className="grid gap-4">
            <FormError title={t('Subscription Creation Failed')} errors={refused ? [refused.error] : undefined} />
            <dl className="grid gap-2">
              <Fact term={t('Today')} strong>
                {formatCents(dueToday)}
              </Fact>
              <Fact term={t('On {day}', { day: nextCharge })}>{later}</Fact>
              <Fact term={t('After that')}>{t('{amount} on the 1st of each month', { amount: later })}</Fact>
              <Fact term={t('Paid with')}>{method}</Fact>
            </dl>
            <Button busy={t('Processing...')}>
              {dueToday
                ? t('Start subscription · {amount}', { amount: formatCents(dueToday) })
                : t('Start subscription')}
            </Button>
            <p className="text-sm text-muted">
              <Rich
                text="Change or cancel any time. To pay with something else, choose another default under <a>Payment Methods</a>."
                values={{
                  a: (inside) => (
                    <Link to={paths.portal()} className="link">
                      {inside}
                    </Link>
                  ),
                }}
              />
            </p>
          </div>
        </Card>
      </form>
    </>
  )
}

function Fact({ term, strong = false, children }: { term: string; strong?: boolean; children: string | string[] }) {
  return (
    <div className="flex flex-wrap justify-between gap-x-4">
      <dt className="text-muted">{term}</dt>
      <dd className={strong ? 'num text-lg font-semibold' : 'num'}>{children}</dd>
    </div>
  )
}

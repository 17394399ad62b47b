import { type ActionFunctionArgs, data, type LoaderFunctionArgs, type MetaFunction } from '@remix-run/node'
import { redirect, useActionData, useLoaderData } from '@remix-run/react'
import { t } from '#text'
import { Island } from '~/components/island'
import { PageHeader } from '~/components/ui/page-header'
import { useRoot } from '~/components/use-root'
import { WaiverAsk } from '~/components/waivers/waiver-ask'
import { shopRiders } from '~/models/money/catalog/bought-before.server'
import { listCatalog } from '~/models/money/catalog/catalog.server'
import { methodsOf } from '~/models/money/methods/payment-methods.server'
import { OrderClosed } from '~/models/money/paying/close-order.server'
import { buy } from '~/models/money/paying/payments.server'
import { linesOfForm, orderOf, purchaseSchema, WRONG_QUANTITIES } from '~/models/money/payments/order.schema'
import { newNonce } from '~/models/money/payments/order.server'
import { formatHowToPay } from '~/models/money/payments/orders/at-school'
import { atSchoolOf, requestPayment, whyEnded } from '~/models/money/payments/orders/at-school.server'
import { AT_SCHOOL } from '~/models/money/payments/pricing'
import { getSchool } from '~/models/school/current-school.server'
import { hinderedOf } from '~/models/waivers/rule.server'
import { today } from '~/platform/clock.server'
import { paths } from '~/utils/paths'
import { getViewer } from '~/web/auth.server'
import { csrfForm } from '~/web/csrf.server'
import { refusalOf, toWaiver } from '~/web/refusal.server'
import { redirectWithToast } from '~/web/toast.server'
import { backToShop, ifOutdated, monthlyRateOf } from './as-shown.server'
import { PurchaseForm } from './purchase-form.island'
import { payingByDefault, readSelection } from './read-selection'
import { payableAs, selectionQuery } from './selection'

export const handle = { scripts: true }
export const meta: MetaFunction = () => [{ title: t('Purchase Lesson Packages') }]

export async function loader({ request }: LoaderFunctionArgs) {
  const query = new URL(request.url).searchParams
  const viewer = await getViewer(request)
  const [catalog, school] = await Promise.all([listCatalog(), getSchool()])
  const atSchool = atSchoolOf(school)
  const monthlyFeeRate = await monthlyRateOf(viewer?.id)
  const riders = viewer ? await shopRiders(viewer.id, today()) : []
  const methods = viewer ? await methodsOf(viewer) : null
  const selection = payableAs(payingByDefault(readSelection(query, catalog, riders, today()), query, methods), atSchool)
  const hindered = await hinderedOf(riders)
  return {
    catalog,
    riders,
    selection,
    hindered: hindered.map(({ id, name, isSelf }) => ({ id, firstName: name, isSelf })),
    tab: query.get('tab') === 'addons' ? ('addons' as const) : ('packages' as const),
    feeRate: school.feeRate,
    feeScope: school.feeScope,
    atSchool,
    monthlyFeeRate,
    today: today(),
    nonce: newNonce(),
  }
}

/**
 * Not a `formAction`: who is not signed in, or saw other prices, goes elsewhere with the choice before it is checked, and a refused
 * form keeps its nonce.
 */
export async function action({ request }: ActionFunctionArgs) {
  const form = await csrfForm(request)
  const viewer = await getViewer(request)
  const catalog = await listCatalog()
  const riders = viewer ? await shopRiders(viewer.id, today()) : []
  const atSchool = atSchoolOf(await getSchool())
  const selection = payableAs(readSelection(form, catalog, riders), atSchool)
  if (!viewer) {
    const redirectTo = paths.purchase(selectionQuery(selection))
    return redirectWithToast(paths.auth({ redirectTo }), {
      type: 'info',
      title: t('Sign in to buy'),
      description: t('We’ve saved your selection.'),
    })
  }
  // The review leads one who has a subscription by now, from another tab perhaps, to that one.
  const monthly = selection.paymentType === 'recurring'
  const monthlyFeeRate = monthly ? await monthlyRateOf(viewer.id) : null
  const outdated = await ifOutdated(form, selection, { prices: catalog.version, monthlyFeeRate })
  if (outdated) return outdated
  const { items, errors } = linesOfForm(form)
  // The form keeps its nonce: a purchase whose end is not known is looked for again, not made a second time. One that is over is left.
  const refuse = (messages: Record<string, string>, status = 400) =>
    data({ errors: messages, selection, nonce: status === 410 ? newNonce() : String(form.get('nonce')) }, { status })
  if (Object.keys(errors).length) return refuse({ ...errors, form: t(WRONG_QUANTITIES) })
  const fields = { items, startDate: form.get('start'), method: selection.method, nonce: form.get('nonce') }
  const purchase = purchaseSchema.safeParse(fields)
  if (!purchase.success) return refuse({ form: t(purchase.error.issues[0]?.message ?? 'Please check your choice') })
  if (monthly && selection.method === AT_SCHOOL)
    return refuse({ form: t('A subscription is paid by card or bank account.') })
  if (monthly) return redirect(paths.reviewPurchase(selectionQuery(selection)), 303)
  try {
    if (atSchool && selection.method === AT_SCHOOL) {
      const order = await requestPayment(viewer.id, orderOf(purchase.data, today()))
      if (order.status === 'canceled') return refuse({ form: whyEnded(order) }, 410)
      const title = order.nonce.startsWith(purchase.data.nonce) ? t('Request sent') : t('You already asked for this')
      const description = formatHowToPay(atSchool)
      return redirectWithToast(paths.portal(), { type: 'success', title, description }, { status: 303 })
    }
    const payment = await buy(viewer.id, orderOf(purchase.data, today()))
    const { paymentIntentId } = payment
    if ('clientSecret' in payment) {
      const next = { client_secret: payment.clientSecret, payment_intent_id: paymentIntentId }
      return redirect(paths.paymentOnetime(next), 303)
    }
    const result = paths.paymentSuccess({ payment_intent: paymentIntentId })
    if (!payment.paid) return redirect(result, 303)
    const again = t('It was already paid. You weren’t charged again.')
    return redirectWithToast(
      result,
      { type: 'success', title: t('Purchase Successful!'), description: again },
      { status: 303 },
    )
  } catch (error) {
    const first = toWaiver(error, paths.purchase(selectionQuery(selection)))
    if (first) return first
    if (error instanceof OrderClosed) return backToShop(selection, error.title, error.message)
    const refused = refusalOf(error)
    return refuse(
      {
        form:
          selection.method === AT_SCHOOL
            ? refused.message
            : t('Failed to create payment: {reason}', { reason: refused.message }),
      },
      refused.status,
    )
  }
}

export default function Purchase() {
  const { hindered, ...loaded } = useLoaderData<typeof loader>()
  const refused = useActionData<typeof action>()
  const selection = refused?.selection ?? loaded.selection
  const form = {
    ...loaded,
    selection,
    nonce: refused?.nonce ?? loaded.nonce,
    errors: refused?.errors,
    csrf: useRoot()?.csrf ?? '',
    screen: paths.purchase(),
  }
  return (
    <>
      <PageHeader title={t('Purchase Lesson Packages')} back={{ to: paths.portal(), label: t('Back to Dashboard') }}>
        {t(
          'Lessons are good for one month: use it or lose it. Want more than 2 lessons a week? Buy more than one package.',
        )}
      </PageHeader>
      <WaiverAsk riders={hindered} required back={paths.purchase(selectionQuery(selection))} />
      <Island name="purchase" props={form}>
        <PurchaseForm {...form} />
      </Island>
    </>
  )
}

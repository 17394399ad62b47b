import { data, type LoaderFunctionArgs, type MetaFunction } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { z } from 'zod'
import { t } from '#text'
import { Island } from '~/components/island'
import { ButtonLink } from '~/components/ui/button'
import { Card } from '~/components/ui/card'
import { PageHeader } from '~/components/ui/page-header'
import { useRoot } from '~/components/use-root'
import { OrderClosed } from '~/models/money/paying/close-order.server'
import { Refused } from '~/platform/refused'
import { OpenPayment } from '~/routes/portal/pay/open-payment.island'
import { paymentProvider, translateProviderErrors } from '~/services/stripe/stripe.server'
import { pathOf, paths } from '~/utils/paths'
import { requireViewer } from '~/web/auth.server'
import { formAction } from '~/web/form-action.server'
import { redirectWithToast } from '~/web/toast.server'
import { payOnProvidersPage, paySaved } from './pay-order.server'
import { choiceBehind, choiceOf, showPayment } from './show-payment.server'

export const handle = { scripts: true }
export const meta: MetaFunction = () => [{ title: t('Complete Your Purchase') }]

export async function loader({ request }: LoaderFunctionArgs) {
  const viewer = await requireViewer(request)
  const provider = paymentProvider()
  if (!provider) return data({ state: 'unavailable' as const }, { status: 503 })
  try {
    return await translateProviderErrors(
      () => showPayment(viewer.id, provider, new URL(request.url).searchParams),
      'look',
    )
  } catch (error) {
    if (error instanceof OrderClosed) throw await backToShop(error)
    if (!(error instanceof Refused)) throw error
    const byCard = error.code === 'bank_refused'
    const choice = await choiceBehind(viewer.id, new URL(request.url).searchParams)
    return data({ state: 'refused' as const, message: error.message, byCard, choice }, { status: error.status })
  }
}

const backToShop = ({ message, title, order }: OrderClosed) =>
  redirectWithToast(paths.purchase(choiceOf(order)), {
    type: 'info',
    title,
    description: message,
  })

const schema = z.discriminatedUnion('intent', [
  z.object({ intent: z.literal('saved'), method: z.string().min(1), seen: z.coerce.number().int() }),
  z.object({ intent: z.literal('hosted'), save: z.literal('on').optional() }),
])

/** Pays with a saved method, or without scripts on the provider's own page. */
export const action = formAction({
  guard: requireViewer,
  schema,
  failed: () => t('Payment Error'),
  fault: () => t('An unexpected error occurred while processing your payment.'),
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

const closed = () => ({
  invalid: {
    title: t('Invalid Payment Link'),
    text: t('We couldn’t find this payment. Nothing was charged.'),
  },
  unavailable: {
    title: t('Payment Not Available'),
    text: t('Online payments aren’t set up yet. Please ask the office.'),
  },
  refused: { title: t('Payment Error'), text: '' },
})

export default function PaymentOnetime() {
  const loaded = useLoaderData<typeof loader>()
  const csrf = useRoot()?.csrf ?? ''
  if (loaded.state !== 'open') {
    const { title, text } = closed()[loaded.state]
    return (
      <>
        <PageHeader title={title} />
        <Card>
          <p className="mb-4">{loaded.state === 'refused' ? loaded.message : text}</p>
          {loaded.state === 'refused' && loaded.byCard ? (
            <ButtonLink to={paths.purchase({ ...loaded.choice, method: 'card' })}>
              {t('Pay by card instead')}
            </ButtonLink>
          ) : (
            <ButtonLink to={paths.purchase()}>{t('Back to lessons')}</ButtonLink>
          )}
        </Card>
      </>
    )
  }
  const { choice, ...open } = loaded
  const props = { ...open, csrf }
  return (
    <>
      <PageHeader title={t('Complete Your Purchase')} back={{ to: paths.purchase(choice), label: t('Edit order') }} />
      <Island name="pay" props={props}>
        <OpenPayment {...props} />
      </Island>
    </>
  )
}

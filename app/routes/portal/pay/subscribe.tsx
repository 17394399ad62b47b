import { data, type LoaderFunctionArgs, type MetaFunction, redirect } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { z } from 'zod'
import { t } from '#text'
import { classes } from '~/components/classes'
import { Island } from '~/components/island'
import { ButtonLink } from '~/components/ui/button'
import { Card } from '~/components/ui/card'
import { PageHeader } from '~/components/ui/page-header'
import { useRoot } from '~/components/use-root'
import { findOpenPayment, startSetupCheckout } from '~/models/money/paying/open-payment.server'
import { percentOf } from '~/models/vocabulary/fee'
import type { Viewer } from '~/models/vocabulary/user'
import { getEnv } from '~/platform/env.server'
import { Refused } from '~/platform/refused'
import { PaymentSummary } from '~/routes/portal/purchase/purchase-summary'
import { paymentProvider } from '~/services/stripe/stripe.server'
import { formatCents } from '~/utils/money'
import { pathOf, paths } from '~/utils/paths'
import { safeRedirect } from '~/utils/safe-redirect'
import { requireViewer } from '~/web/auth.server'
import { formAction } from '~/web/form-action.server'
import { redirectWithToast } from '~/web/toast.server'
import { PaymentForm } from './payment-form.island'
import { SandboxNumbers } from './sandbox-numbers'

export const handle = { scripts: true }
export const meta: MetaFunction = () => [{ title: t('Complete Your Purchase') }]

export async function loader({ request }: LoaderFunctionArgs) {
  const query = new URL(request.url).searchParams
  const provider = paymentProvider()
  if (!provider) return data({ state: 'unavailable' as const, reason: 'provider' as const }, { status: 503 })
  const secret = secretOrId(query)
  if (!secret) return data({ state: 'loading' as const }, { status: 400 })
  const viewer = await requireViewer(request)
  const payable = await findOrRefuse(viewer, secret)
  if (!payable) return data({ state: 'unavailable' as const, reason: 'link' as const }, { status: 404 })
  if (payable.kind === 'order') {
    throw redirect(paths.paymentOnetime({ client_secret: payable.clientSecret, payment_intent_id: payable.intentId }))
  }
  const redirectTo = safeRedirect(query.get('redirectTo'), '')
  const more = query.get('more') ?? undefined
  if (payable.kind === 'setup') {
    if (payable.status === 'succeeded') {
      throw redirect(paths.paymentMethodSaved({ redirectTo, setup_intent: payable.intentId }))
    }
    return {
      state: 'open' as const,
      mode: 'setup' as const,
      type: payable.type,
      back: redirectTo.startsWith(paths.reviewPurchase({}))
        ? redirectTo.replace(paths.reviewPurchase({}), paths.purchase())
        : null,
      summary: null,
      submitLabel: t('Set Up Payment Method'),
      donePath: paths.paymentMethodSaved({ redirectTo }),
      ...screen(payable.clientSecret),
    }
  }
  if (payable.status === 'succeeded' || payable.status === 'processing') {
    throw redirect(paths.paymentSuccess({ payment_intent: payable.intentId, more }))
  }
  return {
    state: 'open' as const,
    mode: 'payment' as const,
    type: payable.type,
    back: null,
    summary: { lines: payable.lines, price: payable.price, feePercent: percentOf(payable.feeRate) },
    submitLabel: t('Pay {total}', { total: formatCents(payable.price.total) }),
    donePath: paths.paymentSuccess({ more }),
    ...screen(payable.clientSecret),
  }
}

/** Returns the secret or the ID: a script removes the secret from the address and leaves the ID. */
const secretOrId = (query: URLSearchParams) => query.get('client_secret') ?? query.get('intent')

function screen(clientSecret: string) {
  const { publishableKey, scriptUrl, sandbox } = paymentProvider()!
  return { clientSecret, publishableKey, scriptUrl, sandbox: sandbox !== null }
}

/** @throws Response back to the portal with a toast, if the provider does not answer. */
async function findOrRefuse(viewer: Viewer, secret: string) {
  try {
    return await findOpenPayment(viewer, secret)
  } catch (error) {
    if (!(error instanceof Refused)) throw error
    throw await redirectWithToast(paths.portal(), {
      type: 'error',
      title: t('Payment Error'),
      description: error.message,
    })
  }
}

/** Without scripts: on to the provider's own page, for saving a method or for the open invoice. */
export const action = formAction({
  guard: requireViewer,
  schema: z.object({}),
  failed: () => t('Payment Setup Failed'),
  refusedTo: ({ request }) => pathOf(request),
  async run({ viewer, request, query }) {
    const payable = await findOrRefuse(viewer, secretOrId(query) ?? '')
    if (!payable) throw new Response(t('We couldn’t find this payment.'), { status: 404 })
    if (payable.kind === 'order') {
      const secret = payable.clientSecret
      return redirect(paths.paymentOnetime({ client_secret: secret, payment_intent_id: payable.intentId }), 303)
    }
    if (payable.kind === 'invoice') return redirect(payable.hostedUrl ?? paths.subscription(), 303)
    const { appUrl } = getEnv()
    const saved = paths.paymentMethodSaved({ redirectTo: safeRedirect(query.get('redirectTo'), '') })
    const address = await startSetupCheckout(viewer.id, payable.type, {
      success: `${appUrl}${saved}${saved.includes('?') ? '&' : '?'}session_id={CHECKOUT_SESSION_ID}`,
      cancel: appUrl + pathOf(request),
    })
    return redirect(address, 303)
  },
})

export default function Subscribe() {
  const loaded = useLoaderData<typeof loader>()
  const csrf = useRoot()?.csrf ?? ''
  if (loaded.state !== 'open') return <NothingToPay {...loaded} />
  const { summary, mode, clientSecret, publishableKey, scriptUrl, submitLabel, donePath } = loaded
  const bank = loaded.type === 'us_bank_account'
  const title = summary || loaded.back ? t('Complete Your Purchase') : t(bank ? 'Add a bank account' : 'Add a card')
  const kept = t(
    bank ? 'We’ll save your bank account for future payments.' : 'We’ll save your card for future payments.',
  )
  const next = t(
    loaded.back
      ? 'You won’t be charged yet: next, you’ll review your subscription and start it.'
      : 'You won’t be charged today.',
  )
  const form = { mode, bank, csrf, clientSecret, publishableKey, scriptUrl, submitLabel, donePath }
  return (
    <>
      <PageHeader title={title} back={loaded.back ? { to: loaded.back, label: t('Edit order') } : undefined}>
        {summary ? null : `${kept} ${next}`}
      </PageHeader>
      <div className={classes('grid items-start gap-6', summary ? 'lg:grid-cols-[1fr_22rem]' : 'max-w-xl')}>
        {summary ? <PaymentSummary {...summary} /> : null}
        <Card>
          <div className="grid gap-4">
            {loaded.sandbox ? <SandboxNumbers type={loaded.type} /> : null}
            {bank ? (
              <p className="text-muted">
                {t(
                  loaded.mode === 'setup'
                    ? 'Bank payments take 3-5 business days. There is no fee.'
                    : 'Bank payments take 1-3 business days. There is no fee.',
                )}
              </p>
            ) : null}
            <Island name="set-up" props={form}>
              <PaymentForm {...form} />
            </Island>
            <ButtonLink to={paths.portal()} variant="secondary">
              {t('Back to Portal')}
            </ButtonLink>
          </div>
        </Card>
      </div>
    </>
  )
}

function NothingToPay({ state, reason }: { state: 'loading' | 'unavailable'; reason?: 'provider' | 'link' }) {
  return (
    <>
      <PageHeader title={t(state === 'loading' ? 'Loading Payment' : 'Payment Not Available')} />
      <Card>
        <p className="mb-4">
          {t(
            state === 'loading'
              ? 'We couldn’t find a payment. Please choose what to buy again.'
              : reason === 'provider'
                ? 'Online payments aren’t set up yet. Please ask the office.'
                : 'We couldn’t find this payment. Nothing was charged.',
          )}
        </p>
        <ButtonLink to={paths.portal()}>{t('Return to Home')}</ButtonLink>
      </Card>
    </>
  )
}

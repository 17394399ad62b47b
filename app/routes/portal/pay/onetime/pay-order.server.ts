import { redirect } from '@remix-run/node'
import { t } from '#text'
import { priceForUnknownCard } from '~/models/money/paying/card-price.server'
import { payWithSaved } from '~/models/money/paying/pay-saved.server'
import { findOwnPayment, startCheckout } from '~/models/money/paying/payments.server'
import { getEnv } from '~/platform/env.server'
import { translateProviderErrors } from '~/services/stripe/stripe.server'
import { paths } from '~/utils/paths'
import { redirectWithToast } from '~/web/toast.server'

export async function paySaved(userId: string, intentId: string, chosen: { methodId: string; seen: number }) {
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

/** Without scripts the card is unknown before it has paid. */
const showNewPrice = (to: string) =>
  redirectWithToast(
    to,
    {
      type: 'info',
      title: t('The price has changed'),
      description: t(
        'It includes the convenience fee. No fee for debit cards: we’ll refund it right after the payment.',
      ),
    },
    { status: 303 },
  )

export async function payOnProvidersPage(userId: string, intentId: string, save: boolean) {
  const { appUrl } = getEnv()
  const address = await translateProviderErrors(async () => {
    const found = await findOwnPayment(userId, intentId)
    if (!found) throw new Response(t('Invalid Payment Link'), { status: 404 })
    const order = await priceForUnknownCard(found.order)
    const here = paths.paymentOnetime({ order: order.id })
    if (order.total !== found.order.total) throw await showNewPrice(here)
    const success = `${appUrl}${paths.paymentSuccess()}?session_id={CHECKOUT_SESSION_ID}`
    return startCheckout(order, { success, cancel: appUrl + here }, { save })
  })
  return redirect(address ?? paths.paymentSuccess({ payment_intent: intentId }), 303)
}

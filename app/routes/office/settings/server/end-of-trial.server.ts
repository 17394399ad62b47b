import { endTrial } from '~/models/money/payments/provider/trial.server'
import { Refused } from '~/platform/refused'
import { paths } from '~/utils/paths'
import { redirectWithToast } from '~/web/toast.server'

/** Refunds the dollar to whoever returns from the provider's page, and says what became of it. */
export async function endOfTrial(session: string): Promise<Response> {
  const back = paths.cardPayments()
  try {
    const [title, description] = (await endTrial(session))
      ? ['It works', 'You paid $1.00 and got it back. Your bank may show it for a few days.']
      : ['Nothing was paid', 'No money was taken.']
    return await redirectWithToast(back, { type: 'success', title, description })
  } catch (error) {
    if (!(error instanceof Refused)) throw error
    const description = `${error.message} We’ll retry automatically. If $1 is still missing tomorrow, refund it at Stripe.`
    return redirectWithToast(back, { type: 'error', title: 'Not given back yet', description })
  }
}

import { methodsToShow } from '~/models/money/methods/payment-methods.server'
import { type FirstOfMonth, nonceField } from '~/models/money/payments/order.schema'
import { newNonce, type OrderRequest } from '~/models/money/payments/order.server'
import { createSubscription } from '~/models/money/subscribing/subscriptions.server'
import type { Viewer } from '~/models/vocabulary/user'
import { today } from '~/platform/clock.server'
import { addMonths, MONTHS, monthStart } from '~/utils/dates'
import { requireViewer } from '~/web/auth.server'
import { requireDemo } from '~/web/demo.server'
import { redirectToNextStep } from '~/web/subscription-start.server'
import { startForm } from './start.schema'

/** Guard of the portals that demo mode alone has. */
export function requireDemoViewer(request: Request): Promise<Viewer> {
  requireDemo()
  return requireViewer(request)
}

/** The 1st of each of the next 12 months. */
export const startMonths = () => MONTHS.map((n) => addMonths(monthStart(today()), n) as FirstOfMonth)

export const startFormSchema = startForm.extend({
  month: startForm.shape.month.refine(
    (month): month is FirstOfMonth => startMonths().some((option) => option === month),
    'Please select a start month',
  ),
  nonce: nonceField.catch(newNonce),
})

/** Starts a package, paid by what the family has saved first. Leads to `done` once it runs, and to `again` if something is missing. */
export async function startPackage(
  viewer: Viewer,
  { id, ...request }: { id: number; startMonth: OrderRequest['startMonth']; nonce: string },
  done: string,
  again = done,
): Promise<Response> {
  const [saved] = (await methodsToShow(viewer.id)) ?? []
  const items = [{ type: 'package' as const, id, quantity: 1 }]
  const outcome = await createSubscription(viewer.id, { ...request, items, method: saved?.type ?? 'card' })
  return redirectToNextStep(outcome, done, again)
}

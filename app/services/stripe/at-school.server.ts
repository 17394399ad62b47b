import type { AtSchool } from '~/models/payments/orders/at-school'
import { paymentProvider } from './stripe.server'

/** How families can pay at the school; null if they can't, which only a school with a provider decides. */
export function atSchoolOf({
  payWords: words,
  payAtSchool,
}: {
  payWords: string | null
  payAtSchool: boolean
}): AtSchool | null {
  const only = !paymentProvider()
  return only || payAtSchool ? { words, only } : null
}

import type { AtSchool } from '~/models/money/payments/orders/at-school'
import { paymentProvider } from './stripe.server'

/** Returns how families can pay at the school; null if they can't, which a school without online payments always allows. */
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

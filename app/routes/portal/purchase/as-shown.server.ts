import { t } from '#text'
import { methodsToShow } from '~/models/money/methods/payment-methods.server'
import { monthlyRate } from '~/models/money/payments/pricing'
import { getSchool } from '~/models/school/current-school.server'
import type { BasisPoints } from '~/models/vocabulary/fee'
import { today } from '~/platform/clock.server'
import { formatMonth, monthStart } from '~/utils/dates'
import { paths } from '~/utils/paths'
import { redirectWithToast } from '~/web/toast.server'
import { type Selection, selectionQuery } from './selection'

/** Back to a fresh form that keeps the choice. */
export const backToShop = (selection: Selection, title: string, description: string): Promise<Response> =>
  redirectWithToast(paths.purchase(selectionQuery(selection)), { type: 'info', title, description })

/**
 * Leads back if a form showed other prices, another fee of every month or another month than hold now: a saved card is charged
 * with the click, and nobody pays a price that the page did not show. Null if all is as shown.
 */
export async function ifOutdated(
  form: FormData,
  selection: Selection,
  now: { prices: number; monthlyFeeRate: BasisPoints | null },
): Promise<Response | null> {
  const rate = now.monthlyFeeRate === null ? null : form.get('monthlyFeeRate')
  const rateChanged = rate !== null && Number(rate) !== now.monthlyFeeRate
  if (rateChanged || Number(form.get('prices') ?? now.prices) !== now.prices) {
    const text = t('Please review the new total. Nothing was charged, and we’ve saved your selection.')
    return backToShop(selection, t('Prices have changed'), text)
  }
  const month = monthStart(today())
  if ((form.get('month') ?? month) === month) return null
  const text = t(
    'It’s {month} now. Please check when your purchase starts. Nothing was charged, and we’ve saved your selection.',
    { month: formatMonth(month) },
  )
  return backToShop(selection, t('The month has changed'), text)
}

/** The fee of a subscription. Asks the provider only if the kind of card decides. */
export async function monthlyRateOf(userId: string | undefined): Promise<BasisPoints> {
  const school = await getSchool()
  const asked = userId && school.feeRate && school.feeScope === 'credit_cards'
  return monthlyRate(school, asked ? await methodsToShow(userId) : null)
}

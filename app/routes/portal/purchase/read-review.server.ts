import { redirect } from '@remix-run/node'
import { t } from '#text'
import { shopRiders } from '~/models/money/catalog/bought-before.server'
import { listCatalog } from '~/models/money/catalog/catalog.server'
import { listPaymentMethods, startSetup } from '~/models/money/methods/payment-methods.server'
import { newNonce, providerMethod } from '~/models/money/payments/order.server'
import { priceOf, rateFor } from '~/models/money/payments/pricing'
import { getSchool } from '~/models/school/current-school.server'
import { type MethodType, percentOf } from '~/models/vocabulary/fee'
import { today } from '~/platform/clock.server'
import { Refused } from '~/platform/refused'
import { addMonths, formatDay, monthStart } from '~/utils/dates'
import { paths } from '~/utils/paths'
import { redirectToNextStep } from '~/web/subscription-start.server'
import { redirectWithToast } from '~/web/toast.server'
import { monthlyRateOf } from './as-shown.server'
import { readSelection } from './read-selection'
import { payableAs, selectedLines, selectionQuery, waitingRiders } from './selection'

/** What is charged, when and by what. @throws Response to where a choice leads that cannot be subscribed to yet */
export async function readReview(userId: string, query: URLSearchParams) {
  const catalog = await listCatalog()
  const riders = await shopRiders(userId, today())
  const chosen = readSelection(query, catalog, riders)
  const selection = { ...payableAs(chosen, null), paymentType: 'recurring' as const }
  const choice: Record<string, string> = selectionQuery(selection)
  const rider = riders.find(({ id }) => id === selection.riderId) ?? riders[0]
  const { lines, monthlyLines } = selectedLines(selection, catalog)
  if (!lines.length) throw redirect(paths.purchase(choice))
  if (rider?.subscribed) throw await toRunning(selection.riderId)
  const method = await firstSaved(userId, providerMethod({ methodType: selection.method }), choice)
  const rate = rateFor(await getSchool(), method.funding)
  const price = priceOf(lines, selection.method, rate)
  const startsNow = selection.startMonth === 'this-month'
  const nextMonth = addMonths(monthStart(today()), 1)
  return {
    choice,
    rider: riders.length > 1 ? (rider?.name ?? null) : null,
    lines,
    price,
    perMonth: monthlyLines && priceOf(monthlyLines, selection.method, rate).total,
    feePercent: percentOf(rate),
    method: `${method.label} · ${method.detail}`,
    dueToday: startsNow ? price.total : 0,
    nextCharge: formatDay(nextMonth),
    waiting: waitingRiders(selection, riders),
    fields: {
      ...choice,
      shownMethod: method.id,
      nonce: newNonce(),
      prices: String(catalog.version),
      month: monthStart(today()),
      monthlyFeeRate: String(await monthlyRateOf(userId)),
    },
  }
}

/** The method that will pay. @throws Response to saving one first, and from there back here. */
async function firstSaved(userId: string, type: MethodType, choice: Record<string, string>) {
  try {
    const method = (await listPaymentMethods(userId)).find((one) => one.type === type)
    if (method) return method
    const setup = { state: 'setup' as const, setupClientSecret: await startSetup(userId, type) }
    throw await redirectToNextStep(setup, paths.subscription(), paths.reviewPurchase(choice))
  } catch (error) {
    if (!(error instanceof Refused)) throw error
    const description = error.message
    throw await redirectWithToast(paths.purchase(choice), {
      type: 'error',
      title: t('Payment Setup Failed'),
      description,
    })
  }
}

export const toRunning = (rider: string | null) =>
  redirectWithToast(paths.subscription({ rider }), {
    type: 'info',
    title: t('You already have a subscription'),
    description: t('Change it here instead of starting another.'),
  })

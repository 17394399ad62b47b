import { expect, test } from 'vitest'
import { buy } from '~/models/money/paying/payments.server'
import { reconcilePayouts } from '~/models/money/reconcile/reconcile-payouts.server'
import { syncPayment } from '~/models/money/sync/sync-payment.server'
import { seedCatalog } from '../../../prisma/seed/catalog'
import { rider } from '../../../test/factories'
import { monthlyPurchase, openTestProvider, payWith } from '../../../test/payments'
import { monthEndReport } from './month-end.server'

const { sandbox, provider, goTo } = openTestProvider({ payouts: 'daily' })

test('A bank payment around a month’s end is pending in one month and from the month before in the other', async () => {
  await seedCatalog()
  sandbox.faults.events = 'drop'
  goTo('2027-05-31', 23.5)
  const user = await rider()
  const payment = await buy(user.id, await monthlyPurchase({ method: 'us_bank_account' }))
  const intent = 'paymentIntentId' in payment ? payment.paymentIntentId : ''
  await payWith(provider, intent, 'pm_usBankAccount_success')
  await syncPayment(intent)
  const bridges = async () => {
    const [may, june, july] = await Promise.all([5, 6, 7].map((month) => monthEndReport({ year: 2027, month })))
    return [may!.bridge, june!.bridge, july!.bridge]
  }
  const none = { before: 0, underway: 0, forOthers: 0, inOthers: 0 }
  const may = { ...none, underway: 30_900 }
  expect(await bridges()).toEqual([may, none, none])
  goTo('2027-06-03')
  await sandbox.flush()
  await syncPayment(intent)
  await reconcilePayouts()
  expect(await bridges()).toEqual([may, { ...none, before: 30_900 }, none])
  const june = (await monthEndReport({ year: 2027, month: 6 })).kinds.find(({ kind }) => kind === 'Payments')
  expect(june?.gross).toBe(30_900)
})

import { addToMonth, monthKey, monthOfDay } from '~/models/allowance/month'
import { monthEnd, monthEndFile } from '~/models/bookkeeping/month-end.server'
import { balanceLeft } from '~/models/bookkeeping/payout-report.server'
import { sumOf } from '~/models/bookkeeping/sales'
import { salesOfYear } from '~/models/bookkeeping/sales.server'
import { now, today } from '~/platform/clock.server'
import { prisma } from '~/platform/db.server'
import { reconcilePayouts } from '~/services/stripe/sync/payouts/reconcile-payouts.server'
import { dayInZone } from '~/utils/dates'
import { centsOf } from '~/utils/money'

const OF_PAYMENTS = ['Payments', 'Refunds', 'Failed bank payments', 'Disputes']

/** What the amounts of a file add up to, in cents. */
async function sumOfFile(month: Parameters<typeof monthEndFile>[0]): Promise<number> {
  const file = await (await monthEndFile(month, 'xero', 'stripe', 1)).text()
  const [, ...rows] = file.split('\r\n').filter(Boolean)
  return rows.reduce((sum, row) => sum + centsOf(row.split(',')[1] ?? ''), 0)
}

/**
 * Lists where the books by movement differ from those by payment. `kept` is what the provider took less what went back, in cents by month
 * of the payment, such as `2028-2`.
 */
export async function wrongMonthEnds(kept: ReadonlyMap<string, number>, zone: string): Promise<string[]> {
  const wrong: string[] = []
  for (const year of new Set([...kept.keys()].map((key) => Number(key.split('-')[0])))) {
    const { items, fees } = await salesOfYear(year)
    for (let month = 1; month <= 12; month++) {
      const sold = sumOf([...items.map(({ months }) => months), fees].map((months) => months[month - 1] ?? 0))
      const theirs = kept.get(`${year}-${month}`) ?? 0
      if (sold !== theirs) wrong.push(`sales of ${year}-${month}: provider ${theirs}, ours ${sold}`)
    }
  }
  await reconcilePayouts()
  let [moved, left] = [0, 0]
  const { _min: first } = await prisma.balanceTransaction.aggregate({ _min: { providerCreatedAt: true } })
  const last = monthKey(monthOfDay(today()))
  for (
    let month = monthOfDay(dayInZone(zone, first.providerCreatedAt ?? now()));
    monthKey(month) <= last;
    month = addToMonth(month, 1)
  ) {
    const { kinds, paidOut } = await monthEnd(month)
    const net = sumOf(kinds.map((kind) => (kind.account === 'stripe' ? kind.net : 0))) - paidOut
    const file = await sumOfFile(month)
    if (file !== net) wrong.push(`file of ${monthKey(month)}: ${file}, the screen ${net}`)
    left += net
    moved += sumOf(kinds.map(({ kind, gross }) => (OF_PAYMENTS.includes(kind) ? gross : 0)))
  }
  const paid = sumOf([...kept.values()])
  if (moved !== paid) wrong.push(`month ends: payments less what went back ${moved}, statements ${paid}`)
  if (left !== (await balanceLeft())) wrong.push(`month ends leave ${left}, the balance is ${await balanceLeft()}`)
  return wrong
}

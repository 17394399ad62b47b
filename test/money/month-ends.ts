import { monthEndFile, monthEndReport } from '~/models/bookkeeping/month-end.server'
import { balanceLeft } from '~/models/bookkeeping/payout-report.server'
import { sumOf } from '~/models/bookkeeping/sales'
import { salesOfYear } from '~/models/bookkeeping/sales.server'
import { schoolYear } from '~/models/money/payments/payment-year.server'
import { reconcilePayouts } from '~/models/money/reconcile/reconcile-payouts.server'
import { addToMonth, monthKey, monthOfDay } from '~/models/vocabulary/month'
import { now, today } from '~/platform/clock.server'
import { prisma } from '~/platform/db.server'
import { dayInZone } from '~/utils/dates'
import { centsOf } from '~/utils/money'
import type { World } from './world'

const OF_PAYMENTS = ['Payments', 'Refunds', 'Failed bank payments', 'Disputes']

/** Checks that other payments are in the month of their day, and that the office's records are on the grid of the month that they pay. */
async function wrongOffice({ noted, donated }: World): Promise<string[]> {
  const given = donated.filter(({ status }) => status === 'completed')
  const kinds = { 'Offline payments': noted, Donations: given }
  const days = [...noted, ...donated].map(({ day }) => day)
  const months = new Map(days.map((day) => [monthKey(monthOfDay(day)), monthOfDay(day)]))
  const wrong: string[] = []
  for (const [key, month] of months) {
    const rows = (await monthEndReport(month)).kinds
    for (const [kind, all] of Object.entries(kinds)) {
      const theirs = sumOf(all.map(({ day, cents }) => (day.startsWith(key) ? cents : 0)))
      const ours = sumOf(rows.map((row) => (row.kind === kind ? row.gross : 0)))
      if (theirs !== ours) wrong.push(`${kind} of ${key}: ${theirs}, the month end ${ours}`)
    }
  }
  for (const year of new Set(noted.map(({ month }) => month.year))) {
    const { offline } = await schoolYear(year)
    for (const [index, ours] of offline.entries()) {
      const theirs = sumOf(
        noted.map(({ month, cents }) => (month.year === year && month.month === index + 1 ? cents : 0)),
      )
      if (theirs !== ours) wrong.push(`grid of ${year}-${index + 1}: ${theirs} noted, ours ${ours}`)
    }
  }
  return wrong
}

/** Returns the sum of a file's amounts, in cents. */
async function sumOfFile(month: Parameters<typeof monthEndFile>[0]): Promise<number> {
  const file = await (await monthEndFile(month, 'xero', 'stripe', 1)).text()
  const [, ...rows] = file.split('\r\n').filter(Boolean)
  return rows.reduce((sum, row) => sum + centsOf(row.split(',')[1] ?? ''), 0)
}

/**
 * Lists where the books by movement differ from those by payment. `kept` is what the provider took less refunds, in
 * cents by month of the payment, such as `2028-2`; `ofStrangers` what another business on the account kept, which is in
 * the same balance.
 */
export async function wrongMonthEnds(
  world: World,
  kept: ReadonlyMap<string, number>,
  ofStrangers: number,
  zone: string,
): Promise<string[]> {
  const wrong: string[] = await wrongOffice(world)
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
    const { kinds, paidOut } = await monthEndReport(month)
    const net = sumOf(kinds.map((kind) => (kind.account === 'stripe' ? kind.net : 0))) - paidOut
    const file = await sumOfFile(month)
    if (file !== net) wrong.push(`file of ${monthKey(month)}: ${file}, the screen ${net}`)
    left += net
    moved += sumOf(kinds.map(({ kind, gross }) => (OF_PAYMENTS.includes(kind) ? gross : 0)))
  }
  const paid = sumOf([...kept.values(), ofStrangers])
  if (moved !== paid) wrong.push(`month ends: payments less what went back ${moved}, statements ${paid}`)
  if (left !== (await balanceLeft())) wrong.push(`month ends leave ${left}, the balance is ${await balanceLeft()}`)
  return wrong
}

import type { Month } from '~/models/allowance/allowance'
import { monthKey, monthName } from '~/models/allowance/month'
import { wholeCatalog } from '~/models/catalog/catalog-edit.server'
import { grantedPackage, grantPackage } from '~/models/payments/office-grant.server'
import { lockStudent } from '~/models/students/student.server'
import { prisma } from '~/platform/db.server'
import { Refused } from '~/platform/refused'
import { type Tx, withTx } from '~/platform/tx.server'
import type { Shown } from '~/platform/version'
import { formatCents } from '~/utils/money'
import { MOST_DOLLARS } from './offline-payment.schema'
import { lockYear, writeMonth } from './offline-payment.server'
import type { RecordedPayment, UndoPayment } from './record-payment.schema'

/** Whole dollars that the office noted for a student, by month key, and the packages for sale. */
export async function findPaymentForm(userId: string, month: Month) {
  const [noted, { packages }, given] = await Promise.all([
    prisma.offlinePaymentMonth.findMany({
      where: { record: { userId }, amount: { gt: 0 } },
      select: { month: true, amount: true, record: { select: { year: true } } },
    }),
    wholeCatalog(),
    grantedPackage(prisma, userId, month),
  ])
  return {
    noted: Object.fromEntries(
      noted.map(({ month, amount, record: { year } }) => [monthKey({ year, month }), Number(amount)]),
    ),
    given,
    packages: packages.filter(({ active }) => active).map(({ id, name, price }) => ({ id, name, price })),
  }
}

interface Recorded {
  /** What puts everything back as it was. */
  undo: UndoPayment
  /** The package that the student got with it. */
  packageName: string | null
}

/**
 * Adds a payment to what the office noted for the month and gives the package, both or neither. `shown` holds what was noted by month key.
 * @throws Refused 409 if someone noted another payment for the month since.
 */
export const recordPayment = (
  actorId: string,
  userId: string,
  { amount, month, method, packageId }: RecordedPayment,
  shown: Shown | null,
): Promise<Recorded> =>
  withTx(async (tx) => {
    await lockStudent(tx, userId)
    const found = await stateOf(tx, userId, month)
    const seen = shown && Number(shown[monthKey(month)] ?? 0)
    if (seen !== null && seen !== found.dollars) {
      throw new Refused(
        `Someone just recorded a payment: ${monthName(month)} was ${asDollars(seen)} and is now ${asDollars(found.dollars)}. Check before you save.`,
        undefined,
        409,
      )
    }
    const after = found.dollars + amount
    if (after > MOST_DOLLARS) throw new Refused(`A month holds at most ${asDollars(MOST_DOLLARS)}`, 'amount')
    const cell = { userId, year: month.year, month: month.month, recordId: found.recordId }
    await writeMonth(tx, actorId, cell, found.dollars, after, method)
    if (packageId !== null) await grantPackage(tx, actorId, userId, month, packageId)
    return {
      undo: {
        month,
        before: found.dollars,
        after,
        methodBefore: found.method ?? '',
        packageBefore: found.packageId,
        packageAfter: packageId ?? found.packageId,
      },
      packageName: packageId === null ? null : await packageName(tx, packageId),
    }
  })

/** @throws Refused 409 if the month's payment or package changed since. */
export const undoRecordedPayment = (
  actorId: string,
  userId: string,
  { month, before, after, methodBefore, packageBefore, packageAfter }: UndoPayment,
): Promise<void> =>
  withTx(async (tx) => {
    await lockStudent(tx, userId)
    const found = await stateOf(tx, userId, month)
    if (found.dollars !== after || found.packageId !== packageAfter) {
      throw new Refused(`${monthName(month)} was changed since. Please correct it by hand.`, undefined, 409)
    }
    const cell = { userId, year: month.year, month: month.month, recordId: found.recordId }
    await writeMonth(tx, actorId, cell, after, before, methodBefore || null)
    if (packageBefore !== packageAfter) await grantPackage(tx, actorId, userId, month, packageBefore)
  })

async function stateOf(tx: Tx, userId: string, month: Month) {
  const { recordId, months, methods } = await lockYear(tx, userId, month.year)
  return {
    recordId,
    dollars: months[month.month - 1] ?? 0,
    method: methods[month.month - 1] ?? null,
    packageId: await grantedPackage(tx, userId, month),
  }
}

const packageName = async (tx: Tx, id: number) =>
  (await tx.package.findUnique({ where: { id }, select: { name: true } }))?.name ?? null

const asDollars = (dollars: number) => formatCents(dollars * 100)

import type { Prisma } from '~/generated/prisma/client'
import { allPackages } from '~/models/money/catalog/catalog-edit.server'
import { grantedPackage, grantPackage } from '~/models/money/payments/office-grant.server'
import { lockStudent } from '~/models/people/families/student.server'
import { type Month, monthAndYear, monthKey } from '~/models/vocabulary/month'
import { today } from '~/platform/clock.server'
import { prisma } from '~/platform/db.server'
import { notFound, Outdated, Refused } from '~/platform/refused'
import { bare, plain, rowList } from '~/platform/row-lists.server'
import { type Tx, withTx } from '~/platform/tx.server'
import { readVersion, versionOf } from '~/platform/version'
import { fromDbDate, type LocalDate, toDbDate, yearOf } from '~/utils/dates'
import { YEARS } from '~/utils/fields'
import { type Cents, centsOf, decimalOf, formatCents } from '~/utils/money'
import { TOO_LONG_AGO } from './offline-payment.schema'
import { type LockedYear, lockYear, writeMonth } from './offline-payment.server'
import { AMOUNT, type PaymentMethod, type PaymentToRecord, type UndoPayment } from './record-payment.schema'

/** Selects what the office noted for a student, given as SQL, for a statement with other lists. */
export const notedList = (student: string) =>
  rowList<Month & { amount: string }>(
    { year: bare('y.year'), month: bare('m.month'), amount: plain('m.amount') },
    `offline_payments y JOIN offline_payment_months m ON m.record_id = y.id WHERE y.user_id = ${student} AND m.amount > 0`,
  )

/** Returns the amounts by month key. */
export const notedFound = (rows: readonly (Month & { amount: string })[]): Record<string, Cents> =>
  Object.fromEntries(rows.map(({ amount, ...month }) => [monthKey(month), centsOf(amount)]))

/** Returns the package that the office gave a student for a month, and the packages for sale. */
export async function findPaymentForm(userId: string, month: Month) {
  const [packages, given] = await Promise.all([allPackages(), grantedPackage(prisma, userId, month)])
  return {
    given,
    packages: packages.filter(({ active }) => active).map(({ id, name, price }) => ({ id, name, price })),
  }
}

/** Lists the payments that the office received for the months of a year, oldest first. */
export async function recordedPayments(year: number, userId?: string) {
  const rows = await prisma.recordedPayment.findMany({
    where: { noted: { record: { year, userId } } },
    select: {
      id: true,
      month: true,
      amount: true,
      method: true,
      paidOn: true,
      noted: { select: { record: { select: { userId: true } } } },
    },
    orderBy: [{ paidOn: 'asc' }, { id: 'asc' }],
  })
  return rows.map(({ id, month, amount, method, paidOn, noted }) => ({
    id,
    userId: noted.record.userId,
    year,
    month,
    amount: centsOf(amount),
    paymentMethod: method as PaymentMethod,
    paidOn: fromDbDate(paidOn),
  }))
}

interface Recorded {
  amount: Cents
  /** What its Undo needs. */
  undo: UndoPayment
  /** The package that the student got with it. */
  packageName: string | null
}

/**
 * Adds a payment to the office's records of the month and gives the package, both or neither. `version` has the
 * records by month key as the form showed them. Without an amount it is the package's price.
 * @throws Refused Outdated if someone recorded another payment for the month since.
 */
export const recordPayment = (
  actorId: string,
  userId: string,
  payment: PaymentToRecord,
  version?: string,
): Promise<Recorded> =>
  withTx(async (tx) => {
    refuseDay(payment.paidOn)
    await lockStudent(tx, userId)
    return recordIn(tx, actorId, userId, { ...payment, version })
  })

/** Works like `recordPayment`, for a student who is locked. */
export async function recordIn(
  tx: Tx,
  actorId: string,
  userId: string,
  { amount: typed, month, method, paidOn, packageId, version }: PaymentToRecord & { version?: string },
): Promise<Recorded> {
  const year = await lockYear(tx, userId, month.year)
  const before = year.months[month.month - 1] ?? 0
  const shown = readVersion(version)
  const seen = Number(shown?.[monthKey(month)] ?? 0)
  if (shown && seen !== before) {
    throw new Outdated(
      `Someone just recorded a payment: ${monthAndYear(month)} was ${formatCents(seen)} and is now ${formatCents(before)}. Check before you save.`,
      versionOf({ ...shown, [monthKey(month)]: before }),
    )
  }
  const chosen = packageId === null ? null : await tx.package.findUnique({ where: { id: packageId } })
  const amount = typed ?? priceOf(chosen)
  const packageBefore = await grantedPackage(tx, userId, month)
  const id = await addPayment(tx, actorId, year, { amount, month: month.month, method, paidOn })
  if (packageId !== null) await grantPackage(tx, actorId, { userId, month }, packageId)
  return {
    amount,
    undo: { recorded: id, packageBefore, packageAfter: packageId ?? packageBefore },
    packageName: chosen?.name ?? null,
  }
}

/** @throws Refused for a day on which nobody can have paid. */
export function refuseDay(paidOn: LocalDate): void {
  if (paidOn > today()) throw new Refused('date_out_of_range', 'This day has not come yet', 'paidOn')
  if (yearOf(paidOn) < YEARS[0]) throw new Refused('date_out_of_range', TOO_LONG_AGO, 'paidOn')
}

/** Adds a payment to a month of a locked year. Returns its id. @throws Refused if the month would hold too much. */
export async function addPayment(
  tx: Tx,
  actorId: string,
  year: LockedYear,
  { amount, month, method, paidOn, orderId = null }: NewPayment,
): Promise<number> {
  const after = (year.months[month - 1] ?? 0) + amount
  await writeMonth(tx, actorId, year, { month, cents: after, about: { method, paidOn } })
  const { id } = await tx.recordedPayment.create({
    data: { recordId: year.recordId, month, amount: decimalOf(amount), method, paidOn: toDbDate(paidOn), orderId },
    select: { id: true },
  })
  return id
}

interface NewPayment {
  amount: Cents
  month: number
  method: PaymentMethod
  paidOn: LocalDate
  /** The order that the family had requested. */
  orderId?: number | null
}

/** @throws Refused 404 if the payment is not there anymore, 409 if the month's package changed since. */
export const undoRecordedPayment = (actorId: string, userId: string, payment: UndoPayment): Promise<TakenBack> =>
  withTx(async (tx) => {
    await lockStudent(tx, userId)
    return undoIn(tx, actorId, userId, payment)
  })

/** Works like `undoRecordedPayment`, for a student who is locked. */
export async function undoIn(
  tx: Tx,
  actorId: string,
  userId: string,
  { recorded, packageBefore, packageAfter }: UndoPayment,
): Promise<TakenBack> {
  const taken = await takeBack(tx, actorId, recorded)
  const { month } = taken
  if (taken.userId !== userId || (await grantedPackage(tx, userId, month)) !== packageAfter) {
    throw new Outdated(`${monthAndYear(month)} was changed since. Please correct it by hand.`)
  }
  if (packageBefore !== packageAfter) await grantPackage(tx, actorId, { userId, month }, packageBefore)
  return taken
}

/**
 * Removes a payment that was recorded by mistake. What the student got with it stays.
 * @throws Refused 404 if it no longer exists; 409 if a family had requested it: its grant would stay without a payment.
 */
export const removeRecordedPayment = (actorId: string, id: number) =>
  withTx(async (tx) => {
    const payment = await tx.recordedPayment.findUnique({ where: { id }, select: { orderId: true } })
    if (payment?.orderId) {
      throw new Refused('in_use', 'A family asked for this. Take it back where it was recorded, under Unpaid.')
    }
    return takeBack(tx, actorId, id)
  })

interface TakenBack {
  userId: string
  month: Month
  amount: Cents
  method: string
  paidOn: LocalDate
}

export async function takeBack(tx: Tx, actorId: string, id: number): Promise<TakenBack> {
  const find = () =>
    tx.recordedPayment.findUnique({
      where: { id },
      select: { amount: true, month: true, method: true, paidOn: true, noted: { select: { record: true } } },
    })
  const found = await find()
  // The year is locked before the payment is trusted: a second click waits here for the first.
  const year = found && (await lockYear(tx, found.noted.record.userId, found.noted.record.year))
  if (!found || !year || !(await find())) {
    throw notFound('This payment was removed in the meantime.')
  }
  const [amount, paidOn] = [centsOf(found.amount), fromDbDate(found.paidOn)]
  const { month, method } = found
  await tx.recordedPayment.delete({ where: { id } })
  const left = year.recorded.map((cents, i) => (i === month - 1 ? cents - amount : cents))
  const after = (year.months[month - 1] ?? 0) - amount
  await writeMonth(tx, actorId, { ...year, recorded: left }, { month, cents: after, about: { method, paidOn } })
  return { userId: year.userId, month: { year: year.year, month }, amount, method, paidOn }
}

/** @throws Refused if the package no longer exists or is free. */
function priceOf(chosen: { price: Prisma.Decimal } | null): Cents {
  const price = chosen ? centsOf(chosen.price) : 0
  if (!price) throw new Refused('invalid', AMOUNT, 'amount')
  return price
}

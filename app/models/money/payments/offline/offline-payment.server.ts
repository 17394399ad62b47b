import { audit } from '~/platform/audit.server'
import { prisma } from '~/platform/db.server'
import { notFound, Outdated, Refused } from '~/platform/refused'
import { type Tx, withTx } from '~/platform/tx.server'
import { compareEdit, type FieldTexts, formatConflicts, formatUnchanged, nextVersion } from '~/platform/version'
import { calendarMonthName, MONTHS } from '~/utils/dates'
import { type Cents, centsOf, type Dollars, decimalOf, dollarsOf, formatCents } from '~/utils/money'
import {
  MAX_OFFLINE,
  MONTH_FIELDS,
  wholeDollarsOf,
  type YearOfCents,
  type YearOfDollars,
  type YearRow,
  yearRow,
} from './offline-payment.schema'

const emptyYear = (): YearOfCents => MONTHS.map(() => 0)

/** Returns amounts by month, for students who have any. */
export async function offlinePaymentsOf(year: number, userIds?: string[]): Promise<Map<string, YearOfCents>> {
  const rows = await prisma.offlinePaymentMonth.findMany({
    where: { record: { year, ...(userIds && { userId: { in: userIds } }) } },
    select: { month: true, amount: true, record: { select: { userId: true } } },
  })
  const years = new Map<string, YearOfCents>()
  for (const { month, amount, record } of rows) {
    const months = years.get(record.userId) ?? emptyYear()
    months[month - 1] = centsOf(amount)
    years.set(record.userId, months)
  }
  return years
}

/** The rows of a year with their method, for students who have any. */
export async function offlineRecords(year: number, userIds?: string[]) {
  const rows = await prisma.offlinePayment.findMany({
    where: { year, ...(userIds && { userId: { in: userIds } }), months: { some: {} } },
    select: { id: true, userId: true, paymentMethod: true, months: { select: { month: true, amount: true } } },
    orderBy: { id: 'asc' },
  })
  return rows.map(({ months, ...row }) => {
    const amounts = emptyYear()
    for (const { month, amount } of months) amounts[month - 1] = centsOf(amount)
    return { ...row, amounts }
  })
}

/** Sets a month in whole dollars, as in the grid. @throws Refused 404 for an unknown student. */
export async function setOfflinePayment(
  actorId: string,
  cell: { userId: string; year: number; month: number },
  dollars: Dollars,
): Promise<void> {
  await withTx(async (tx) => {
    const year = await lockYear(tx, cell.userId, cell.year)
    await writeMonth(tx, actorId, year, { month: cell.month, cents: besideRecorded(year, cell.month, dollars) })
  })
}

const MONTH_TEXTS = Object.fromEntries(
  MONTH_FIELDS.map((field, i) => [
    field,
    { label: calendarMonthName(i + 1), show: (dollars: string) => `$${dollars}` },
  ]),
) as FieldTexts<YearRow>

export interface SavedYear {
  /** The amounts as the grid shows them, before and `after`. */
  before: YearOfDollars
  after: YearOfDollars
  /** A sentence about months that someone else changed in the meantime. */
  kept: string | undefined
}

/** Saves the changed months of a year, all or none. @throws Outdated with the months and amounts that both changed. */
export const setOfflineYear = (
  actorId: string,
  { userId, year }: { userId: string; year: number },
  row: YearRow,
  version: string,
): Promise<SavedYear> =>
  withTx(async (tx) => {
    const locked = await lockYear(tx, userId, year)
    const months = locked.months.map(wholeDollarsOf)
    const after = [...months]
    const { write: changed, kept, conflicts } = compareEdit<YearRow>(version, row, yearRow(months))
    if (conflicts.length) {
      const told = `${formatConflicts(conflicts, MONTH_TEXTS)} Please check before you save.`
      throw new Outdated(told, nextVersion(yearRow(months), kept))
    }
    for (const [i, before] of months.entries()) {
      const dollars = changed[MONTH_FIELDS[i]!]
      if (dollars === undefined || dollars === before) continue
      await writeMonth(tx, actorId, locked, { month: i + 1, cents: besideRecorded(locked, i + 1, dollars) })
      after[i] = dollars
    }
    return { before: months, after, kept: formatUnchanged(kept, MONTH_TEXTS) }
  })

/** A year by month, locked until the transaction ends. */
export interface LockedYear {
  recordId: number
  userId: string
  year: number
  months: YearOfCents
  /** The sum of recorded payments with a day of their own, which the amounts include. */
  recorded: YearOfCents
}

/** @throws Refused 404 for an unknown student. */
export async function lockYear(tx: Tx, userId: string, year: number): Promise<LockedYear> {
  const [user] = await tx.$queryRaw<object[]>`SELECT FROM users WHERE id = ${userId} FOR KEY SHARE`
  if (!user) throw notFound('Student not found')
  const [record] = await tx.$queryRaw<{ id: number }[]>`
    INSERT INTO offline_payments (user_id, year) VALUES (${userId}, ${year})
    ON CONFLICT (user_id, year) DO UPDATE SET year = EXCLUDED.year RETURNING id`
  const recordId = record!.id
  const [months, recorded] = [emptyYear(), emptyYear()]
  const noted = await tx.offlinePaymentMonth.findMany({ where: { recordId }, include: { payments: true } })
  for (const { month, amount, payments } of noted) {
    months[month - 1] = centsOf(amount)
    recorded[month - 1] = payments.reduce((sum, payment) => sum + centsOf(payment.amount), 0)
  }
  return { recordId, userId, year, months, recorded }
}

/** Converts whole dollars of the grid to cents: the grid shows recorded payments without their cents, which stay. */
function besideRecorded({ recorded }: LockedYear, month: number, dollars: Dollars): Cents {
  const taken = recorded[month - 1] ?? 0
  return taken + (dollars - wholeDollarsOf(taken)) * 100
}

/**
 * Saves a month and logs who did so; `about` goes to the log too.
 * @throws Refused for too much; 409 below the sum of its recorded payments.
 */
export async function writeMonth(
  tx: Tx,
  actorId: string,
  { recordId, userId, year, months, recorded }: LockedYear,
  { month, cents, about }: { month: number; cents: Cents; about?: Record<string, string> },
): Promise<void> {
  const least = recorded[month - 1] ?? 0
  if (cents > MAX_OFFLINE) {
    const why = least % 100 ? `, and ${formatCents(least)} of it is already recorded` : ''
    throw new Refused(
      'amount_out_of_range',
      `The most you can record for ${calendarMonthName(month)} is ${formatCents(MAX_OFFLINE)}${why}.`,
      'amount',
    )
  }
  if (cents < least) {
    throw new Refused(
      'in_use',
      `${calendarMonthName(month)} has recorded payments of ${formatCents(least)}. Remove those that are wrong from the offline payments first.`,
    )
  }
  await tx.offlinePaymentMonth.upsert({
    where: { recordId_month: { recordId, month } },
    create: { recordId, month, amount: decimalOf(cents) },
    update: { amount: decimalOf(cents) },
  })
  await audit(tx, {
    actorId,
    action: 'offline-payment.set',
    entity: 'student',
    entityId: userId,
    detail: { year, month, from: dollarsOf(months[month - 1] ?? 0), to: dollarsOf(cents), ...about },
  })
}

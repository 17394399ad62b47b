import { audit } from '~/platform/audit.server'
import { prisma } from '~/platform/db.server'
import { notFound, Refused } from '~/platform/refused'
import { type Tx, withTx } from '~/platform/tx.server'
import { compareEdit, type FieldTexts, type Shown, tellConflicts, tellKept } from '~/platform/version'
import { calendarMonthName, MONTHS } from '~/utils/dates'
import { MONTH_FIELDS, type YearOfDollars, type YearRow, yearRow } from './offline-payment.schema'

const emptyYear = (): YearOfDollars => MONTHS.map(() => 0)

/** Whole dollars by month, for students who have any. */
export async function offlinePaymentsOf(year: number, userIds?: string[]): Promise<Map<string, YearOfDollars>> {
  const rows = await prisma.offlinePaymentMonth.findMany({
    where: { record: { year, ...(userIds && { userId: { in: userIds } }) } },
    select: { month: true, amount: true, record: { select: { userId: true } } },
  })
  const years = new Map<string, YearOfDollars>()
  for (const { month, amount, record } of rows) {
    const months = years.get(record.userId) ?? emptyYear()
    months[month - 1] = Number(amount)
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
    for (const { month, amount } of months) amounts[month - 1] = Number(amount)
    return { ...row, amounts }
  })
}

/** In whole dollars. @throws Refused 404 for an unknown student. */
export async function setOfflinePayment(
  actorId: string,
  cell: { userId: string; year: number; month: number },
  dollars: number,
): Promise<void> {
  await withTx(async (tx) => {
    const { recordId, months } = await lockYear(tx, cell.userId, cell.year)
    await writeMonth(tx, actorId, { ...cell, recordId }, months[cell.month - 1] ?? 0, dollars)
  })
}

const MONTH_TEXTS = Object.fromEntries(
  MONTH_FIELDS.map((field, i) => [
    field,
    { label: calendarMonthName(i + 1), show: (dollars: string) => `$${dollars}` },
  ]),
) as FieldTexts<YearRow>

export interface SavedYear {
  before: YearOfDollars
  after: YearOfDollars
  /** What to tell of months that someone else changed in the meantime. */
  kept: string | undefined
}

/**
 * Notes the changed months of a year, all or none.
 * @throws Refused 409 with the months and amounts that both changed.
 */
export const setOfflineYear = (
  actorId: string,
  { userId, year }: { userId: string; year: number },
  row: YearRow,
  shown: Shown,
): Promise<SavedYear> =>
  withTx(async (tx) => {
    const { recordId, months } = await lockYear(tx, userId, year)
    const after = [...months]
    const { write: changed, kept, conflicts } = compareEdit<YearRow>(shown, row, yearRow(months))
    const [conflict] = conflicts
    if (conflict) {
      throw new Refused(`${tellConflicts(conflicts, MONTH_TEXTS)} Please check before you save.`, conflict.field, 409)
    }
    for (const [i, before] of months.entries()) {
      const dollars = changed[MONTH_FIELDS[i]!]
      if (dollars === undefined || dollars === before) continue
      await writeMonth(tx, actorId, { userId, year, month: i + 1, recordId }, before, dollars)
      after[i] = dollars
    }
    return { before: months, after, kept: tellKept(kept, MONTH_TEXTS) }
  })

/** The year as it is until the transaction ends: whole dollars and method by month. @throws Refused 404 for an unknown student. */
export async function lockYear(
  tx: Tx,
  userId: string,
  year: number,
): Promise<{ recordId: number; months: YearOfDollars; methods: (string | null)[] }> {
  if (!(await tx.user.findUnique({ where: { id: userId }, select: { id: true } }))) throw notFound('Student not found')
  const [record] = await tx.$queryRaw<{ id: number }[]>`
    INSERT INTO offline_payments (user_id, year) VALUES (${userId}, ${year})
    ON CONFLICT (user_id, year) DO UPDATE SET year = EXCLUDED.year RETURNING id`
  const recordId = record!.id
  const months = emptyYear()
  const methods: (string | null)[] = MONTHS.map(() => null)
  for (const { month, amount, method } of await tx.offlinePaymentMonth.findMany({ where: { recordId } })) {
    months[month - 1] = Number(amount)
    methods[month - 1] = method
  }
  return { recordId, months, methods }
}

/** Notes a month and who did so. The method stays as it is unless one is given. */
export async function writeMonth(
  tx: Tx,
  actorId: string,
  cell: { recordId: number; userId: string; year: number; month: number },
  before: number,
  dollars: number,
  method?: string | null,
): Promise<void> {
  const { recordId, month, userId, year } = cell
  await tx.offlinePaymentMonth.upsert({
    where: { recordId_month: { recordId, month } },
    create: { recordId, month, amount: dollars, method },
    update: { amount: dollars, method },
  })
  await audit(tx, {
    actorId,
    action: 'offline-payment.set',
    entity: 'student',
    entityId: userId,
    detail: { year, month, from: before, to: dollars, ...(method && { method }) },
  })
}

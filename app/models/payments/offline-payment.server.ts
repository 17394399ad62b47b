import { audit } from '~/platform/audit.server'
import { prisma } from '~/platform/db.server'
import { notFound, Refused } from '~/platform/refused'
import { type Tx, withTx } from '~/platform/tx.server'
import { MONTHS } from '~/utils/dates'
import { monthName, type YearOfDollars } from './offline-payment.schema'

const emptyYear = (): YearOfDollars => MONTHS.map(() => 0)

/** What the office noted as paid otherwise in a year: whole dollars by month, for each student who has any. */
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

/** Notes one month's amount, in whole dollars. @throws Refused 404 for a student who does not exist. */
export async function setOfflinePayment(
  actorId: string,
  cell: { userId: string; year: number; month: number },
  dollars: number,
): Promise<void> {
  await withTx(async (tx) => {
    const { recordId, months } = await lockYear(tx, cell.userId, cell.year)
    await write(tx, actorId, { ...cell, recordId }, months[cell.month - 1] ?? 0, dollars)
  })
}

/**
 * Notes what changed in a student's year. A month that somebody else has changed meanwhile is refused, and then nothing of
 * the row is written.
 * @throws Refused 409 naming the month and what it holds now.
 */
export async function setOfflineYear(
  actorId: string,
  { userId, year }: { userId: string; year: number },
  { amounts, was }: { amounts: YearOfDollars; was: YearOfDollars },
): Promise<void> {
  await withTx(async (tx) => {
    const { recordId, months } = await lockYear(tx, userId, year)
    for (const [i, dollars] of amounts.entries()) {
      const before = months[i] ?? 0
      if (dollars === was[i] || dollars === before) continue
      if (before !== was[i]) {
        throw new Refused(
          `${monthName(i + 1)} was changed to $${before} meanwhile. Look again before you save.`,
          `m${i + 1}`,
          409,
        )
      }
      await write(tx, actorId, { userId, year, month: i + 1, recordId }, before, dollars)
    }
  })
}

/** The student's year, made where there is none, locked until the transaction ends. */
async function lockYear(tx: Tx, userId: string, year: number): Promise<{ recordId: number; months: YearOfDollars }> {
  if (!(await tx.user.findUnique({ where: { id: userId }, select: { id: true } }))) throw notFound('No such student')
  const [record] = await tx.$queryRaw<{ id: number }[]>`
    INSERT INTO offline_payments (user_id, year) VALUES (${userId}, ${year})
    ON CONFLICT (user_id, year) DO UPDATE SET year = EXCLUDED.year RETURNING id`
  const recordId = record!.id
  const months = emptyYear()
  for (const { month, amount } of await tx.offlinePaymentMonth.findMany({ where: { recordId } })) {
    months[month - 1] = Number(amount)
  }
  return { recordId, months }
}

async function write(
  tx: Tx,
  actorId: string,
  cell: { recordId: number; userId: string; year: number; month: number },
  before: number,
  dollars: number,
): Promise<void> {
  const { recordId, month, userId, year } = cell
  await tx.offlinePaymentMonth.upsert({
    where: { recordId_month: { recordId, month } },
    create: { recordId, month, amount: dollars },
    update: { amount: dollars },
  })
  await audit(tx, {
    actorId,
    action: 'offline-payment.set',
    entity: 'student',
    entityId: userId,
    detail: { year, month, from: before, to: dollars },
  })
}

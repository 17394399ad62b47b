import { audit } from '~/platform/audit.server'
import { prisma } from '~/platform/db.server'
import { notFound } from '~/platform/refused'
import { withTx } from '~/platform/tx.server'
import { MONTHS } from '~/utils/dates'

/** Whole dollars by month. */
export interface YearlyRecord {
  userId: string
  paymentMethod: string
  amounts: number[]
}

export async function yearlyRecords(year: number): Promise<YearlyRecord[]> {
  const records = await prisma.studentPayment.findMany({
    where: { year },
    select: { userId: true, paymentMethod: true, months: { select: { month: true, amount: true } } },
    orderBy: { id: 'asc' },
  })
  return records.map(({ userId, paymentMethod, months }) => ({
    userId,
    paymentMethod,
    amounts: MONTHS.map((n) => Number(months.find(({ month }) => month === n)?.amount ?? 0)),
  }))
}

/** @throws Refused 404 for an unknown student. */
export async function updateYearlyRecord(
  actorId: string,
  { userId, year }: { userId: string; year: number },
  change: { month: number; amount: number } | { paymentMethod: string },
): Promise<void> {
  await withTx(async (tx) => {
    if (!(await tx.user.findUnique({ where: { id: userId }, select: { id: true } }))) throw notFound('No such student')
    const { id: recordId } = await tx.studentPayment.upsert({
      where: { userId_year: { userId, year } },
      create: { userId, year, ...('paymentMethod' in change && change) },
      update: 'paymentMethod' in change ? change : {},
      select: { id: true },
    })
    if ('month' in change) {
      const { month, amount } = change
      await tx.studentPaymentMonth.upsert({
        where: { recordId_month: { recordId, month } },
        create: { recordId, month, amount },
        update: { amount },
      })
    }
    await audit(tx, {
      actorId,
      action: 'yearly-record.update',
      entity: 'student',
      entityId: userId,
      detail: { year, ...change },
    })
  })
}

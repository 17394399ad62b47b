import { allowedAnew, type MonthAllowance } from '~/models/allowance/allowance'
import { allowancesOf } from '~/models/allowance/allowance.server'
import { LISTED } from '~/models/people/accounts/rider-of.server'
import { COUNTERS, type CounterKey, type UsageField } from '~/models/vocabulary/counters'
import { audit } from '~/platform/audit.server'
import { prisma } from '~/platform/db.server'
import { notFound } from '~/platform/refused'
import { withTx } from '~/platform/tx.server'
import { MONTHS, monthRange } from '~/utils/dates'
import { type Cents, decimalOf } from '~/utils/money'

interface YearlyRecord {
  /** Null while nothing is recorded for the year. */
  id: number | null
  userId: string
  paymentMethod: string
  /** Dollars by month. */
  amounts: number[]
  /** Used counters by month. */
  used: Record<UsageField, number[]>
  /** What the year's months allow in total. */
  purchased: Record<CounterKey, number>
}

/** The number of students whose year is read at once: of a large school, 40,000 rides. */
const READ_AT_ONCE = 50

/** The method of a record without one. */
const USUAL_METHOD = 'check'

/** Returns the records of every student in the office's lists, and of anyone else who has one. */
export async function yearlyRecords(year: number): Promise<YearlyRecord[]> {
  const students = await prisma.user.findMany({
    where: { OR: [LISTED, { studentPayments: { some: { year } } }] },
    select: {
      id: true,
      studentPayments: {
        where: { year },
        select: { id: true, paymentMethod: true, months: { select: { month: true, amount: true } } },
      },
    },
    orderBy: [{ lastName: 'asc' }, { firstName: 'asc' }, { id: 'asc' }],
  })
  const records: YearlyRecord[] = []
  for (let first = 0; first < students.length; first += READ_AT_ONCE) {
    const some = students.slice(first, first + READ_AT_ONCE)
    const riders = some.map(({ id }) => id)
    const allowances = await allowancesOf(riders, monthRange(year, 1).from, monthRange(year, 12).to)
    for (const { id: userId, studentPayments } of some) {
      const { months, ...record } = studentPayments[0] ?? { id: null, paymentMethod: USUAL_METHOD, months: [] }
      records.push({
        ...{ ...record, userId },
        amounts: MONTHS.map((n) => Number(months.find(({ month }) => month === n)?.amount ?? 0)),
        ...countersOfYear(allowances.get(userId) ?? []),
      })
    }
  }
  return records
}

function countersOfYear(months: MonthAllowance[]): Pick<YearlyRecord, 'used' | 'purchased'> {
  const used = COUNTERS.map(({ key, usedField }) => [usedField, months.map((month) => month[key].used)])
  const purchased = COUNTERS.map(({ key }) => [key, months.reduce((sum, month) => sum + allowedAnew(month, key), 0)])
  return { used: Object.fromEntries(used), purchased: Object.fromEntries(purchased) }
}

/** @throws Refused 404 for an unknown student. */
export async function updateYearlyRecord(
  actorId: string,
  { userId, year }: { userId: string; year: number },
  change: { month: number; amount: Cents } | { paymentMethod: string },
): Promise<void> {
  await withTx(async (tx) => {
    if (!(await tx.user.findUnique({ where: { id: userId }, select: { id: true } })))
      throw notFound('Student not found')
    await tx.studentPayment.createMany({ data: { userId, year }, skipDuplicates: true })
    const { id: recordId } = await tx.studentPayment.update({
      where: { userId_year: { userId, year } },
      data: 'paymentMethod' in change ? change : { year },
      select: { id: true },
    })
    if ('month' in change) {
      const { month } = change
      const amount = decimalOf(change.amount)
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

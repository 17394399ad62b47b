import { namedLines } from '~/models/people/families/line-riders.server'
import { percentOf } from '~/models/vocabulary/fee'
import { displayName } from '~/models/vocabulary/user'
import { prisma } from '~/platform/db.server'
import { getEnv } from '~/platform/env.server'
import { addDays, dayInZone, fromDbDate, type LocalDate } from '~/utils/dates'
import { type Cents, centsOf } from '~/utils/money'
import { sayDescription, sayLine, WITH_RECEIPT, wentBack } from './payment-transaction'
import { readLines } from './payment-transaction.server'
import type { PriceBreakdown } from './pricing'

/** A receipt. Amounts are in cents. */
interface Receipt {
  number: number
  userId: string
  student: string
  status: string
  paidOn: LocalDate
  paidWith: string | null
  /** The first and the last day of what was bought; null for a payment that is older than the column. */
  valid: { from: LocalDate; to: LocalDate } | null
  lines: { name: string; quantity: number; unitPrice: Cents; rider?: string }[]
  price: PriceBreakdown
  /** The rate on that day, such as `3%`. */
  feePercent: string
  refunded: Cents
  /** The amount taken by a bank. */
  disputed: Cents
  /** The provider's own receipt, which does not show the fee and is deleted after some weeks. */
  providerUrl: string | null
}

export async function findReceipt(id: number): Promise<Receipt | null> {
  const row = await prisma.paymentTransaction.findFirst({
    where: { id, status: { in: WITH_RECEIPT } },
    select: {
      id: true,
      userId: true,
      amount: true,
      fee: true,
      feeRate: true,
      amountRefunded: true,
      amountDisputed: true,
      description: true,
      status: true,
      paymentMethod: true,
      receiptUrl: true,
      providerCreatedAt: true,
      periodStart: true,
      periodEnd: true,
      user: { select: { firstName: true, lastName: true } },
      lines: true,
    },
  })
  if (!row) return null
  const [total, fee] = [centsOf(row.amount), centsOf(row.fee)]
  const subtotal = total - fee
  const lines = await namedLines(prisma, row.userId, readLines(row.lines))
  return {
    number: row.id,
    userId: row.userId,
    student: displayName(row.user),
    status: row.status,
    paidOn: dayInZone(getEnv().schoolTimezone, row.providerCreatedAt),
    paidWith: row.paymentMethod,
    valid:
      row.periodStart && row.periodEnd
        ? { from: fromDbDate(row.periodStart), to: addDays(fromDbDate(row.periodEnd), -1) }
        : null,
    lines: lines.length
      ? lines.map(sayLine).map(({ name, quantity, amount, rider }) => ({
          name,
          quantity,
          unitPrice: amount / quantity,
          ...(rider && { rider }),
        }))
      : [{ name: sayDescription(row.description), quantity: 1, unitPrice: subtotal }],
    price: { subtotal, convenienceFee: fee, total },
    feePercent: percentOf(row.feeRate),
    ...wentBack({
      amount: total,
      amountRefunded: centsOf(row.amountRefunded),
      amountDisputed: centsOf(row.amountDisputed),
      status: row.status,
    }),
    providerUrl: row.receiptUrl,
  }
}

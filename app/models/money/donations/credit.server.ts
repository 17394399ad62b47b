import { type Month, monthAndYear, monthKey } from '~/models/vocabulary/month'
import { displayName } from '~/models/vocabulary/user'
import { audit } from '~/platform/audit.server'
import { now } from '~/platform/clock.server'
import { prisma } from '~/platform/db.server'
import { notFound, Outdated, Refused } from '~/platform/refused'
import { type Tx, withTx } from '~/platform/tx.server'
import { isOutdated } from '~/platform/version'
import { type Cents, centsOf, decimalOf, formatCents } from '~/utils/money'
import { donorName } from './donation'
import { settleCredits } from './donation-credit.server'

interface Credit {
  id: number
  donor: string
  donatedAt: Date
  /** The amount in cents. */
  amount: Cents
  used: Cents
  left: Cents
  /** The uses that were not undone, the latest month first. */
  uses: { id: number; month: string; monthName: string; amount: Cents; by: string; at: Date }[]
}

/** Lists the sponsorships of a student, oldest first. */
export async function creditsOf(studentId: string): Promise<Credit[]> {
  const credits = await prisma.donationCredit.findMany({
    where: { userId: studentId },
    include: {
      donation: { select: { donorFirstName: true, donorLastName: true, donatedAt: true } },
      uses: {
        where: { undoneAt: null },
        include: { by: { select: { firstName: true, lastName: true, email: true } } },
        orderBy: [{ year: 'desc' }, { month: 'desc' }, { id: 'desc' }],
      },
    },
    orderBy: { id: 'asc' },
  })
  return credits.map(({ id, donation, creditAmount, usedAmount, uses }) => ({
    id,
    donor: donorName(donation),
    donatedAt: donation.donatedAt,
    amount: centsOf(creditAmount),
    used: centsOf(usedAmount),
    left: centsOf(creditAmount.sub(usedAmount)),
    uses: uses.map(({ id, year, month, amount, by, at }) => ({
      id,
      month: monthKey({ year, month }),
      monthName: monthAndYear({ year, month }),
      amount: centsOf(amount),
      by: displayName(by),
      at,
    })),
  }))
}

async function lockCredit(tx: Tx, id: number) {
  await tx.$queryRaw`SELECT id FROM donation_credits WHERE id = ${id} FOR UPDATE`
  const credit = await tx.donationCredit.findUnique({ where: { id } })
  if (!credit) throw notFound('Credit not found')
  return credit
}

/**
 * Pays for a month of the student with part of a credit. `version` is how much of it was used when it was
 * shown. Returns what is left.
 * @throws Refused 404 if the credit is not the student's; 409 if less than the amount is left; Outdated if the
 * credit was used in the meantime.
 */
export const spendCredit = (
  actorId: string,
  { creditId, studentId, month, amount }: { creditId: number; studentId: string; month: Month; amount: Cents },
  version?: string,
): Promise<Cents> =>
  withTx(async (tx) => {
    const credit = await lockCredit(tx, creditId)
    if (credit.userId !== studentId) throw notFound('Credit not found')
    const [used, left] = [centsOf(credit.usedAmount), centsOf(credit.creditAmount.sub(credit.usedAmount))]
    if (isOutdated(version, String(used))) {
      const told = `Someone else just used this credit. ${formatCents(left)} is left. Please check and try again.`
      throw new Outdated(told, String(used))
    }
    if (amount > left) throw new Refused('nothing_left', `Only ${formatCents(left)} of this credit is left`, 'amount')
    await tx.donationCreditUse.create({
      data: { creditId, ...month, amount: decimalOf(amount), byId: actorId, at: now() },
    })
    await setUsed(tx, creditId, used + amount)
    const detail = { creditId, month: monthKey(month), amount: decimalOf(amount) }
    await audit(tx, { actorId, action: 'credit.use', entity: 'student', entityId: studentId, detail })
    return left - amount
  })

const setUsed = (tx: Tx, id: number, used: Cents) =>
  tx.donationCredit.update({ where: { id }, data: { usedAmount: decimalOf(used) }, select: { id: true } })

/**
 * Returns the amount to its credit, unless its donation was refunded. Repeating it changes nothing. Returns the amount.
 * @throws Refused 404 if the student has no such use.
 */
export const undoCreditUse = (actorId: string, studentId: string, useId: number): Promise<Cents> =>
  withTx(async (tx) => {
    const found = await tx.donationCreditUse.findUnique({ where: { id: useId }, select: { creditId: true } })
    if (!found) throw notFound('Credit not found')
    const credit = await lockCredit(tx, found.creditId)
    const use = await tx.donationCreditUse.findUniqueOrThrow({ where: { id: useId } })
    if (credit.userId !== studentId) throw notFound('Credit not found')
    const amount = centsOf(use.amount)
    if (use.undoneAt) return amount
    await tx.donationCreditUse.update({ where: { id: useId }, data: { undoneAt: now() }, select: { id: true } })
    await setUsed(tx, credit.id, centsOf(credit.usedAmount) - amount)
    const { zeffyId } = await tx.donation.findUniqueOrThrow({ where: { id: credit.donationId } })
    await settleCredits(tx, [zeffyId])
    const detail = { creditId: credit.id, month: monthKey(use), amount: decimalOf(amount) }
    await audit(tx, { actorId, action: 'credit.undo', entity: 'student', entityId: studentId, detail })
    return amount
  })

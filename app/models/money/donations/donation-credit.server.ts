import { saveIssues } from '~/models/money/issues/payment-issue.server'
import { monthAndYear } from '~/models/vocabulary/month'
import type { Tx } from '~/platform/tx.server'
import { centsOf, formatCents } from '~/utils/money'
import { isSponsorship } from './donation'

/**
 * Settles credits: a completed lesson sponsorship has a credit of its amount; if it is no longer completed, the credit
 * shrinks to what was used. Months that it had paid are then unpaid again, and the office's task, until their use is
 * undone.
 */
export async function settleCredits(tx: Tx, zeffyIds: string[]): Promise<void> {
  await tx.$queryRaw`SELECT c.id FROM donation_credits c JOIN donations d ON d.id = c.donation_id
    WHERE d.zeffy_id = ANY(${zeffyIds}) ORDER BY c.id FOR UPDATE OF c`
  const donations = await tx.donation.findMany({ where: { zeffyId: { in: zeffyIds } }, include: { credit: true } })
  const earned = donations.filter(({ credit, ...donation }) => !credit && earnsCredit(donation))
  await tx.donationCredit.createMany({
    data: earned.map(({ id, studentId, amount }) => ({
      userId: studentId ?? '',
      donationId: id,
      creditAmount: amount,
    })),
    skipDuplicates: true,
  })
  for (const { credit, ...donation } of donations) {
    if (!credit) continue
    await saveReturned(tx, donation, credit)
    const used = credit.usedAmount
    const amount = earnsCredit(donation) && donation.amount.gt(used) ? donation.amount : used
    // A used credit stays with its user.
    const userId = used.isZero() && earnsCredit(donation) ? (donation.studentId ?? credit.userId) : credit.userId
    if (amount.eq(credit.creditAmount) && userId === credit.userId) continue
    await tx.donationCredit.update({ where: { id: credit.id }, data: { creditAmount: amount, userId } })
  }
}

type Returned = { id: number; status: string }

async function saveReturned(tx: Tx, donation: Returned, credit: { id: number; userId: string }): Promise<void> {
  const wentBack = donation.status !== 'completed'
  const uses = wentBack
    ? await tx.donationCreditUse.findMany({
        where: { creditId: credit.id, undoneAt: null },
        orderBy: [{ year: 'asc' }, { month: 'asc' }],
      })
    : []
  const months = [...new Set(uses.map(monthAndYear))].join(', ')
  const amount = uses.reduce((sum, use) => sum + centsOf(use.amount), 0)
  const detail = `The donation is ${donation.status}. Its credit paid ${formatCents(amount)} for ${months}: take it back on the student’s page.`
  const issue = { kind: 'sponsorship-returned' as const, userId: credit.userId, amount, detail }
  await saveIssues(tx, `donation:${donation.id}`, uses.length ? [issue] : [])
}

const earnsCredit = (donation: { status: string; purpose: string | null; studentId: string | null }): boolean =>
  donation.status === 'completed' && isSponsorship(donation.purpose) && donation.studentId !== null

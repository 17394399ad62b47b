import type { Tx } from '~/platform/tx.server'
import { isSponsorship } from './donation'

/**
 * A completed lesson sponsorship has a credit of its amount; if it is completed no longer, the credit shrinks to what was
 * used.
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
    const used = credit.usedAmount
    const amount = earnsCredit(donation) && donation.amount.gt(used) ? donation.amount : used
    // A used credit stays with its user.
    const userId = used.isZero() && earnsCredit(donation) ? (donation.studentId ?? credit.userId) : credit.userId
    if (amount.eq(credit.creditAmount) && userId === credit.userId) continue
    await tx.donationCredit.update({ where: { id: credit.id }, data: { creditAmount: amount, userId } })
  }
}

const earnsCredit = (donation: { status: string; purpose: string | null; studentId: string | null }): boolean =>
  donation.status === 'completed' && isSponsorship(donation.purpose) && donation.studentId !== null

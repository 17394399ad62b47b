import { t } from '#text'
import { now } from '~/platform/clock.server'
import { prisma } from '~/platform/db.server'
import { Refused } from '~/platform/refused'
import type { Tx } from '~/platform/tx.server'
import type { BankReturn } from '~/services/stripe/payment-intents.server'

const TRIES = 3
const DAY_MS = 24 * 60 * 60 * 1000
const REMEMBERED_DAYS = 60

const remembered = () => new Date(now().getTime() - REMEMBERED_DAYS * DAY_MS)

/** Records that a bank payment was returned, once for each charge. */
export async function recordBankReturn(
  tx: Tx,
  userId: string,
  { stripeChargeId, disputed }: BankReturn,
): Promise<void> {
  const returned = { stripeChargeId, userId, disputed, returnedAt: now() }
  await tx.bankReturn.createMany({ data: returned, skipDuplicates: true })
  // A charge that was returned unpaid stays recorded when it is reported again.
  if (disputed) await tx.bankReturn.update({ where: { stripeChargeId }, data: { disputed } })
}

/** Whether a pending bank payment grants at once: not if one was returned in the last 60 days, or ever by a dispute. */
export async function grantsWhileClearing(tx: Pick<Tx, 'bankReturn'>, userId: string): Promise<boolean> {
  const returns = await tx.bankReturn.count({
    where: { userId, OR: [{ disputed: true }, { returnedAt: { gte: remembered() } }] },
  })
  return returns === 0
}

/** @throws Refused `bank_refused` after a dispute, and after three failures in 60 days. */
export async function refuseBankPayment(userId: string): Promise<void> {
  const returns = await prisma.bankReturn.findMany({
    where: { userId, OR: [{ disputed: true }, { returnedAt: { gte: remembered() } }] },
    select: { disputed: true },
  })
  if (returns.some(({ disputed }) => disputed)) {
    throw new Refused(
      'bank_refused',
      t('Your bank reversed a payment as unauthorized, so we can’t accept bank payments from you. Please pay by card.'),
    )
  }
  if (returns.length >= TRIES) {
    throw new Refused(
      'bank_refused',
      t('Your bank payments have failed three times in 60 days. Please pay by card, or ask the office.'),
    )
  }
}

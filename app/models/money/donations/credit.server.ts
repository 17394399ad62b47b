import { type Person, personColumn } from '~/models/people/accounts/name-sql.server'
import { type Month, monthAndYear, monthKey } from '~/models/vocabulary/month'
import { displayName } from '~/models/vocabulary/user'
import { audit } from '~/platform/audit.server'
import { now } from '~/platform/clock.server'
import { notFound, Outdated, Refused } from '~/platform/refused'
import {
  bare,
  instant,
  listStatement,
  plain,
  queryLists,
  type RowsOf,
  rowList,
  text,
} from '~/platform/row-lists.server'
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

/** Selects what `creditsFound` returns of a student, given as SQL, for a statement with other lists. */
export const creditLists = (student: string) => ({
  credits: rowList<{
    id: number
    donorFirstName: string | null
    donorLastName: string | null
    donatedAt: string
    amount: string
    used: string
  }>(
    {
      id: bare('c.id'),
      donorFirstName: text('d.donor_first_name'),
      donorLastName: text('d.donor_last_name'),
      donatedAt: instant('d.donated_at'),
      amount: plain('c.credit_amount'),
      used: plain('c.used_amount'),
    },
    `donation_credits c JOIN donations d ON d.id = c.donation_id WHERE c.user_id = ${student}`,
    'c.id',
  ),
  creditUses: rowList<Month & { id: number; creditId: number; amount: string; by: Person; at: string }>(
    {
      id: bare('u.id'),
      creditId: bare('u.credit_id'),
      year: bare('u.year'),
      month: bare('u.month'),
      amount: plain('u.amount'),
      by: personColumn('u.by_id'),
      at: instant('u.at'),
    },
    `donation_credits c JOIN donation_credit_uses u ON u.credit_id = c.id WHERE c.user_id = ${student} AND u.undone_at IS NULL`,
    'u.year DESC, u.month DESC, u.id DESC',
  ),
})
const CREDITS = listStatement(creditLists('$1'))

export const creditsFound = ({ credits, creditUses }: RowsOf<typeof CREDITS.lists>): Credit[] =>
  credits.map(({ id, donatedAt, amount, used, ...donor }) => ({
    id,
    donor: donorName(donor),
    donatedAt: new Date(donatedAt),
    amount: centsOf(amount),
    used: centsOf(used),
    left: centsOf(amount) - centsOf(used),
    uses: creditUses
      .filter(({ creditId }) => creditId === id)
      .map(({ id, year, month, amount, by, at }) => ({
        id,
        month: monthKey({ year, month }),
        monthName: monthAndYear({ year, month }),
        amount: centsOf(amount),
        by: displayName(by),
        at: new Date(at),
      })),
  }))

/** Lists the sponsorships of a student, oldest first. */
export const creditsOf = async (studentId: string): Promise<Credit[]> =>
  creditsFound(await queryLists(CREDITS, [studentId]))

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

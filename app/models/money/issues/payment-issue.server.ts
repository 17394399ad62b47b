import { Prisma } from '~/generated/prisma/client'
import { displayName } from '~/models/vocabulary/user'
import { audit } from '~/platform/audit.server'
import { now } from '~/platform/clock.server'
import { prisma } from '~/platform/db.server'
import { notFound, Refused } from '~/platform/refused'
import { type Tx, withTx } from '~/platform/tx.server'
import { type Cents, centsOf, decimalOf } from '~/utils/money'
import type { IssueKind, IssueOutcome } from './payment-issue'

/** A new issue. The amount is in cents. `detail` is a sentence for the office. */
interface NewIssue {
  kind: IssueKind
  userId: string | null
  orderId?: number | null
  subscriptionId?: number | null
  transactionId?: number | null
  amount?: Cents | null
  payer?: string | null
  detail: string
}

const WENT_AWAY = ['gone', 'refunded'] satisfies IssueOutcome[]

/**
 * Saves the present issues of a payment or subscription, and closes those that are gone. What the office granted or
 * ignored stays closed; what had gone away by itself is opened again. Returns the IDs of those that were opened.
 */
export async function saveIssues(
  tx: Tx,
  stripeId: string,
  present: NewIssue[],
  goneAs: IssueOutcome = 'gone',
): Promise<number[]> {
  await tx.paymentIssue.updateMany({
    where: { stripeId, closedAt: null, kind: { notIn: present.map(({ kind }) => kind) } },
    data: { closedAt: now(), outcome: goneAs },
  })
  const opened: number[] = []
  for (const { amount = null, ...issue } of present) {
    const data = { ...issue, stripeId, amount: amount === null ? null : decimalOf(amount) }
    const { count } = await tx.paymentIssue.createMany({ data, skipDuplicates: true })
    const again = count
      ? null
      : await tx.paymentIssue.updateMany({
          where: { stripeId, kind: issue.kind, closedAt: { not: null }, outcome: { in: WENT_AWAY } },
          data: { ...data, closedAt: null, outcome: null, openedAt: now(), opened: { increment: 1 } },
        })
    if (!count && !again?.count) continue
    const key = { stripeId_kind: { stripeId, kind: issue.kind } }
    opened.push((await tx.paymentIssue.findUniqueOrThrow({ where: key, select: { id: true } })).id)
  }
  return opened
}

/** True if someone has to review it, or reviewed it and left it without refund: false if it was never in question. */
export async function isOpenIssue(tx: Tx, stripeId: string): Promise<boolean> {
  return (await tx.paymentIssue.count({ where: { stripeId, closedAt: null } })) > 0
}

/** Returns what was once wrong with a payment, which is then checked again at each sync; null if nothing was. */
export async function foundWrong(tx: Tx, stripeId: string): Promise<IssueKind | null> {
  const first = await tx.paymentIssue.findFirst({ where: { stripeId }, orderBy: { id: 'asc' }, select: { kind: true } })
  return first && (first.kind as IssueKind)
}

/** An issue. The amount is in cents. */
export interface PaymentIssueView {
  id: number
  kind: IssueKind
  stripeId: string
  amount: Cents | null
  /** The family, or the payer's name according to the provider. */
  who: string
  userId: string | null
  orderId: number | null
  detail: string
  opened: number
  openedAt: Date
  transactionId: number | null
  /** Set if the payment is in the books and the school has its money. */
  refundableId: number | null
}

interface IssueRow extends Omit<PaymentIssueView, 'who' | 'amount'> {
  amount: string | null
  payer: string | null
  firstName: string | null
  lastName: string | null
  email: string | null
}

/** One statement, because the office's payments page runs it each time. */
async function findIssues(where: Prisma.Sql): Promise<PaymentIssueView[]> {
  const rows = await prisma.$queryRaw<IssueRow[]>`
    SELECT i.id, i.kind, i.stripe_id AS "stripeId", i.amount::text, i.payer, i.detail, i.opened, i.opened_at AS "openedAt",
           i.user_id AS "userId", i.order_id AS "orderId", u.first_name AS "firstName", u.last_name AS "lastName", u.email,
           i.transaction_id AS "transactionId", CASE WHEN t.status = 'succeeded' THEN t.id END AS "refundableId"
    FROM payment_issues i LEFT JOIN users u ON u.id = i.user_id LEFT JOIN payment_transactions t ON t.id = i.transaction_id
    WHERE i.closed_at IS NULL AND ${where} ORDER BY i.id`
  return rows.map(({ amount, payer, firstName, lastName, email, ...row }) => ({
    ...row,
    amount: amount === null ? null : centsOf(amount),
    who: row.userId ? displayName({ firstName, lastName, email }) : (payer ?? 'Unknown'),
  }))
}

/** Lists open issues, oldest first. */
export const openIssues = (userId?: string): Promise<PaymentIssueView[]> =>
  findIssues(userId ? Prisma.sql`i.user_id = ${userId}` : Prisma.sql`true`)

/** Finds an open issue; null if it is unknown or closed. */
export const findOpenIssue = async (id: number): Promise<PaymentIssueView | null> =>
  (await findIssues(Prisma.sql`i.id = ${id}`))[0] ?? null

/** Of two clicks, or two desks, the first one decides. */
export const alreadyHandled = () => new Refused('already_done', 'Someone else already handled this.')

/** @throws Refused 404 if there never was one, `already_done` */
export async function requireOpenIssue(id: number): Promise<PaymentIssueView> {
  const issue = await findOpenIssue(id)
  if (!issue) throw await notOpen(prisma, id)
  return issue
}

const notOpen = async (tx: Tx, id: number): Promise<Refused> =>
  (await tx.paymentIssue.count({ where: { id } })) ? alreadyHandled() : notFound('No such payment')

/**
 * Closes an issue once and does what belongs to it, in one transaction.
 * @throws Refused 404 if unknown, `already_done`
 */
export const closeIssue = (
  actorId: string,
  id: number,
  close: { outcome: 'granted' | 'ignored'; reason: string | null },
  work: (tx: Tx) => Promise<void> = async () => {},
): Promise<void> =>
  withTx(async (tx) => {
    const { count } = await tx.paymentIssue.updateMany({
      where: { id, closedAt: null },
      data: { ...close, closedAt: now(), closedBy: actorId },
    })
    if (!count) throw await notOpen(tx, id)
    await work(tx)
    const action = close.outcome === 'granted' ? 'payment.grant' : 'payment.ignore'
    await audit(tx, { actorId, action, entity: 'payment_issue', entityId: id, detail: { reason: close.reason } })
  })

import { Prisma } from '~/generated/prisma/client'
import { grantedPackage } from '~/models/money/payments/office-grant.server'
import { AT_SCHOOL } from '~/models/money/payments/pricing'
import { GRANTED_STATUSES } from '~/models/vocabulary/grant'
import { addToMonth, daysOfMonth, type Month, monthAndYear, monthKey } from '~/models/vocabulary/month'
import { displayName } from '~/models/vocabulary/user'
import { audit } from '~/platform/audit.server'
import { prisma } from '~/platform/db.server'
import { notFound, Refused, RefusedList } from '~/platform/refused'
import { type Db, type Tx, withTx } from '~/platform/tx.server'
import { type Cents, centsOf } from '~/utils/money'
import type { AsLastMonth, PaymentMethod, UndoPayment } from './record-payment.schema'
import { recordIn, refuseDay, undoIn } from './record-payment.server'

interface Person {
  id: string
  firstName: string | null
  lastName: string | null
  email: string | null
}

type Row = Person & {
  amount: string
  method: PaymentMethod | null
  packageId: number | null
  noted: boolean
  asked: boolean
  bought: boolean
  given: boolean
}

/** Finds who paid outside the portal for the month before, and what the month itself has. */
function findRows(db: Db, month: Month): Promise<Row[]> {
  const before = addToMonth(month, -1)
  const [last, now] = [daysOfMonth(before), daysOfMonth(month)]
  const granted = Prisma.sql`g.user_id = u.id AND g.package_id IS NOT NULL AND g.status IN (${Prisma.join([...GRANTED_STATUSES])})`
  const outside = Prisma.sql`g.subscription_id IS NULL AND g.stripe_invoice_id IS NULL AND g.stripe_payment_intent_id IS NULL`
  const thisMonth = Prisma.sql`g.valid_from <= ${now.to}::date AND g.valid_to >= ${now.from}::date`
  return db.$queryRaw<Row[]>(Prisma.sql`
    SELECT u.id, u.first_name AS "firstName", u.last_name AS "lastName", u.email, m.amount::text AS amount,
      (SELECT p.method FROM recorded_payments p WHERE p.record_id = m.record_id AND p.month = m.month ORDER BY p.id DESC LIMIT 1) AS method,
      (SELECT g.package_id FROM package_purchases g JOIN packages k ON k.id = g.package_id AND k.active
       WHERE ${granted} AND ${outside} AND g.valid_from <= ${last.to}::date AND g.valid_to >= ${last.from}::date
       ORDER BY g.id DESC LIMIT 1) AS "packageId",
      EXISTS (SELECT FROM offline_payment_months n JOIN offline_payments z ON z.id = n.record_id
              WHERE z.user_id = u.id AND z.year = ${month.year} AND n.month = ${month.month} AND n.amount > 0) AS noted,
      EXISTS (SELECT FROM orders o JOIN order_items i ON i.order_id = o.id
              WHERE i.rider_id = u.id AND o.method_type = ${AT_SCHOOL} AND o.status = 'pending' AND o.valid_to = ${now.to}::date) AS asked,
      EXISTS (SELECT FROM package_purchases g WHERE ${granted} AND ${thisMonth} AND NOT (${outside})) AS bought,
      EXISTS (SELECT FROM package_purchases g WHERE ${granted} AND ${thisMonth} AND ${outside}) AS given
    FROM offline_payment_months m JOIN offline_payments y ON y.id = m.record_id JOIN users u ON u.id = y.user_id
    WHERE y.year = ${before.year} AND m.month = ${before.month} AND m.amount > 0
      AND u.role = 'customer' AND u.hidden_at IS NULL AND u.erased_at IS NULL AND u.merged_into_id IS NULL
    ORDER BY u.first_name, u.last_name, u.id`)
}

/** Lists who would be recorded again, how many have a payment for the month already, and who else is left out, with the reason. */
export async function listAsLastMonth(month: Month) {
  const rows = await findRows(prisma, month)
  const left = rows.flatMap((row) => {
    const why = whyLeft(row, month)
    return why ? [{ id: row.id, name: displayName(row), why }] : []
  })
  const shown = rows.filter((row) => !row.noted && !whyLeft(row, month))
  return {
    left,
    recorded: rows.filter(({ noted }) => noted).length,
    rows: shown.map(({ packageId, given, amount, method, ...person }) => ({
      id: person.id,
      name: displayName(person),
      amount: centsOf(amount),
      method: method ?? 'cash',
      // The month's own package stays.
      packageId: given ? null : packageId,
    })),
  }
}

function whyLeft({ noted, asked, bought }: Row, month: Month): string | null {
  if (noted) return null
  if (asked) return 'asked for lessons, to pay at the school'
  return bought ? `has lessons for ${monthAndYear(month)} that were paid by card` : null
}

function whyNot(row: Row | undefined, month: Month): string | null {
  if (!row) return 'is not in this list anymore'
  return row.noted ? `now has a payment for ${monthAndYear(month)}` : whyLeft(row, month)
}

const isMonth = (month: Month) => ({ entity: 'payments', entityId: monthKey(month) })
type Detail = { nonce: string; payments: UndoPayment[] }

/**
 * Records payments of several students and gives their packages, all or nothing. The same form sent twice records once.
 * Returns the ID of the log entry that undoes it.
 * @throws Refused 409 with the students who are no longer in the list, or if it was undone since.
 */
export const recordAsLastMonth = (
  actorId: string,
  month: Month,
  { nonce, paidOn, rows }: AsLastMonth,
): Promise<{ change: number; count: number; sum: Cents }> =>
  withTx(async (tx) => {
    refuseDay(paidOn)
    const people = await lockPeople(
      tx,
      rows.map(({ userId }) => userId),
    )
    const counted = { count: rows.length, sum: rows.reduce((sum, { amount }) => sum + amount, 0) }
    const done = await tx.auditEntry.findFirst({
      where: { ...isMonth(month), action: 'payments.as-last-month', detail: { path: ['nonce'], equals: nonce } },
      select: { id: true },
    })
    if (done && (await isUndone(tx, month, done.id))) {
      throw new Refused('already_done', 'This was recorded and undone. Check the list and record it again.')
    }
    if (done) return { change: done.id, ...counted }
    // Once they are locked, nobody buys, requests, is merged, or is erased.
    const listed = new Map((await findRows(tx, month)).map((row) => [row.id, row]))
    const reasons = rows.flatMap(({ userId }) => {
      const why = whyNot(listed.get(userId), month)
      return why ? [`${people.get(userId) ?? 'A student'} ${why}`] : []
    })
    if (reasons.length) throw new RefusedList('in_the_way', reasons, 'Nothing was recorded.')
    const payments: UndoPayment[] = []
    for (const { userId, ...payment } of rows) {
      payments.push((await recordIn(tx, actorId, userId, { ...payment, month, paidOn })).undo)
    }
    const detail: Detail = { nonce, payments }
    const change = await audit(tx, {
      actorId,
      ...isMonth(month),
      entity: 'payments',
      action: 'payments.as-last-month',
      detail,
    })
    return { change, ...counted }
  }, LONG)

const isUndone = async (tx: Tx, month: Month, change: number): Promise<boolean> =>
  (await tx.auditEntry.count({
    where: { ...isMonth(month), action: 'payments.as-last-month-undo', detail: { path: ['of'], equals: change } },
  })) > 0

/** A whole school's month takes longer. */
const LONG = { timeout: 60_000 }

/** Locks students in the order of their IDs. Returns their names. */
async function lockPeople(tx: Tx, ids: string[]): Promise<Map<string, string>> {
  const rows = await tx.$queryRaw<Person[]>`
    SELECT id, first_name AS "firstName", last_name AS "lastName", email FROM users
    WHERE id = ANY(${ids}) ORDER BY id FOR UPDATE`
  return new Map(rows.map((row) => [row.id, displayName(row)]))
}

/** Undoes all of it, or nothing. @throws Refused 404 without a log entry, 409 if it was undone, or naming what was changed since. */
export const undoAsLastMonth = (actorId: string, month: Month, change: number): Promise<number> =>
  withTx(async (tx) => {
    const line = await tx.auditEntry.findFirst({
      where: { ...isMonth(month), id: change, action: 'payments.as-last-month' },
      select: { detail: true },
    })
    if (!line) throw notFound('This is too old to undo')
    const { payments } = line.detail as unknown as Detail
    const found = await tx.recordedPayment.findMany({
      where: { id: { in: payments.map(({ recorded }) => recorded) } },
      select: { id: true, noted: { select: { record: { select: { userId: true } } } } },
    })
    const payers = new Map(found.map(({ id, noted }) => [id, noted.record.userId]))
    const people = await lockPeople(tx, [...payers.values()])
    // The second of two clicks waits at the people, and reads this after the first.
    if (await isUndone(tx, month, change)) throw new Refused('already_done', 'This was undone already.')
    const reasons: string[] = []
    for (const { recorded, packageAfter } of payments) {
      const payer = payers.get(recorded)
      if (!payer) reasons.push('A payment was removed since')
      else if ((await grantedPackage(tx, payer, month)) !== packageAfter) {
        reasons.push(`${people.get(payer)} has another package since`)
      }
    }
    if (reasons.length) throw new RefusedList('in_the_way', [...new Set(reasons)], 'Nothing was undone.')
    for (const payment of payments) await undoIn(tx, actorId, payers.get(payment.recorded)!, payment)
    const action = 'payments.as-last-month-undo'
    await audit(tx, { actorId, ...isMonth(month), entity: 'payments', action, detail: { of: change } })
    return payments.length
  }, LONG)

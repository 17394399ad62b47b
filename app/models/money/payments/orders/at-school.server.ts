import { t } from '#text'
import type { Prisma } from '~/generated/prisma/client'
import { grantOrder, setGrantStatus } from '~/models/money/payments/grant.server'
import { lockYear } from '~/models/money/payments/offline/offline-payment.server'
import type { AskedPayment, Declined } from '~/models/money/payments/offline/record-payment.schema'
import { addPayment, refuseDay, takeBack } from '~/models/money/payments/offline/record-payment.server'
import { type Order, type OrderRequest, placeOrder } from '~/models/money/payments/order.server'
import { DAYS_TO_PAY_LATE, isClosed } from '~/models/money/payments/order-end'
import { AT_SCHOOL, lineName } from '~/models/money/payments/pricing'
import { type Person, personColumn } from '~/models/people/accounts/name-sql.server'
import { displayName } from '~/models/vocabulary/user'
import { audit } from '~/platform/audit.server'
import { now, today } from '~/platform/clock.server'
import { notFound, Refused } from '~/platform/refused'
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
import { type Refusals, translateViolations } from '~/platform/violation.server'
import { paymentProvider } from '~/services/stripe/stripe.server'
import { fromDbDate, type LocalDate, monthOf, yearOf } from '~/utils/dates'
import { type Cents, centsOf } from '~/utils/money'
import type { AtSchool } from './at-school'

/** Returns how families can pay at the school; null if they can't, which a school without online payments always allows. */
export function atSchoolOf({
  payWords: words,
  payAtSchool,
}: {
  payWords: string | null
  payAtSchool: boolean
}): AtSchool | null {
  const only = !paymentProvider()
  return only || payAtSchool ? { words, only } : null
}

/** The value of `failure_message`, before the reason if the school gave one: the family is shown the refusal until it has read it. */
const DECLINED = 'declined'
const READ = 'read'

/** The number of days during which a recorded payment can be undone from the list. */
const DAYS_SHOWN = 35

const isAtSchool = { methodType: AT_SCHOOL } satisfies Prisma.OrderWhereInput

export interface AskedOrder {
  id: number
  /** The account that made the request. */
  userId: string
  name: string
  /** `Ava: Package 1 - Basic, Hack × 2`, a line for each rider; without a name if the account requested it for itself. */
  what: string[]
  total: Cents
  /** The first day that it is for. */
  from: LocalDate
  askedAt: Date
  isPaid: boolean
}

interface AskedRow {
  id: number
  userId: string
  payer: Person
  items: { riderId: string; firstName: string | null; name: string; quantity: number }[]
  total: Cents
  from: LocalDate
  askedAt: string
  isPaid: boolean
}

/** Selects orders `o` that are paid at the school. */
const askedRows = (where: string, order = 'o.id') =>
  rowList<AskedRow>(
    {
      id: bare('o.id'),
      userId: text('o.user_id'),
      payer: personColumn('o.user_id'),
      items: bare(`(SELECT json_agg(
        json_build_object('riderId', i.rider_id, 'firstName', u.first_name, 'name', i.name, 'quantity', i.quantity) ORDER BY i.id)
        FROM order_items i JOIN users u ON u.id = i.rider_id WHERE i.order_id = o.id)`),
      total: bare('(o.total * 100)::integer'),
      from: plain('o.valid_from'),
      askedAt: instant('o.created_at'),
      isPaid: bare(`o.status = 'paid'`),
    },
    `orders o WHERE o.method_type = '${AT_SCHOOL}' AND ${where}`,
    order,
  )

/** An order that waits to be paid: one that was recorded and undone can still be recorded correctly. */
const isWaiting = (today: string) => `o.status = 'pending'
  AND (o.valid_to >= ${today} OR o.valid_to >= ${today} - ${DAYS_TO_PAY_LATE}
       AND EXISTS (SELECT FROM package_purchases g WHERE g.order_id = o.id))`

/** Selects what `askedFound` returns, for a person as payer or rider if one is given. `today` and `person` are SQL. */
export function askedOrderLists(today: string, person?: string) {
  const ofPerson = person
    ? `(o.user_id = ${person} OR o.id IN (SELECT i.order_id FROM order_items i WHERE i.rider_id = ${person}))`
    : 'true'
  return {
    waiting: askedRows(`${isWaiting(today)} AND ${ofPerson}`),
    paid: askedRows(
      `o.status = 'paid' AND o.paid_at >= (${today} - ${DAYS_SHOWN})::timestamp AT TIME ZONE 'UTC' AND ${ofPerson}`,
      'o.paid_at DESC, o.id DESC',
    ),
  }
}
const ASKED = listStatement(askedOrderLists('$1::date'))
const ONE_ASKED = listStatement({ asked: askedRows('o.id = $1') })

const toAsked = ({ payer, items, askedAt, ...row }: AskedRow): AskedOrder => ({
  ...row,
  askedAt: new Date(askedAt),
  name: displayName(payer),
  what: [...new Set(items.map(({ riderId }) => riderId))].map((id) => {
    const theirs = items.filter(({ riderId }) => riderId === id)
    const things = theirs.map(({ name, quantity }) => lineName({ name, quantity })).join(', ')
    return id === row.userId ? things : `${theirs[0]?.firstName ?? ''}: ${things}`
  }),
})

export const askedFound = ({ waiting, paid }: RowsOf<typeof ASKED.lists>) => ({
  waiting: waiting.map(toAsked),
  paid: paid.map(toAsked),
})

/** Lists requests that wait for a payment at the school, oldest first, and those paid recently, newest first. */
export const listAsked = async () => askedFound(await queryLists(ASKED, [today()]))

const neverAsked = () => notFound(t('This was never asked for'))

/** Finds a request. @throws Refused 404 if there is none. */
export async function findAsked(id: number): Promise<AskedOrder> {
  const [row] = (await queryLists(ONE_ASKED, [id])).asked
  if (!row) throw neverAsked()
  return toAsked(row)
}

/** Selects how many are waiting, in one row. `today` is SQL. */
export const waitingAtSchool = (today: string) =>
  rowList<{ count: number }>(
    { count: bare('count') },
    `(SELECT count(*) AS count FROM orders o WHERE o.method_type = '${AT_SCHOOL}' AND ${isWaiting(today)}) x`,
  )

/** Selects what a family requested and has not paid yet, or was refused. `account` and `today` are SQL. */
export const askedLists = (account: string, today: LocalDate) => ({
  asked: rowList<{
    id: number
    what: string
    total: Cents
    from: LocalDate
    isDeclined: boolean
    reason: string | null
    riderIds: string
  }>(
    {
      id: bare('o.id'),
      what: text(
        `(SELECT string_agg(CASE WHEN i.quantity > 1 THEN i.name || ' × ' || i.quantity ELSE i.name END, ', ' ORDER BY i.id)
          FROM order_items i WHERE i.order_id = o.id)`,
      ),
      total: bare('(o.total * 100)::integer'),
      from: plain('o.valid_from'),
      isDeclined: bare(`o.status = 'canceled'`),
      reason: text(`substr(o.failure_message, ${DECLINED.length + 3})`),
      riderIds: text(`(SELECT string_agg(i.rider_id, ' ') FROM order_items i WHERE i.order_id = o.id)`),
    },
    `orders o WHERE o.user_id = ${account} AND o.method_type = '${AT_SCHOOL}' AND o.valid_to >= ${today}
       AND (o.status = 'pending' OR o.status = 'canceled' AND o.failure_message LIKE '${DECLINED}%')`,
    'o.id',
  ),
})

/** Returns what the family reads about a canceled order. */
export function whyEnded({ failureMessage }: Pick<Order, 'failureMessage'>): string {
  const declined = failureMessage?.match(new RegExp(`^(?:${DECLINED}|${READ})(?:: (.*))?$`, 's'))
  if (!declined) return t('You took this back. Please check and ask again.')
  const why = declined[1]?.replace(/[^.!?]$/, '$&.')
  return why
    ? t('The school declined this: {why} Please check and ask again.', { why })
    : t('The school declined this. Please check and ask again.')
}

/** Places the order, or returns the one that is waiting already. @throws Refused as `placeOrder`. */
export const requestPayment = (userId: string, purchase: OrderRequest): Promise<Order> =>
  placeOrder(userId, purchase, { today: today(), feeRate: 0, feeScope: 'all_cards' })

/** Locks an order with its payer and riders until the transaction ends. People are locked first, as everywhere. */
async function lockAsked(tx: Tx, id: number) {
  await tx.$queryRaw`
    SELECT u.id FROM users u WHERE u.id IN (
      SELECT user_id FROM orders WHERE id = ${id} UNION SELECT rider_id FROM order_items WHERE order_id = ${id}) ORDER BY u.id FOR UPDATE`
  await tx.$queryRaw`SELECT id FROM orders WHERE id = ${id} FOR UPDATE`
  const order = await tx.order.findFirst({
    where: { ...isAtSchool, id },
    include: { items: { orderBy: { riderId: 'asc' } }, recorded: true, grants: { select: { id: true }, take: 1 } },
  })
  if (!order) throw neverAsked()
  return { ...order, days: { validFrom: fromDbDate(order.validFrom), validTo: fromDbDate(order.validTo) } }
}

const changedSince = (status: string) =>
  new Refused(
    'already_done',
    t(status === 'paid' ? 'This payment was recorded already.' : 'This was already canceled or declined.'),
  )

/**
 * Records the payment of exactly what a family requested, a part for each rider, and grants it to them: all or nothing.
 * @throws Refused 409 if it is paid, canceled or declined by now, or its month is over.
 */
export const recordAsked = (actorId: string, id: number, { method, paidOn }: AskedPayment): Promise<void> =>
  withTx(async (tx) => {
    refuseDay(paidOn)
    const { status, userId, items, days, grants } = await lockAsked(tx, id)
    if (status !== 'pending') throw changedSince(status)
    if (isClosed({ ...days, granted: grants.length > 0 }, today())) {
      throw new Refused('order_closed', 'Its month is over. Please record the payment at the student’s page.')
    }
    const month = monthOf(days.validFrom)
    for (const riderId of new Set(items.map((item) => item.riderId))) {
      const theirs = items.filter((item) => item.riderId === riderId)
      const amount = theirs.reduce((sum, { unitPrice, quantity }) => sum + centsOf(unitPrice) * quantity, 0)
      if (!amount) continue
      const year = await lockYear(tx, riderId, yearOf(days.validFrom))
      await addPayment(tx, actorId, year, { amount, month, method, paidOn, orderId: id })
    }
    await grantOrder(tx, { orderId: id, stripePaymentIntentId: null, ...days }, 'active')
    await tx.order.update({ where: { id }, data: { status: 'paid', paidAt: now() } })
    await audit(tx, { actorId, action: 'order.record', entity: 'student', entityId: userId, detail: { order: id } })
  })

const ASKED_AGAIN: Refusals = {
  orders_wait_once: () => new Refused('order_waits', 'The family asked for the same again. Decline that order first.'),
}

/** Undoes the recorded payment of an order, and its grant: it is waiting again. @throws Refused 409 if it is not paid. */
export const undoAsked = (actorId: string, id: number): Promise<void> =>
  translateViolations(ASKED_AGAIN, () => withTx((tx) => undo(tx, actorId, id)))

async function undo(tx: Tx, actorId: string, id: number): Promise<void> {
  const { status, userId, recorded } = await lockAsked(tx, id)
  if (status !== 'paid') throw new Refused('already_done', 'This payment was already undone.')
  for (const payment of recorded) await takeBack(tx, actorId, payment.id)
  await setGrantStatus(tx, { orderId: id }, 'withdrawn')
  await tx.order.update({ where: { id }, data: { status: 'pending', paidAt: null } })
  await audit(tx, {
    actorId,
    action: 'order.record-undo',
    entity: 'student',
    entityId: userId,
    detail: { order: id },
  })
}

/** @throws Refused 409 if it is paid or ended by now. */
export const declineAsked = (actorId: string, id: number, { reason }: Declined): Promise<void> =>
  withTx(async (tx) => {
    const { status, userId } = await lockAsked(tx, id)
    if (status !== 'pending') throw changedSince(status)
    await tx.order.update({
      where: { id },
      data: { status: 'canceled', failureMessage: reason ? `${DECLINED}: ${reason}` : DECLINED },
    })
    await audit(tx, { actorId, action: 'order.decline', entity: 'student', entityId: userId, detail: { order: id } })
  })

/** Cancels what the family requested, or hides a refusal that it has read. @throws Refused 404 if it is not theirs, 409 once it is paid. */
export const takeBackAsked = (userId: string, id: number): Promise<void> =>
  withTx(async (tx) => {
    const asked = await lockAsked(tx, id)
    if (asked.userId !== userId) throw neverAsked()
    if (asked.status === 'paid') throw changedSince('paid')
    const failureMessage = asked.failureMessage?.replace(new RegExp(`^${DECLINED}`), READ) ?? null
    await tx.order.update({ where: { id }, data: { status: 'canceled', failureMessage } })
  })

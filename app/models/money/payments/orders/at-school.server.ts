import { t } from '#text'
import type { Prisma } from '~/generated/prisma/client'
import { grantOrder, setGrantStatus } from '~/models/money/payments/grant.server'
import { lockYear } from '~/models/money/payments/offline/offline-payment.server'
import type { AskedPayment, Declined } from '~/models/money/payments/offline/record-payment.schema'
import { addPayment, refuseDay, takeBack } from '~/models/money/payments/offline/record-payment.server'
import { type Order, type OrderRequest, placeOrder } from '~/models/money/payments/order.server'
import { DAYS_TO_PAY_LATE, isClosed } from '~/models/money/payments/order-end'
import { AT_SCHOOL, lineName } from '~/models/money/payments/pricing'
import { displayName } from '~/models/vocabulary/user'
import { audit } from '~/platform/audit.server'
import { now, today } from '~/platform/clock.server'
import { prisma } from '~/platform/db.server'
import { notFound, Refused } from '~/platform/refused'
import { bare, plain, rowList, text } from '~/platform/row-lists.server'
import { type Tx, withTx } from '~/platform/tx.server'
import { type Refusals, translateViolations } from '~/platform/violation.server'
import { paymentProvider } from '~/services/stripe/stripe.server'
import { addDays, fromDbDate, type LocalDate, monthOf, toDbDate, yearOf } from '~/utils/dates'
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

const askedSelect = {
  id: true,
  userId: true,
  total: true,
  validFrom: true,
  createdAt: true,
  status: true,
  user: { select: { firstName: true, lastName: true, email: true } },
  items: {
    select: { riderId: true, name: true, quantity: true, rider: { select: { firstName: true } } },
    orderBy: { id: 'asc' },
  },
} satisfies Prisma.OrderSelect

function toAsked({
  user,
  items,
  total,
  validFrom,
  createdAt,
  status,
  ...row
}: Prisma.OrderGetPayload<{ select: typeof askedSelect }>): AskedOrder {
  const riders = [...new Set(items.map(({ riderId }) => riderId))]
  return {
    ...row,
    name: displayName(user),
    what: riders.map((id) => {
      const theirs = items.filter(({ riderId }) => riderId === id)
      const things = theirs.map(({ name, quantity }) => lineName({ name, quantity })).join(', ')
      return id === row.userId ? things : `${theirs[0]?.rider.firstName ?? ''}: ${things}`
    }),
    total: centsOf(total),
    from: fromDbDate(validFrom),
    askedAt: createdAt,
    isPaid: status === 'paid',
  }
}

const ofPerson = (id: string | undefined): Prisma.OrderWhereInput =>
  id ? { OR: [{ userId: id }, { items: { some: { riderId: id } } }] } : {}

/**
 * Lists requests that wait for a payment at the school, oldest first, and those paid recently, newest first; for a
 * person, as payer or rider.
 */
export async function listAsked(personId?: string): Promise<{ waiting: AskedOrder[]; paid: AskedOrder[] }> {
  const [waiting, paid] = await Promise.all([
    prisma.order.findMany({
      where: {
        ...isAtSchool,
        status: 'pending',
        AND: [
          ofPerson(personId),
          {
            OR: [
              { validTo: { gte: toDbDate(today()) } },
              // Recorded and undone: it can still be recorded correctly.
              { validTo: { gte: toDbDate(addDays(today(), -DAYS_TO_PAY_LATE)) }, grants: { some: {} } },
            ],
          },
        ],
      },
      orderBy: { id: 'asc' },
      select: askedSelect,
    }),
    prisma.order.findMany({
      where: {
        ...isAtSchool,
        ...ofPerson(personId),
        status: 'paid',
        paidAt: { gte: toDbDate(addDays(today(), -DAYS_SHOWN)) },
      },
      orderBy: [{ paidAt: 'desc' }, { id: 'desc' }],
      select: askedSelect,
    }),
  ])
  return { waiting: waiting.map(toAsked), paid: paid.map(toAsked) }
}

const neverAsked = () => notFound(t('This was never asked for'))

/** Finds a request. @throws Refused 404 if there is none. */
export async function findAsked(id: number): Promise<AskedOrder> {
  const row = await prisma.order.findFirst({ where: { ...isAtSchool, id }, select: askedSelect })
  if (!row) throw neverAsked()
  return toAsked(row)
}

/** Selects how many are waiting, in one row. `today` is SQL. */
export const waitingAtSchool = (today: LocalDate) =>
  rowList<{ count: number }>(
    { count: bare('count') },
    `(SELECT count(*) AS count FROM orders WHERE method_type = '${AT_SCHOOL}' AND status = 'pending'
      AND (valid_to >= ${today} OR valid_to >= ${today} - ${DAYS_TO_PAY_LATE}
           AND EXISTS (SELECT FROM package_purchases g WHERE g.order_id = orders.id))) x`,
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

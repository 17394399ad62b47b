import { createHash, randomBytes } from 'node:crypto'
import { t } from '#text'
import type { Prisma } from '~/generated/prisma/client'
import type { StartMonth } from '~/models/money/catalog/order-choice'
import { linesOfRiders, type OrderKind, snapshotLines } from '~/models/money/payments/orders/order-lines.server'
import { lockBuyer } from '~/models/people/accounts/buyer.server'
import type { BasisPoints, FeeScope, MethodType } from '~/models/vocabulary/fee'
import { requireWaivers } from '~/models/waivers/rule.server'
import { now } from '~/platform/clock.server'
import { prisma } from '~/platform/db.server'
import { limitTries } from '~/platform/rate-limit.server'
import { Refused } from '~/platform/refused'
import { type Tx, withTx } from '~/platform/tx.server'
import { addMonths, fromDbDate, type LocalDate, monthEnd, monthStart, toDbDate } from '~/utils/dates'
import { type Cents, centsOf, decimalOf, formatCents } from '~/utils/money'
import type { FirstOfMonth, Purchase, PurchaseLine } from './order.schema'
import { AT_SCHOOL, type OrderMethod, priceOf } from './pricing'

export type OrderStatus = 'pending' | 'processing' | 'paid' | 'failed' | 'canceled' | 'refunded'

/** Whether nothing is left to pay: the order is paid, pending, or paid and returned. */
export const isPaying = ({ status }: { status: OrderStatus }): boolean =>
  status === 'paid' || status === 'processing' || status === 'refunded'

/** Returns the provider's payment method of an order. @throws Refused 409 for one that is paid at the school. */
export function providerMethod({ methodType }: { methodType: OrderMethod }): MethodType {
  if (methodType !== AT_SCHOOL) return methodType
  throw new Refused('paid_at_school', t('This is paid at the school.'))
}

/** The statuses of an order that something is left to pay of, or that could be opened again. */
export const UNPAID: OrderStatus[] = ['pending', 'failed', 'canceled']

/** Identifies one rendering of a purchase form, and when that was, so that a second click on it is recognized. */
export const newNonce = (): string => `at-${now().getTime().toString(36)}-${randomBytes(18).toString('base64url')}`

/** Returns when the form of an order was made; of an order without a form of ours, when it was placed. */
const shownAt = ({ nonce, createdAt }: Pick<Order, 'nonce' | 'createdAt'>): Date => {
  const [, at] = /^at-([0-9a-z]{8,9})-/.exec(nonce) ?? []
  return at ? new Date(Number.parseInt(at, 36)) : createdAt
}

const orderSelect = {
  id: true,
  userId: true,
  nonce: true,
  createdAt: true,
  kind: true,
  status: true,
  methodType: true,
  subtotal: true,
  fee: true,
  feeRate: true,
  feeScope: true,
  cardFeeRate: true,
  total: true,
  currency: true,
  validFrom: true,
  validTo: true,
  attempt: true,
  stripePaymentIntentId: true,
  stripeCheckoutSessionId: true,
  failureMessage: true,
  grants: { select: { id: true }, take: 1 },
  items: {
    select: {
      riderId: true,
      name: true,
      quantity: true,
      unitPrice: true,
      type: true,
      packageId: true,
      addOnId: true,
      paymentType: true,
      rider: { select: { erasedAt: true } },
    },
    orderBy: { id: 'asc' },
  },
} satisfies Prisma.OrderSelect

type OrderRow = Prisma.OrderGetPayload<{ select: typeof orderSelect }>

/** Amounts in cents, days in the school's zone. */
export type Order = Omit<
  OrderRow,
  'subtotal' | 'fee' | 'total' | 'items' | 'validFrom' | 'validTo' | 'status' | 'methodType' | 'feeScope' | 'grants'
> & {
  /** Whether its lessons were granted, perhaps to be withdrawn later. */
  granted: boolean
  /** Whether one of its riders was erased since. */
  forErased: boolean
  status: OrderStatus
  methodType: OrderMethod
  feeScope: FeeScope
  subtotal: Cents
  fee: Cents
  total: Cents
  validFrom: LocalDate
  validTo: LocalDate
  items: {
    riderId: string
    name: string
    quantity: number
    unitPrice: Cents
    type: string
    packageId: number | null
    addOnId: number | null
    /** Whether it is paid once: in a subscription's order, only with its first month. */
    paymentType: string
  }[]
}

const toOrder = ({ grants, ...row }: OrderRow): Order => ({
  ...row,
  granted: grants.length > 0,
  forErased: row.items.some(({ rider }) => rider.erasedAt !== null),
  status: row.status as OrderStatus,
  methodType: row.methodType as OrderMethod,
  feeScope: row.feeScope as FeeScope,
  subtotal: centsOf(row.subtotal),
  fee: centsOf(row.fee),
  total: centsOf(row.total),
  validFrom: fromDbDate(row.validFrom),
  validTo: fromDbDate(row.validTo),
  items: row.items.map(({ rider: _, ...item }) => ({ ...item, unitPrice: centsOf(item.unitPrice) })),
})

/** Returns the days from today to the end of this month, or the whole of a later month. */
function validityOf(
  startMonth: OrderRequest['startMonth'],
  today: LocalDate,
): { validFrom: LocalDate; validTo: LocalDate } {
  const validFrom = startMonth === 'this-month' ? today : firstDayOf(startMonth, today)
  return { validFrom, validTo: monthEnd(validFrom) }
}

const firstDayOf = (startMonth: OrderRequest['startMonth'], today: LocalDate): LocalDate => {
  if (startMonth === 'this-month') return monthStart(today)
  return startMonth === 'next-month' ? addMonths(monthStart(today), 1) : startMonth
}

export type OrderRequest = Omit<Purchase, 'startDate'> & { startMonth: StartMonth | FirstOfMonth }

/** Returns the key of a form's submission: a second click has the same, a changed choice another. */
const nonceOf = (userId: string, { nonce, items, startMonth, method }: OrderRequest, kind: OrderKind) => {
  const often = (line: PurchaseLine) => (kind === 'subscription' && line.paymentType === 'one-time' ? 'once' : '')
  const whom = ({ riderId = userId }: PurchaseLine) => (riderId === userId ? '' : `@${riderId}`)
  const lines = items.map((line) => `${line.type}${line.id}x${line.quantity}${often(line)}${whom(line)}`).sort()
  const digest = createHash('sha256').update(JSON.stringify([lines, startMonth, method, kind]))
  return `${nonce}:${digest.digest('base64url').slice(0, 16)}`
}

/** The most orders per hour: each is an object at the provider, and thousands of one family would slow it down for everyone. */
const ORDERS = { max: 30, seconds: 60 * 60 }

/**
 * Places an order, priced from the catalog, before the provider is called: for one rider of the family or several. The same form
 * sent twice, even at the same time, gives the same order.
 * @throws Refused `waiver_missing` if the school asks for a signature first; 404 for a rider of another family; what `linesOfRiders` and `findWaiting` refuse; if an item is not for sale, or not every month, or the total is below what a card can be charged; 409 for an account that is closed; 429 after 30 an hour.
 */
export async function placeOrder(
  userId: string,
  purchase: OrderRequest,
  context: { today: LocalDate; feeRate: BasisPoints; feeScope: FeeScope; kind?: OrderKind },
): Promise<Order> {
  const { kind = 'one_time' } = context
  const nonce = nonceOf(userId, purchase, kind)
  const isNew = (await prisma.order.count({ where: { userId, nonce } })) === 0
  if (isNew) await limitTries(`order:${userId}`, ORDERS)
  return withTx(async (tx) => {
    // Two clicks of one form wait for each other here.
    await lockBuyer(tx, userId)
    const placed = await tx.order.findUnique({ where: { userId_nonce: { userId, nonce } }, select: orderSelect })
    if (placed) return toOrder(placed)
    const wished = await linesOfRiders(tx, userId, purchase.items, kind)
    await requireWaivers(
      wished.map(({ riderId }) => riderId),
      tx,
    )
    const lines = await snapshotLines(tx, wished, kind)
    const { validFrom, validTo } = validityOf(purchase.startMonth, context.today)
    if (purchase.method === AT_SCHOOL) {
      const waiting = await findWaiting(tx, userId, lines, validTo)
      if (waiting) return toOrder(waiting)
    }
    const price = priceOf(lines, purchase.method, context.feeRate)
    // The provider's minimum.
    const least = purchase.method === AT_SCHOOL ? 1 : 50
    if (price.total < least)
      throw new Refused(
        'amount_out_of_range',
        t('The smallest payment is {amount}.', { amount: formatCents(least) }),
        'items',
      )
    const created = await tx.order.create({
      data: {
        userId,
        nonce,
        kind,
        methodType: purchase.method,
        subtotal: decimalOf(price.subtotal),
        fee: decimalOf(price.convenienceFee),
        feeRate: price.convenienceFee ? context.feeRate : 0,
        feeScope: context.feeScope,
        cardFeeRate: purchase.method === 'card' ? context.feeRate : 0,
        total: decimalOf(price.total),
        validFrom: toDbDate(validFrom),
        validTo: toDbDate(validTo),
        items: {
          create: lines.map((line) => ({ ...line, unitPrice: decimalOf(line.unitPrice) })),
        },
      },
      select: orderSelect,
    })
    return toOrder(created)
  })
}

interface Line {
  riderId: string
  quantity: number
  packageId?: number | null
  addOnId?: number | null
}

interface WaitingLine extends Line {
  name: string
}

const thing = ({ riderId, packageId, addOnId }: Line) => `${riderId} ${packageId ?? ''} ${addOnId ?? ''}`
const linesOf = (items: readonly Line[]) => String(items.map((line) => `${thing(line)} ${line.quantity}`).sort())

/** Whether two orders are for the same things for the same riders. */
const isSameList = (one: readonly Line[], other: readonly Line[]) => linesOf(one) === linesOf(other)

/**
 * Returns an order of exactly these lines that is waiting for its payment at the school; the payer is locked.
 * @throws Refused 409 if one of the packages is waiting in another combination.
 */
async function findWaiting(
  tx: Tx,
  userId: string,
  lines: WaitingLine[],
  validTo: LocalDate,
): Promise<OrderRow | undefined> {
  const waiting = await tx.order.findMany({
    where: { userId, methodType: AT_SCHOOL, status: 'pending', validTo: toDbDate(validTo) },
    select: orderSelect,
  })
  const same = waiting.find(({ items }) => isSameList(items, lines))
  const isAsked = (line: WaitingLine) =>
    waiting.some(({ items }) => items.some((item) => item.packageId !== null && thing(item) === thing(line)))
  const twice = same ? undefined : lines.find(isAsked)
  if (!twice) return same
  throw new Refused(
    'order_waits',
    t('You asked for {name} already, and it waits to be paid. Take that back to ask for something else.', {
      name: twice.name,
    }),
    'items',
  )
}

export async function findOwnOrder(
  userId: string,
  by: { stripePaymentIntentId: string } | { stripeCheckoutSessionId: string } | { id: number },
): Promise<Order | null> {
  const row = await prisma.order.findFirst({ where: { ...by, userId }, select: orderSelect })
  return row && toOrder(row)
}

/** Finds any order, for jobs and webhooks. */
export async function findOrder(id: number): Promise<Order | null> {
  const row = await prisma.order.findUnique({ where: { id }, select: orderSelect })
  return row && toOrder(row)
}

/**
 * Finds the payer's other orders of the same things for the same month, to be paid once and online: `open` ones that can
 * still be paid, and one that was `paid`, or is on its way, since the form of this order was made, which did not show it.
 * An order whose lessons were granted and whose payment failed is a debt, not another order of the same.
 */
export async function findDuplicates(order: Order): Promise<{ open: Order[]; paid: Order | undefined }> {
  const since = shownAt(order)
  const rows = await prisma.order.findMany({
    where: {
      userId: order.userId,
      kind: 'one_time',
      id: { not: order.id },
      validTo: toDbDate(order.validTo),
      methodType: { not: AT_SCHOOL },
      OR: [
        { status: { in: ['pending', 'failed'] }, grants: { none: {} } },
        { status: 'paid', paidAt: { gt: since } },
        { status: 'processing', updatedAt: { gt: since } },
      ],
    },
    orderBy: { id: 'asc' },
    select: orderSelect,
  })
  const others = rows.map(toOrder).filter(({ items }) => isSameList(items, order.items))
  return { open: others.filter((one) => !isPaying(one)), paid: others.find(isPaying) }
}

/** Finds orders whose payment can still be made or fail, unchanged since `before`. None is left out. */
export async function openOrders(before: Date): Promise<Order[]> {
  const rows = await prisma.order.findMany({
    where: {
      status: { in: ['pending', 'processing', 'failed'] },
      updatedAt: { lt: before },
      OR: [{ stripePaymentIntentId: { not: null } }, { stripeCheckoutSessionId: { not: null } }],
    },
    orderBy: { id: 'asc' },
    select: orderSelect,
  })
  return rows.map(toOrder)
}

/**
 * Changes an order if it is in the same attempt as when it was read, and not paid. Returns false if not: another window has
 * gone on, or it was paid in another way, and what was opened for it has to be closed again.
 */
export async function changeUnpaid(
  { id, attempt }: Pick<Order, 'id' | 'attempt'>,
  data: Prisma.OrderUncheckedUpdateManyInput,
  also: Prisma.OrderWhereInput = {},
): Promise<boolean> {
  const { count } = await prisma.order.updateMany({ where: { ...also, id, attempt, status: { in: UNPAID } }, data })
  return count > 0
}

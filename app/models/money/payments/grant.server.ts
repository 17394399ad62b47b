import { contentsAsSold, type SoldContents, soldContents } from '~/models/vocabulary/catalog'
import { GRANTED_STATUSES, type GrantStatus, isGranted } from '~/models/vocabulary/grant'
import { prisma } from '~/platform/db.server'
import type { Tx } from '~/platform/tx.server'
import { type LocalDate, toDbDate } from '~/utils/dates'
import { settleMakeupsOfGrant } from './makeups-of-grant.server'

interface SoldPackage extends SoldContents {
  packageId: number | null
  quantity: number
}

interface SoldAddOn {
  addOnId: number
  quantity: number
  credit: string
}

interface Grant {
  userId: string
  sold: SoldPackage | null
  addOns: SoldAddOn[]
  status: GrantStatus
  validFrom: Date
  validTo: Date
}

function grantData({ userId, sold, addOns, status, validFrom, validTo }: Grant) {
  const times = (per: number | undefined) => (per ?? 0) * (sold?.quantity ?? 0)
  return {
    userId,
    packageId: sold?.packageId ?? null,
    quantity: sold?.quantity ?? 1,
    status,
    lessons: times(sold?.lessons),
    privateLessons: times(sold?.privateLessons),
    makeupLessons: times(sold?.makeupLessons),
    hacks: times(sold?.hacks),
    validFrom,
    validTo,
    addOns: { create: addOns.map((addOn) => ({ ...addOn, userId, status, expiryDate: validTo })) },
  }
}

/** What a grant is for: there is one for each rider. */
type GrantKey = { orderId: number } | { stripeInvoiceId: string } | { stripePaymentIntentId: string }

export interface GrantOptions {
  /** Whether the order was granted before, or its month is over. */
  again?: boolean
  /** The riders whose part of the payment was refunded. */
  refunded?: readonly string[]
}

interface OrderGrant extends GrantOptions {
  orderId: number
  /** The payment; null for one made at the school. */
  stripePaymentIntentId: string | null
  validFrom: LocalDate
  validTo: LocalDate
}

/**
 * Grants an order once to each rider of its lines: order and rider are the key. With `again` the key is payment and
 * rider, for an order that was paid and granted before. A second call only changes the status.
 */
export async function grantOrder(
  tx: Tx,
  { orderId, stripePaymentIntentId, again = false, refunded = [], validFrom, validTo }: OrderGrant,
  status: GrantStatus,
): Promise<void> {
  const granted = await setGrantStatus(
    tx,
    again && stripePaymentIntentId ? { stripePaymentIntentId } : { orderId },
    status,
    refunded,
  )
  // The payment may come from another attempt than the one that failed.
  if (granted.length && !again) {
    await tx.grant.updateMany({ where: { orderId, NOT: { stripePaymentIntentId } }, data: { stripePaymentIntentId } })
  }
  if (!isGranted(status)) return
  const order = await tx.order.findUniqueOrThrow({
    where: { id: orderId },
    include: { items: { include: { addOn: { select: { type: true } } } } },
  })
  const riders = new Set(order.items.map(({ riderId }) => riderId))
  for (const userId of [...riders].filter((id) => !granted.includes(id))) {
    const theirs = order.items.filter(({ riderId }) => riderId === userId)
    const [sold = null, ...more] = theirs.filter((item) => item.type === 'package')
    // All lines or none: a grant without one of them would be a month that was paid and not given.
    if (more.length) throw new Error(`order ${orderId} has ${more.length + 1} packages for rider ${userId}`)
    const addOns = theirs.filter((item) => item.type === 'addon')
    const { id } = await tx.grant.create({
      data: {
        orderId: again ? null : orderId,
        stripePaymentIntentId,
        ...grantData({
          userId,
          sold,
          addOns: addOns.map((item) => ({ addOnId: item.addOnId!, quantity: item.quantity, credit: item.addOn!.type })),
          status: statusFor(userId, status, refunded),
          validFrom: toDbDate(validFrom),
          validTo: toDbDate(validTo),
        }),
      },
      select: { id: true },
    })
    await settleMakeupsOfGrant(tx, id)
  }
}

interface InvoiceGrant {
  stripeInvoiceId: string
  /** Null for a month that the office granted though its subscription is not in the books. */
  subscriptionId: number | null
  userId: string
  status: GrantStatus
  items: { type: 'package' | 'addon'; id: number; quantity: number }[]
  validFrom: LocalDate
  validTo: LocalDate
}

/**
 * Grants a month of a subscription. The invoice is the key: a later call only changes the status, and withdraws nothing
 * that was never granted. An invoice without lines of ours, such as a late fee, grants nothing.
 */
export async function grantInvoice(tx: Tx, grant: InvoiceGrant): Promise<void> {
  const { stripeInvoiceId, subscriptionId, userId, status, items } = grant
  if ((await setGrantStatus(tx, { stripeInvoiceId }, status)).length) return
  if (!isGranted(status) || !items.length) return
  const idsOf = (type: string) => items.filter((item) => item.type === type).map(({ id }) => id)
  const [sold, ...more] = await tx.package.findMany({ where: { id: { in: idsOf('package') } } })
  if (more.length) throw new Error(`invoice ${stripeInvoiceId} has ${more.length + 1} packages`)
  const subscription =
    subscriptionId &&
    (await tx.subscription.findUnique({
      where: { id: subscriptionId },
      select: { packageId: true, ...soldContents },
    }))
  const addOns = await tx.addOn.findMany({ where: { id: { in: idsOf('addon') } }, select: { id: true, type: true } })
  const quantityOf = (type: string, id: number) =>
    items.find((item) => item.type === type && item.id === id)?.quantity ?? 1
  const { id } = await tx.grant.create({
    data: {
      stripeInvoiceId,
      subscriptionId,
      ...grantData({
        userId,
        sold: sold
          ? {
              packageId: sold.id,
              quantity: quantityOf('package', sold.id),
              // If the family has changed its package since, only the catalog knows the contents.
              ...(subscription && subscription.packageId === sold.id ? contentsOf(subscription) : contentsAsSold(sold)),
            }
          : null,
        addOns: addOns.map(({ id, type }) => ({ addOnId: id, quantity: quantityOf('addon', id), credit: type })),
        status,
        validFrom: toDbDate(grant.validFrom),
        validTo: toDbDate(grant.validTo),
      }),
    },
    select: { id: true },
  })
  await settleMakeupsOfGrant(tx, id)
}

const contentsOf = ({ packageId, ...contents }: SoldContents & { packageId: number | null }) => contents

const statusFor = (riderId: string, status: GrantStatus, refunded: readonly string[]): GrantStatus =>
  isGranted(status) && refunded.includes(riderId) ? 'refunded' : status

/**
 * Changes the status of a grant, along with the makeups of its absences. Rides already taken stay, as over-use.
 * `refunded` are riders whose part was refunded. Returns the riders who have such a grant.
 */
export async function setGrantStatus(
  tx: Tx,
  key: GrantKey,
  status: GrantStatus,
  refunded: readonly string[] = [],
): Promise<string[]> {
  const grants = await tx.grant.findMany({ where: key, select: { id: true, userId: true, status: true } })
  for (const { id, userId, status: before } of grants) {
    const wanted = statusFor(userId, status, refunded)
    if (wanted === before) continue
    await tx.grant.update({ where: { id }, data: { status: wanted }, select: { id: true } })
    await tx.userAddOn.updateMany({ where: { grantId: id }, data: { status: wanted } })
    await settleMakeupsOfGrant(tx, id)
  }
  return grants.map(({ userId }) => userId)
}

export async function currentPackageName(userId: string, day: LocalDate): Promise<string | null> {
  const grant = await prisma.grant.findFirst({
    where: {
      userId,
      packageId: { not: null },
      status: { in: GRANTED_STATUSES },
      validFrom: { lte: toDbDate(day) },
      validTo: { gte: toDbDate(day) },
    },
    orderBy: { validFrom: 'desc' },
    select: { package: { select: { name: true } } },
  })
  return grant?.package?.name ?? null
}

import { contentsAsSold, type SoldContents, soldContents } from '~/models/catalog/catalog'
import { prisma } from '~/platform/db.server'
import type { Tx } from '~/platform/tx.server'
import { type LocalDate, toDbDate } from '~/utils/dates'
import { GRANTED_STATUSES, type GrantStatus } from './grant'

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

/** Grants an order once: it is the unique key. A second call only changes the status. */
export async function grantOrder(tx: Tx, orderId: number, status: 'active' | 'clearing'): Promise<void> {
  const existing = await tx.grant.findUnique({ where: { orderId }, select: { id: true } })
  if (existing) return setGrantStatus(tx, existing.id, status)
  const order = await tx.order.findUniqueOrThrow({
    where: { id: orderId },
    include: { items: { include: { addOn: { select: { type: true } } } } },
  })
  const addOns = order.items.filter((item) => item.type === 'addon')
  await tx.grant.create({
    data: {
      orderId,
      stripePaymentIntentId: order.stripePaymentIntentId,
      ...grantData({
        userId: order.userId,
        sold: order.items.find((item) => item.type === 'package') ?? null,
        addOns: addOns.map((item) => ({ addOnId: item.addOnId!, quantity: item.quantity, credit: item.addOn!.type })),
        status,
        validFrom: order.validFrom,
        validTo: order.validTo,
      }),
    },
  })
}

export interface InvoiceGrant {
  stripeInvoiceId: string
  subscriptionId: number
  userId: string
  status: GrantStatus
  items: { type: 'package' | 'addon'; id: number; quantity: number }[]
  validFrom: LocalDate
  validTo: LocalDate
}

/** The invoice is the key: a later call only changes the status, and withdraws nothing that was never granted. */
export async function grantInvoice(tx: Tx, grant: InvoiceGrant): Promise<void> {
  const { stripeInvoiceId, subscriptionId, userId, status, items } = grant
  const existing = await tx.grant.findUnique({ where: { stripeInvoiceId }, select: { id: true } })
  if (existing) return setGrantStatus(tx, existing.id, status)
  if (status !== 'active' && status !== 'clearing') return
  const idsOf = (type: string) => items.filter((item) => item.type === type).map(({ id }) => id)
  const [sold] = await tx.package.findMany({ where: { id: { in: idsOf('package') } } })
  const { packageId, ...contents } = await tx.subscription.findUniqueOrThrow({
    where: { id: subscriptionId },
    select: { packageId: true, ...soldContents },
  })
  const addOns = await tx.addOn.findMany({ where: { id: { in: idsOf('addon') } }, select: { id: true, type: true } })
  const quantityOf = (type: string, id: number) =>
    items.find((item) => item.type === type && item.id === id)?.quantity ?? 1
  await tx.grant.create({
    data: {
      stripeInvoiceId,
      subscriptionId,
      ...grantData({
        userId,
        sold: sold
          ? {
              packageId: sold.id,
              quantity: quantityOf('package', sold.id),
              // Of a package that the family has left by now, only the catalog knows the contents.
              ...(packageId === sold.id ? contents : contentsAsSold(sold)),
            }
          : null,
        addOns: addOns.map(({ id, type }) => ({ addOnId: id, quantity: quantityOf('addon', id), credit: type })),
        status,
        validFrom: toDbDate(grant.validFrom),
        validTo: toDbDate(grant.validTo),
      }),
    },
  })
}

/** Rides already taken stay, as over-use. */
export async function withdrawGrant(tx: Tx, orderId: number, status: 'withdrawn' | 'refunded'): Promise<void> {
  const existing = await tx.grant.findUnique({ where: { orderId }, select: { id: true } })
  if (existing) await setGrantStatus(tx, existing.id, status)
}

async function setGrantStatus(tx: Tx, id: number, status: GrantStatus): Promise<void> {
  await tx.grant.update({ where: { id }, data: { status } })
  await tx.userAddOn.updateMany({ where: { grantId: id }, data: { status } })
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

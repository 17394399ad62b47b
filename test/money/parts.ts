import type Stripe from 'stripe'
import { readLines } from '~/models/money/payments/payment-transaction.server'
import { markedOrder, orderNumber } from '~/models/money/payments/provider/our-mark.server'
import { prisma } from '~/platform/db.server'
import { centsOf } from '~/utils/money'
import type { World } from './world'

// Checks of partial payments, erased families, and donations.

type Lines = Parameters<typeof readLines>[0]

/** Returns the line positions in refunds that did not fail, as the provider has them. */
const placesBack = (refunds: readonly Stripe.Refund[]) =>
  new Set(
    refunds
      .filter(({ status, metadata }) => status !== 'failed' && status !== 'canceled' && metadata?.lines)
      .flatMap(({ metadata }) => String(metadata?.lines).split(',').map(Number)),
  )

/** Returns the riders whose lines, all that cost something, were refunded. */
export function refundedRiders(stored: Lines, refunds: readonly Stripe.Refund[]): (string | null)[] {
  const back = placesBack(refunds)
  const lines = readLines(stored)
  const riders = new Set(lines.map(({ riderId }) => riderId ?? null))
  return [...riders].filter((rider) => {
    const theirs = lines.flatMap(({ riderId, amount }, place) =>
      (riderId ?? null) === rider && amount > 0 ? [place] : [],
    )
    return theirs.length > 0 && theirs.every((place) => back.has(place))
  })
}

/** Checks that a refund by line is booked to those lines and to no other, and takes at most its share of the fee, rounded up. */
export async function wrongLines(
  taken: readonly { intent: Stripe.PaymentIntent; refunds: readonly Stripe.Refund[] }[],
): Promise<string[]> {
  const wrong: string[] = []
  for (const { intent, refunds } of taken) {
    const row = await prisma.paymentTransaction.findUnique({ where: { stripePaymentIntentId: intent.id } })
    if (!row) continue
    const lines = readLines(row.lines)
    // Of a purchase that a restore removed, the books have the sum alone.
    if (lines.length === 0 && row.orderId === null) continue
    const back = placesBack(refunds)
    for (const [place, line] of lines.entries()) {
      const expected = back.has(place) ? line.amount : 0
      if ((line.back ?? 0) !== expected)
        wrong.push(`${intent.id}: ${line.back ?? 0} of line ${place} is back in the books, ${expected} at the provider`)
    }
    const [fee, purchase] = [centsOf(row.fee), centsOf(row.amount) - centsOf(row.fee)]
    for (const { amount, metadata, status } of refunds) {
      if (!metadata?.lines || status === 'failed' || status === 'canceled') continue
      const part = metadata.lines.split(',').reduce((sum, place) => sum + (lines[Number(place)]?.amount ?? 0), 0)
      const share = amount - part
      if (share < 0 || share > Math.ceil((fee * part) / purchase))
        wrong.push(`${intent.id}: lines of ${part} went back with ${share} of a fee of ${fee} on ${purchase}`)
    }
  }
  return wrong
}

const PAYABLE = ['requires_payment_method', 'requires_confirmation', 'requires_action']

/** Checks that nothing of an erased family can be paid or is charged, and that the provider has deleted it. */
export async function wrongAfterErasing({ provider: { stripe }, accounts }: World): Promise<string[]> {
  const wrong: string[] = []
  const erased = await prisma.user.findMany({
    where: { id: { in: accounts }, erasedAt: { not: null } },
    select: { id: true, stripeCustomerId: true },
  })
  if (!erased.length) return wrong
  const ids = new Set(erased.map(({ id }) => id))
  for (const { id, stripeCustomerId } of erased) {
    if (stripeCustomerId) wrong.push(`${id} is erased, and customer ${stripeCustomerId} is not`)
  }
  for await (const { id, status, metadata } of stripe.paymentIntents.list({ limit: 100 })) {
    if (ids.has(metadata.userId ?? '') && PAYABLE.includes(status)) wrong.push(`${id} of an erased family is ${status}`)
  }
  for await (const { id, status, metadata } of stripe.subscriptions.list({ limit: 100 })) {
    if (ids.has(metadata.userId ?? '')) wrong.push(`${id} of an erased family is ${status}`)
  }
  return wrong
}

/** Checks that what is paid cannot be paid again, not even by a payment or a page that its order left behind. */
export async function wrongOpen({ provider: { stripe } }: World): Promise<string[]> {
  const wrong: string[] = []
  const settled = new Set(
    (await prisma.order.findMany({ where: { status: { in: ['paid', 'processing', 'refunded'] } } })).map(
      ({ id }) => id,
    ),
  )
  const isSettled = async (metadata: Stripe.Metadata | null) =>
    settled.has(orderNumber(await markedOrder(prisma, metadata)) ?? 0)
  for await (const { id, status, metadata } of stripe.paymentIntents.list({ limit: 100 })) {
    if (PAYABLE.includes(status) && (await isSettled(metadata))) wrong.push(`${id} of a paid order is ${status}`)
  }
  for await (const { id, metadata } of stripe.checkout.sessions.list({ status: 'open', limit: 100 })) {
    if (await isSettled(metadata)) wrong.push(`${id} of a paid order is open`)
  }
  return wrong
}

/** Checks that a credit pays for no more than was donated, and that what it paid for a refunded donation is the office's task. */
export async function wrongCredits({ donated }: World): Promise<string[]> {
  const wrong: string[] = []
  const credits = await prisma.donationCredit.findMany({
    include: { uses: { where: { undoneAt: null } }, donation: { select: { id: true, zeffyId: true } } },
  })
  for (const { uses, creditAmount, usedAmount, donation } of credits) {
    const gift = donated.find(({ id }) => id === donation.zeffyId)
    const used = uses.reduce((sum, { amount }) => sum + centsOf(amount), 0)
    const most = gift?.status === 'completed' ? gift.cents : used
    if (used !== centsOf(usedAmount))
      wrong.push(`credit of ${donation.zeffyId}: ${usedAmount} used, its months ${used}`)
    if (centsOf(creditAmount) !== most) wrong.push(`credit of ${donation.zeffyId} is ${creditAmount}, given ${most}`)
    if (used > most) wrong.push(`credit of ${donation.zeffyId} paid ${used} of ${most}`)
    const told = await prisma.paymentIssue.count({ where: { stripeId: `donation:${donation.id}` } })
    if (gift?.status === 'refunded' && used && !told) wrong.push(`${donation.zeffyId} went back, and nobody was told`)
  }
  return wrong
}

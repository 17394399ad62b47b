import { bankPaymentFailedEmail } from '~/emails/bank-payment-failed'
import { bankPaymentSubmittedEmail } from '~/emails/bank-payment-submitted'
import type { EmailContent, Letter } from '~/emails/layout'
import { officePaymentNoticeEmail } from '~/emails/office-payment-notice'
import { paymentRefundedEmail, refundFailedEmail } from '~/emails/payment-refunded'
import { receiptEmail } from '~/emails/receipt'
import { subscriptionPaymentFailedEmail } from '~/emails/subscription-payment-failed'
import { grantsWhileClearing } from '~/models/money/payments/bank-return.server'
import type { PaidLine } from '~/models/money/payments/payment-transaction'
import { type KnownPayment, refundedOf } from '~/models/money/payments/payment-transaction.server'
import { lineName } from '~/models/money/payments/pricing'
import { namedLines } from '~/models/people/families/line-riders.server'
import { findSchool, letterheadOf } from '~/models/school/school.server'
import { type BasisPoints, percentOf } from '~/models/vocabulary/fee'
import { addresseeOf, displayName } from '~/models/vocabulary/user'
import { getEnv } from '~/platform/env.server'
import type { Tx } from '~/platform/tx.server'
import type { LocalDate } from '~/utils/dates'
import type { Cents } from '~/utils/money'
import { paths } from '~/utils/paths'
import { queueEmail } from './email.server'
import { queueNotice } from './notices/queue-notice.server'

/** A payment's data for emails. Amounts are in cents; `lines` are whole lines without the fee. */
export interface PaymentFacts {
  userId: string
  intentId: string
  status: string
  /** Refunded by the school; money that a bank withdrew is not included. */
  refunded: Cents
  description: string
  lines: PaidLine[]
  fee: Cents
  feeRate: BasisPoints
  total: Cents
  /** The day of the charge, in the school's time zone. */
  paidOn: LocalDate
  paidWith: string | null
  reason: string | null
  validFrom: LocalDate
  validTo: LocalDate
  receiptUrl: string | null
  payPath: string
  /** Set if a subscription renewed automatically, so that nobody was looking at a screen. */
  renewal: { attempt: number; nextTry: LocalDate | null } | null
  /** The last successful refund, the lines that it names, and the last one that failed. */
  refund: { id: string; lines: PaidLine[] } | null
  failedRefund: string | null
}

/** Queues the emails about a changed payment in its transaction. Each occasion is sent once. */
export async function notifyPayment(tx: Tx, before: KnownPayment | null, payment: PaymentFacts): Promise<void> {
  const changed = before?.status !== payment.status
  const wasOnItsWay = before?.status === 'processing'
  const { renewal } = payment
  const more = payment.refunded - (before ? refundedOf(before) : 0)
  if (more > 0) await notifyRefund(tx, more, payment)
  if (more < 0 && payment.failedRefund) await notifyFailedRefund(tx, -more, payment)
  if (!changed && !renewal) return
  switch (payment.status) {
    case 'succeeded': {
      const lines = await namedLines(tx, payment.userId, payment.lines)
      // A failed refund makes the payment succeed again; the key prevents a second receipt.
      return toFamily(tx, payment, `receipt:${payment.intentId}`, (letter) =>
        receiptEmail({
          ...letter,
          ...payment,
          lines,
          subtotal: payment.total - payment.fee,
          feePercent: percentOf(payment.feeRate),
          portalUrl: address(paths.portal({ tab: 'payments' })),
        }),
      )
    }
    case 'processing': {
      const granted = await grantsWhileClearing(tx, payment.userId)
      const riders = await ridersOf(tx, payment)
      return toFamily(tx, payment, `bank-submitted:${payment.intentId}`, (letter) =>
        bankPaymentSubmittedEmail({ ...letter, ...payment, riders, granted, portalUrl: address(paths.portal()) }),
      )
    }
    case 'failed': {
      if (renewal) return notifyFailedRenewal(tx, payment, renewal)
      if (!wasOnItsWay) return
      const riders = await ridersOf(tx, payment)
      await notifyFailed(tx, payment, `bank-failed:${payment.intentId}`, (letter) =>
        bankPaymentFailedEmail({ ...letter, ...payment, riders, payUrl: address(payment.payPath) }),
      )
      return toOffice(tx, payment, 'failed', `failed:${payment.intentId}`)
    }
    case 'requires_action':
      // The provider tried to collect the month, and the bank wants the family's confirmation first.
      if (renewal && renewal.attempt > 0) await notifyFailedRenewal(tx, payment, renewal)
      return
    case 'disputed':
      return toOffice(tx, payment, 'disputed', `disputed:${payment.intentId}`)
    default:
  }
}

async function notifyRefund(tx: Tx, refunded: Cents, payment: PaymentFacts): Promise<void> {
  const { id = payment.refunded, lines = [] } = payment.refund ?? {}
  const ofLines = (await namedLines(tx, payment.userId, lines)).map(lineName).join(', ')
  const riders = ofLines ? [] : await ridersOf(tx, payment)
  await toFamily(tx, payment, `refund:${payment.intentId}:${id}`, (letter) =>
    paymentRefundedEmail({
      ...letter,
      ...payment,
      description: ofLines || payment.description,
      riders,
      refunded,
      refundedInAll: payment.refunded,
      portalUrl: address(paths.portal({ tab: 'payments' })),
    }),
  )
}

/** The family was notified that the refund is coming. */
async function notifyFailedRefund(tx: Tx, failed: Cents, payment: PaymentFacts): Promise<void> {
  const riders = await ridersOf(tx, payment)
  await toFamily(tx, payment, `refund-failed:${payment.intentId}:${payment.failedRefund ?? failed}`, (letter) =>
    refundFailedEmail({ ...letter, ...payment, riders, failed, portalUrl: address(paths.portal({ tab: 'payments' })) }),
  )
}

/** Returns the riders whom a payment is for, as far as they are to be named. */
async function ridersOf(tx: Tx, { userId, lines }: PaymentFacts): Promise<string[]> {
  const named = await namedLines(tx, userId, lines)
  return [...new Set(named.flatMap(({ rider }) => rider ?? []))]
}

async function notifyFailedRenewal(
  tx: Tx,
  payment: PaymentFacts,
  { attempt, nextTry }: NonNullable<PaymentFacts['renewal']>,
): Promise<void> {
  const riders = await ridersOf(tx, payment)
  const occasion = `month-failed:${payment.intentId}:${attempt}`
  await notifyFailed(tx, payment, occasion, (letter) =>
    subscriptionPaymentFailedEmail({
      ...letter,
      ...payment,
      riders,
      amount: payment.total,
      nextTry,
      fixUrl: address(payment.payPath),
    }),
  )
  await toOffice(tx, payment, 'subscription_failed', occasion)
}

const notifyFailed = (tx: Tx, { userId }: PaymentFacts, key: string, compose: (letter: Letter) => EmailContent) =>
  queueNotice(tx, { kind: 'payment-failed', riderIds: [userId], keyOf: () => key, compose })

const address = (path: string) => `${getEnv().appUrl}${path}`

/** Queues an email to the family: a rider under a guardian has no address, so the guardian gets it. */
async function toFamily(
  tx: Tx,
  { userId }: PaymentFacts,
  dedupeKey: string,
  compose: (letter: Letter) => EmailContent,
): Promise<void> {
  const user = await tx.user.findUniqueOrThrow({
    where: { id: userId },
    select: {
      id: true,
      email: true,
      firstName: true,
      parentName: true,
      language: true,
      guardian: { select: { id: true, email: true, firstName: true, parentName: true, language: true } },
    },
  })
  const reader = user.email ? user : user.guardian
  if (!reader?.email) return
  const content = compose({ ...letterheadOf(await findSchool(tx)), ...addresseeOf(reader) })
  await queueEmail(tx, { ...content, dedupeKey, to: reader.email, userId: reader.id })
}

async function toOffice(
  tx: Tx,
  payment: PaymentFacts,
  kind: 'failed' | 'disputed' | 'subscription_failed',
  occasion: string,
): Promise<void> {
  const student = await tx.user.findUniqueOrThrow({
    where: { id: payment.userId },
    select: { firstName: true, lastName: true, email: true },
  })
  const admins = await tx.user.findMany({ where: { role: 'admin', active: true }, select: { id: true, email: true } })
  const content = officePaymentNoticeEmail({
    ...payment,
    kind,
    ...letterheadOf(await findSchool(tx)),
    studentName: displayName({ ...student, email: null }),
    studentEmail: student.email,
    paymentsUrl: address(paths.payments({ student: payment.userId })),
  })
  for (const { id, email } of admins) {
    if (email) await queueEmail(tx, { ...content, dedupeKey: `office:${occasion}:${id}`, to: email })
  }
}

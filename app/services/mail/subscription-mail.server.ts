import { type BecameOf, subscriptionByOfficeEmail } from '~/emails/subscription-by-office'
import { subscriptionFeeAddedEmail } from '~/emails/subscription-fee-added'
import { findSchool, letterheadOf } from '~/models/school/school.server'
import { addresseeOf, displayName, type Greeted } from '~/models/vocabulary/user'
import { getEnv } from '~/platform/env.server'
import type { Tx } from '~/platform/tx.server'
import { addDays, fromDbDate, type LocalDate } from '~/utils/dates'
import type { Cents } from '~/utils/money'
import { paths } from '~/utils/paths'
import { queueEmail, queueEmails } from './email.server'

/** A subscription as it is stored now. Amounts are in cents a month. */
interface NewFee {
  id: number
  userId: string
  version: number
  packageId: number | null
  packagePrice: Cents
  addOns: { quantity: number; unitPrice: Cents }[]
  fee: Cents
  currentPeriodEnd: LocalDate
}

/** Notifies a family of a fee that no form has shown it, once per change, in the transaction that stores it. */
export async function notifyNewFee(tx: Tx, subscription: NewFee): Promise<void> {
  const reader = await readerOf(tx, subscription.userId)
  if (!reader?.email) return
  const sold = subscription.packageId && (await tx.package.findUnique({ where: { id: subscription.packageId } }))
  const addOns = subscription.addOns.reduce((sum, { quantity, unitPrice }) => sum + quantity * unitPrice, 0)
  const content = subscriptionFeeAddedEmail({
    ...letterheadOf(await findSchool(tx)),
    ...addresseeOf(reader),
    description: sold ? sold.name : null,
    fee: subscription.fee,
    total: subscription.packagePrice + addOns + subscription.fee,
    from: subscription.currentPeriodEnd,
    subscriptionUrl: `${getEnv().appUrl}${paths.subscription()}`,
  })
  const dedupeKey = `fee-added:${subscription.id}:${subscription.version}`
  await queueEmail(tx, { ...content, dedupeKey, to: reader.email, userId: reader.id })
}

/** Returns who reads an account's emails: the account itself, or its guardian if it has no address. */
async function readerOf(tx: Tx, userId: string): Promise<({ id: string; email: string | null } & Greeted) | null> {
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
  return user.email ? user : user.guardian
}

/** Notifies the payer of the office's change to a subscription, as it is stored now. Returns false if that was sent before. */
export async function notifyOfficeChange(tx: Tx, id: number, became: BecameOf): Promise<boolean> {
  const subscription = await tx.subscription.findUniqueOrThrow({
    where: { id },
    include: { package: { select: { name: true } }, rider: true },
  })
  const reader = await readerOf(tx, subscription.userId)
  if (!reader?.email) return true
  const renewsOn = fromDbDate(subscription.currentPeriodEnd)
  const lastDay = subscription.endsOn ? fromDbDate(subscription.endsOn) : addDays(renewsOn, -1)
  const content = subscriptionByOfficeEmail({
    ...letterheadOf(await findSchool(tx)),
    ...addresseeOf(reader),
    description: subscription.package?.name ?? null,
    rider: subscription.riderId === subscription.userId ? null : displayName(subscription.rider),
    became,
    day: became === 'ends' ? lastDay : renewsOn,
    subscriptionUrl: `${getEnv().appUrl}${paths.subscription()}`,
  })
  const dedupeKey = `subscription-${became}:${id}:${subscription.version}`
  return (await queueEmails(tx, [{ ...content, dedupeKey, to: reader.email, userId: reader.id }])) > 0
}

import { subscriptionFeeAddedEmail } from '~/emails/subscription-fee-added'
import { given } from '~/models/accounts/user'
import { findSchool, letterheadOf } from '~/models/school/school.server'
import { getEnv } from '~/platform/env.server'
import type { Tx } from '~/platform/tx.server'
import type { LocalDate } from '~/utils/dates'
import type { Cents } from '~/utils/money'
import { paths } from '~/utils/paths'
import { queueEmail } from './email.server'

/** A subscription as it is stored now. Amounts in cents a month. */
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

/** Tells a family of a fee that no form showed it, once a change, in the transaction that stores it. */
export async function tellOfNewFee(tx: Tx, subscription: NewFee): Promise<void> {
  const user = await tx.user.findUniqueOrThrow({
    where: { id: subscription.userId },
    select: { email: true, firstName: true, guardian: { select: { email: true, firstName: true } } },
  })
  const reader = user.email ? user : user.guardian
  if (!reader?.email) return
  const sold = subscription.packageId && (await tx.package.findUnique({ where: { id: subscription.packageId } }))
  const addOns = subscription.addOns.reduce((sum, { quantity, unitPrice }) => sum + quantity * unitPrice, 0)
  const content = subscriptionFeeAddedEmail({
    ...letterheadOf(await findSchool(tx)),
    firstName: given(reader.firstName) || null,
    description: sold ? sold.name : 'Add-ons Only',
    fee: subscription.fee,
    total: subscription.packagePrice + addOns + subscription.fee,
    from: subscription.currentPeriodEnd,
    subscriptionUrl: `${getEnv().appUrl}${paths.subscription()}`,
  })
  const dedupeKey = `fee-added:${subscription.id}:${subscription.version}`
  await queueEmail(tx, { ...content, dedupeKey, to: reader.email })
}

import { endAddressLinks } from '~/models/people/accounts/links/address.server'
import { NO_TOKENS } from '~/models/people/accounts/profile.server'
import { NO_PASSWORD } from '~/models/people/accounts/token'
import { signOutEverywhere } from '~/models/people/accounts/viewer.server'
import { paysSubscription } from '~/models/people/families/student.server'
import { now } from '~/platform/clock.server'
import { Refused } from '~/platform/refused'
import type { Tx } from '~/platform/tx.server'
import type { Emails } from './merge-log'

interface Addressed {
  id: string
  name: string
  email: string | null
  guardianId: string | null
}

/** Returns a placeholder address, until the account gets its own. */
const placeholderOf = ({ id }: Addressed) => `${id}@merged.invalid`

/** `isProved`: whether the address is verified, which moves along with it. */
async function setEmail(tx: Tx, { id, guardianId }: Addressed, email: string | null, isProved: boolean): Promise<void> {
  await endAddressLinks(tx, id)
  const { password } = await tx.user.findUniqueOrThrow({ where: { id }, select: { password: true } })
  await tx.user.update({
    where: { id },
    data: {
      email,
      emailVerifiedAt: email && isProved ? now() : null,
      // A family that the office served until now.
      ...(email && !guardianId && { password: password ?? NO_PASSWORD }),
      ...NO_TOKENS,
    },
  })
}

const isProved = async (tx: Tx, { id }: Addressed): Promise<boolean> =>
  (await tx.user.count({ where: { id, emailVerifiedAt: { not: null } } })) > 0

/** Gives the surviving account the other one's address, and signs it out. Returns both addresses as they were. */
export async function swapEmails(tx: Tx, kept: Addressed, merged: Addressed): Promise<Emails> {
  const [ofKept, ofMerged] = [await isProved(tx, kept), await isProved(tx, merged)]
  // An address can belong to only one account at a time.
  await setEmail(tx, merged, placeholderOf(merged), ofMerged)
  await setEmail(tx, kept, merged.email, ofMerged)
  if (kept.email) await setEmail(tx, merged, kept.email, ofKept)
  await signOutEverywhere(tx, kept.id)
  return { kept: kept.email, merged: merged.email }
}

/**
 * Restores both accounts' own addresses. An address that the surviving account has received since stays.
 * @throws Refused 409 if one that would have none pays for a subscription.
 */
export async function giveEmailsBack(
  tx: Tx,
  kept: Addressed,
  merged: Addressed,
  before: Emails = { kept: merged.email === placeholderOf(merged) ? null : merged.email, merged: kept.email },
): Promise<void> {
  const [ofKept, ofMerged] = [await isProved(tx, kept), await isProved(tx, merged)]
  await setEmail(tx, merged, placeholderOf(merged), ofMerged)
  const isBack = kept.email === before.merged
  if (isBack && !before.kept && (await paysSubscription(tx, kept.id))) {
    throw new Refused(
      'in_the_way',
      `${kept.name} has no other email, and pays for a subscription that is running. Cancel it first.`,
    )
  }
  if (isBack) {
    await setEmail(tx, kept, before.kept, ofMerged)
    await signOutEverywhere(tx, kept.id)
  }
  await setEmail(tx, merged, before.merged, isBack && ofKept)
}

import { NO_TOKENS } from '~/models/accounts/profile.server'
import { signOutEverywhere } from '~/models/accounts/viewer.server'
import { Refused } from '~/platform/refused'
import type { Tx } from '~/platform/tx.server'

/** Of both accounts before they were merged. */
export type Emails = { kept: string | null; merged: string | null }

interface Addressed {
  id: string
  name: string
  email: string | null
  guardianId: string | null
}

/** A merged account has an address, which is nobody's: it may have no guardian. */
const placeholderOf = ({ id }: Addressed) => `${id}@merged.invalid`

const setEmail = (tx: Tx, { id }: Addressed, email: string | null) =>
  tx.user.update({ where: { id }, data: { email, ...NO_TOKENS } })

/** Gives the account that stays the other one's address, and signs it out. Returns both addresses as they were. */
export async function swapEmails(tx: Tx, kept: Addressed, merged: Addressed): Promise<Emails> {
  // An address is one account's at a time.
  await setEmail(tx, merged, placeholderOf(merged))
  await setEmail(tx, kept, merged.email)
  if (kept.email) await setEmail(tx, merged, kept.email)
  await signOutEverywhere(tx, kept.id)
  return { kept: kept.email, merged: merged.email }
}

/**
 * Gives both their own addresses again. One that the account that stays has got since is its own.
 * @throws Refused 409 if it would be left without an address and without a guardian.
 */
export async function giveEmailsBack(
  tx: Tx,
  kept: Addressed,
  merged: Addressed,
  before: Emails = { kept: merged.email === placeholderOf(merged) ? null : merged.email, merged: kept.email },
): Promise<void> {
  await setEmail(tx, merged, placeholderOf(merged))
  if (kept.email === before.merged) {
    if (!before.kept && !kept.guardianId) {
      throw new Refused(`${kept.name} would have no email. Give ${kept.name} another one first.`, undefined, 409)
    }
    await setEmail(tx, kept, before.kept)
    await signOutEverywhere(tx, kept.id)
  }
  await setEmail(tx, merged, before.merged)
}

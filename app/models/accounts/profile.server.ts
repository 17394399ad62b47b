import { prisma } from '~/platform/db.server'
import { hashPassword, verifyPassword } from '~/platform/password.server'
import { Refused } from '~/platform/refused'
import { withTx } from '~/platform/tx.server'
import { translateViolations } from '~/platform/violation.server'
import type { PasswordChange, ProfileChange } from './profile.schema'
import { type OwnProfile, ownProfile } from './user.server'
import { signOutEverywhere } from './viewer.server'

/** It names no reason: the reason would tell whose account exists (decision 012). */
const EMAIL_REFUSED = 'This email address cannot be used. Please choose another one.'

/**
 * Changes a user's own data; what is not given stays. With another e-mail address, links that were mailed to the old one
 * no longer work.
 * @throws Refused where the address belongs to another account.
 */
export async function updateProfile(userId: string, change: ProfileChange): Promise<OwnProfile> {
  const before = await prisma.user.findUniqueOrThrow({ where: { id: userId }, select: { email: true } })
  const moved = change.email !== undefined && change.email !== before.email
  const data = moved ? { ...change, ...NO_TOKENS } : change
  return translateViolations({ users_email_key: () => new Refused(EMAIL_REFUSED, 'email') }, () =>
    prisma.user.update({ where: { id: userId }, data, select: ownProfile }),
  )
}

/** What ends the links that were mailed and not used. */
export const NO_TOKENS = { resetToken: null, resetTokenExpiry: null, magicLinkToken: null, magicLinkExpiry: null }

/**
 * Changes a password. Every session of the user ends, and every mailed link: the caller starts a new session.
 * @throws Refused where the current password is wrong.
 */
export async function changePassword(userId: string, { currentPassword, newPassword }: PasswordChange): Promise<void> {
  const user = await prisma.user.findUniqueOrThrow({ where: { id: userId }, select: { password: true } })
  if (!(await verifyPassword(currentPassword, user.password))) {
    throw new Refused('The current password is not right.', 'currentPassword')
  }
  const password = await hashPassword(newPassword)
  await withTx(async (tx) => {
    await tx.user.update({ where: { id: userId }, data: { password, ...NO_TOKENS } })
    await signOutEverywhere(tx, userId)
  })
}

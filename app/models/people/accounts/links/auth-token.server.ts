import { Prisma } from '~/generated/prisma/client'
import { maySignIn, mustBeBornBy } from '~/models/people/accounts/age'
import { refusePoorPassword } from '~/models/people/accounts/password/password-rule.server'
import { NO_TOKENS, notePassword, type TellPassword } from '~/models/people/accounts/profile.server'
import { hashOf, NO_PASSWORD } from '~/models/people/accounts/token'
import { ownProfile } from '~/models/people/accounts/user.server'
import { signOutEverywhere } from '~/models/people/accounts/viewer.server'
import type { Greeted } from '~/models/vocabulary/user'
import { now, today } from '~/platform/clock.server'
import { prisma } from '~/platform/db.server'
import { hashPassword } from '~/platform/password.server'
import { Refused } from '~/platform/refused'
import { withTx } from '~/platform/tx.server'
import { type Entered, proveAddress } from './address.server'

export type LinkKind = 'magic' | 'reset'

export const LINK_MINUTES: Record<LinkKind, number> = { magic: 15, reset: 60 }

const MAGIC_LINK_REFUSED = 'The magic link is invalid or has expired.'
const RESET_REFUSED = 'The reset link is invalid or has expired. Please ask for a new one.'

/**
 * Stores a token, which replaces the one before. `isOffice`: an administrator's who has a password. Returns null if no
 * account can sign in by this address.
 */
export async function storeToken(
  kind: LinkKind,
  email: string,
  token: string,
): Promise<({ id: string; isOffice: boolean } & Greeted) | null> {
  const hash = hashOf(token)
  const expiry = new Date(now().getTime() + LINK_MINUTES[kind] * 60_000)
  const data =
    kind === 'magic'
      ? { magicLinkToken: hash, magicLinkExpiry: expiry }
      : { resetToken: hash, resetTokenExpiry: expiry }
  // An administrator may have typed the address wrongly: until it is verified, no link to it opens the office.
  const isUnproved = { role: 'admin', emailVerifiedAt: null, password: { not: NO_PASSWORD } }
  const where = { email, active: true, ...maySignIn(today()), NOT: isUnproved }
  const [user] = await prisma.user.updateManyAndReturn({
    where,
    data,
    select: { id: true, firstName: true, parentName: true, language: true, role: true, password: true },
  })
  if (!user) return null
  const isOffice = user.role === 'admin' && user.password !== NO_PASSWORD
  const { id, firstName, parentName, language } = user
  return { id, firstName, parentName, language, isOffice }
}

/** Uses a link in one statement, so that it works once. `signedInAs` is the browser's account. @throws Refused if it is not valid. */
export const redeemMagicLink = (token: string, signedInAs: string | null): Promise<Entered> =>
  withTx(async (tx) => {
    const [row] = await tx.$queryRaw<{ id: string }[]>(Prisma.sql`
      UPDATE users SET magic_link_token = NULL, magic_link_expiry = NULL
      WHERE magic_link_token = ${hashOf(token)} AND magic_link_expiry > ${now()} AND active AND email IS NOT NULL
        AND (birth_date IS NULL OR birth_date <= ${mustBeBornBy(today())}::date)
      RETURNING id`)
    if (!row) throw new Refused('link_invalid', MAGIC_LINK_REFUSED, 'token')
    const newPassword = await proveAddress(tx, row.id, signedInAs)
    return { user: await tx.user.findUniqueOrThrow({ where: row, select: ownProfile }), newPassword }
  })

/**
 * Resets a password, once, and revokes every session and link of the user; a weak password leaves the link valid.
 * Returns the email address.
 * @throws Refused
 */
export async function resetPassword(token: string, newPassword: string, tell: TellPassword): Promise<string> {
  const where = {
    resetToken: hashOf(token),
    resetTokenExpiry: { gt: now() },
    active: true,
    email: { not: null },
    ...maySignIn(today()),
  }
  const owner = await prisma.user.findFirst({ where })
  if (owner) await refusePoorPassword(newPassword, owner, 'newPassword')
  const password = await hashPassword(newPassword)
  return withTx(async (tx) => {
    const [user] = await tx.user.updateManyAndReturn({
      where,
      // Whoever has the calendar's address can read as much as a session can.
      data: { password, calendarKey: null, ...NO_TOKENS },
      select: { id: true, email: true, firstName: true, parentName: true, language: true },
    })
    if (!user?.email) throw new Refused('link_invalid', RESET_REFUSED, 'token')
    await signOutEverywhere(tx, user.id)
    // Everything from before is revoked already.
    await proveAddress(tx, user.id, user.id)
    await notePassword(tx, user, tell)
    return user.email
  })
}

export async function sweepExpiredTokens(): Promise<number> {
  const over = { lte: now() }
  const magic = await prisma.user.updateMany({
    where: { magicLinkExpiry: over },
    data: { magicLinkToken: null, magicLinkExpiry: null },
  })
  const reset = await prisma.user.updateMany({
    where: { resetTokenExpiry: over },
    data: { resetToken: null, resetTokenExpiry: null },
  })
  const addresses = await prisma.addressLink.deleteMany({ where: { expiresAt: over } })
  return magic.count + reset.count + addresses.count
}

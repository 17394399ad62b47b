import { audit } from '~/platform/audit.server'
import { now, today } from '~/platform/clock.server'
import { prisma } from '~/platform/db.server'
import { Refused } from '~/platform/refused'
import { type Tx, withTx } from '~/platform/tx.server'
import { mustBeBornBy } from '../age'
import { NO_TOKENS } from '../profile.server'
import { hashOf, NO_PASSWORD, newToken } from '../token'
import { given } from '../user'
import { type OwnProfile, ownProfile } from '../user.server'
import { signOutEverywhere } from '../viewer.server'

/** How long a link holds that proves an address. */
export const ADDRESS_LINK_DAYS = 7
const DAY_MS = 24 * 60 * 60 * 1000

const LINK_REFUSED = 'This link was used already, or it has expired. Sign in, and ask for a new one.'

/** Who followed a link, and a token for a new password if the one before was ended. */
export interface Entered {
  user: OwnProfile
  newPassword: string | null
}

/** What opens an account besides its role and address. Whoever registered the address may be someone else. */
export const CLOSED = { password: NO_PASSWORD, calendarKey: null, ...NO_TOKENS }

/** Ends what may open an account whose address nobody proved. Returns false if it was proved. */
export async function closeUnproved(tx: Tx, userId: string): Promise<boolean> {
  const { count } = await tx.user.updateMany({
    where: { id: userId, emailVerifiedAt: null, email: { not: null }, password: { not: NO_PASSWORD } },
    data: CLOSED,
  })
  if (count) await signOutEverywhere(tx, userId)
  return count > 0
}

/**
 * Notes that a mailed link proved the address, in the transaction that used the link. The first time it ends password, sessions and
 * links, for somebody else may have registered the address; not if the link was opened by `signedInAs` themselves.
 * Returns a token for a new password if one was ended.
 */
export async function proveAddress(tx: Tx, userId: string, signedInAs: string | null): Promise<string | null> {
  const isEnded = signedInAs !== userId && (await closeUnproved(tx, userId))
  const proof = { emailVerifiedAt: now() }
  const { count } = await tx.user.updateMany({ where: { id: userId, emailVerifiedAt: null }, data: proof })
  if (!count) return null
  const detail = isEnded ? { ended: 'the password and sessions from before' } : {}
  await audit(tx, { actorId: userId, action: 'account.confirm', entity: 'account', entityId: userId, detail })
  if (!isEnded) return null
  const token = newToken()
  const resetTokenExpiry = new Date(now().getTime() + 60 * 60_000)
  await tx.user.update({ where: { id: userId }, data: { resetToken: hashOf(token), resetTokenExpiry } })
  return token
}

/** Ends the links before it. Returns whom to mail it to, or null if there is nothing to prove. */
export const storeAddressLink = (
  userId: string,
  token: string,
): Promise<{ email: string; firstName: string | null } | null> =>
  withTx(async (tx) => {
    await tx.$queryRaw`SELECT 1 FROM users WHERE id = ${userId} FOR UPDATE`
    const user = await tx.user.findUnique({ where: { id: userId, emailVerifiedAt: null, active: true } })
    if (!user?.email) return null
    await tx.addressLink.deleteMany({ where: { userId } })
    const expiresAt = new Date(now().getTime() + ADDRESS_LINK_DAYS * DAY_MS)
    await tx.addressLink.create({ data: { token: hashOf(token), userId, email: user.email, expiresAt } })
    return { email: user.email, firstName: given(user.firstName) || null }
  })

/** Whose link it is, without using it. Null if it opens nothing. */
export const findAddressLink = (token: string): Promise<{ userId: string; email: string } | null> =>
  prisma.addressLink.findUnique({
    where: { token: hashOf(token), expiresAt: { gt: now() } },
    select: { userId: true, email: true },
  })

/** Works once. @throws Refused if the link opens nothing, or the account has another address by now. */
export const confirmAddress = (token: string, signedInAs: string | null): Promise<Entered> =>
  withTx(async (tx) => {
    const [link] = await tx.$queryRaw<{ id: string }[]>`
      DELETE FROM address_links l USING users u
      WHERE l.token = ${hashOf(token)} AND l.expires_at > ${now()} AND u.id = l.user_id AND u.email = l.email AND u.active
        AND (u.birth_date IS NULL OR u.birth_date <= ${mustBeBornBy(today())}::date)
      RETURNING u.id`
    if (!link) throw new Refused(LINK_REFUSED, 'token')
    const newPassword = await proveAddress(tx, link.id, signedInAs)
    return { user: await tx.user.findUniqueOrThrow({ where: { id: link.id }, select: ownProfile }), newPassword }
  })

/** Emails that wait go where the family is now. */
export const readdress = (tx: Tx, userId: string, email: string) =>
  tx.outboxEmail.updateMany({ where: { userId, sentAt: null, attempts: 0 }, data: { recipient: email } })

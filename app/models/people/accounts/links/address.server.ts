import { mustBeBornBy } from '~/models/people/accounts/age'
import { NO_TOKENS } from '~/models/people/accounts/profile.server'
import { hashOf, NO_PASSWORD, newToken } from '~/models/people/accounts/token'
import { type OwnProfile, ownProfile } from '~/models/people/accounts/user.server'
import { signOutEverywhere } from '~/models/people/accounts/viewer.server'
import type { Greeted } from '~/models/vocabulary/user'
import { audit } from '~/platform/audit.server'
import { now, today } from '~/platform/clock.server'
import { prisma } from '~/platform/db.server'
import { Refused } from '~/platform/refused'
import { type Tx, withTx } from '~/platform/tx.server'
import { translateViolations } from '~/platform/violation.server'

/** How many days a link that verifies an address is valid. */
export const ADDRESS_LINK_DAYS = 7
const DAY_MS = 24 * 60 * 60 * 1000

const LINK_REFUSED = 'This link was used already, or it has expired. Sign in, and ask for a new one.'

/** Who followed a link, and a token for a new password if the old one was revoked. */
export interface Entered {
  user: OwnProfile
  newPassword: string | null
}

/** Values that revoke access to an account: whoever registered the address may be someone else. */
export const CLOSED = { password: NO_PASSWORD, calendarKey: null, ...NO_TOKENS }

/** Revokes access to an account whose address was not verified. Returns false if it was. */
export async function closeUnproved(tx: Tx, userId: string): Promise<boolean> {
  const { count } = await tx.user.updateMany({
    where: { id: userId, emailVerifiedAt: null, email: { not: null }, password: { not: NO_PASSWORD } },
    data: CLOSED,
  })
  if (count) await signOutEverywhere(tx, userId)
  return count > 0
}

/**
 * Records that a mailed link verified the address, in the transaction that used the link. The first time it revokes
 * password, sessions and links, because someone else may have registered the address; not if the link was opened by
 * `signedInAs` themselves. Returns a token for a new password if one was revoked.
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

export type AddressLinkKind = 'confirm' | 'change' | 'take-back'

const store = (tx: Tx, token: string, link: { kind: AddressLinkKind; userId: string; email: string }) => {
  const expiresAt = new Date(now().getTime() + ADDRESS_LINK_DAYS * DAY_MS)
  return tx.addressLink.create({ data: { token: hashOf(token), ...link, expiresAt } })
}

/** Revokes links that verify or change its address; a change of an earlier address may still be reverted. */
const endOpenLinks = (tx: Tx, userId: string) =>
  tx.addressLink.deleteMany({ where: { userId, kind: { not: 'take-back' } } })

/** Revokes every link into an account whose address is someone else's now. */
export const endAddressLinks = (tx: Tx, userId: string) => tx.addressLink.deleteMany({ where: { userId } })

/** Stores a link and revokes earlier ones. Returns whom to mail it to, or null if there is nothing to verify. */
export const storeAddressLink = (userId: string, token: string): Promise<({ email: string } & Greeted) | null> =>
  withTx(async (tx) => {
    await lock(tx, userId)
    const user = await tx.user.findUnique({ where: { id: userId, emailVerifiedAt: null, active: true } })
    if (!user?.email) return null
    await endOpenLinks(tx, userId)
    await store(tx, token, { kind: 'confirm', userId, email: user.email })
    return { email: user.email, firstName: user.firstName, parentName: user.parentName, language: user.language }
  })

/** Stores a link to a new address of an account, which is locked. Returns false if the address has an account. */
export async function storeChangeLink(tx: Tx, userId: string, email: string, token: string): Promise<boolean> {
  await endOpenLinks(tx, userId)
  if (await tx.user.count({ where: { email } })) return false
  const held = { email, kind: 'take-back', expiresAt: { gt: now() }, userId: { not: userId } }
  if (await tx.addressLink.count({ where: held })) return false
  await store(tx, token, { kind: 'change', userId, email })
  return true
}

async function lock(tx: Tx, userId: string): Promise<void> {
  await tx.$queryRaw`SELECT 1 FROM users WHERE id = ${userId} FOR UPDATE`
}

/** Returns the new address that the account has not verified yet. */
export const wantedAddress = async (userId: string): Promise<string | null> =>
  (
    await prisma.addressLink.findFirst({
      where: { userId, kind: 'change', expiresAt: { gt: now() } },
      select: { email: true },
    })
  )?.email ?? null

/** Returns the account of a link, without using it; null if it is not valid. */
export async function findAddressLink(
  token: string,
): Promise<{ userId: string; email: string; kind: AddressLinkKind; isOffice: boolean } | null> {
  const where = { token: hashOf(token), expiresAt: { gt: now() } }
  const user = { select: { role: true, password: true } }
  const link = await prisma.addressLink.findUnique({ where, select: { userId: true, email: true, kind: true, user } })
  if (!link) return null
  // A CHECK limits the kinds.
  const { user: owner, kind, ...rest } = link
  return { ...rest, kind: kind as AddressLinkKind, isOffice: isOffice(owner) }
}

/**
 * Whether it is the office's account without a password: the first administrator typed the address on the server,
 * perhaps wrongly, and whoever has that mailbox must not get access.
 */
const isOffice = ({ role, password }: { role: string; password: string | null }) =>
  role === 'admin' && password !== NO_PASSWORD

/** `before`: the old address, if it was verified, and a token that restores it. */
export interface Confirmed extends Entered {
  before: ({ email: string; token: string } & Greeted) | null
}

interface UsedLink {
  id: string
  email: string
  kind: AddressLinkKind
  expiresAt: Date
}

/**
 * Confirms an address, once. A link to a new address, and one that verifies an administrator's, work where the account
 * is signed in; one that reverts a change revokes password and sessions.
 * @throws Refused if the link is not valid, the account has another address by now, or the address has another account.
 */
export const confirmAddress = (token: string, signedInAs: string | null): Promise<Confirmed> =>
  translateViolations({ users_email_key: () => new Refused('link_invalid', LINK_REFUSED, 'token') }, () =>
    withTx(async (tx) => {
      const found = await tx.addressLink.findUnique({ where: { token: hashOf(token) }, select: { userId: true } })
      if (found) await lock(tx, found.userId)
      const [link] = await tx.$queryRaw<UsedLink[]>`
        DELETE FROM address_links l USING users u
        WHERE l.token = ${hashOf(token)} AND l.expires_at > ${now()} AND u.id = l.user_id AND u.active AND u.email IS NOT NULL
          AND CASE l.kind
                WHEN 'confirm' THEN u.email = l.email AND (u.role <> 'admin' OR u.password = ${NO_PASSWORD} OR u.id = ${signedInAs})
                WHEN 'change' THEN u.id = ${signedInAs}
                ELSE true END
          AND (u.birth_date IS NULL OR u.birth_date <= ${mustBeBornBy(today())}::date)
        RETURNING u.id, l.email, l.kind, l.expires_at AS "expiresAt"`
      if (!link) throw new Refused('link_invalid', LINK_REFUSED, 'token')
      const done = await use(tx, link, signedInAs)
      return { ...done, user: await tx.user.findUniqueOrThrow({ where: { id: link.id }, select: ownProfile }) }
    }),
  )

async function use(tx: Tx, link: UsedLink, signedInAs: string | null): Promise<Omit<Confirmed, 'user'>> {
  switch (link.kind) {
    case 'confirm':
      return { newPassword: await proveAddress(tx, link.id, signedInAs), before: null }
    case 'change':
      return { newPassword: null, before: await change(tx, link) }
    case 'take-back':
      return { newPassword: await takeBack(tx, link), before: null }
  }
}

async function change(tx: Tx, { id, email }: UsedLink): Promise<Confirmed['before']> {
  const old = await tx.user.findUniqueOrThrow({ where: { id } })
  await tx.user.update({ where: { id }, data: { email, emailVerifiedAt: now(), ...NO_TOKENS } })
  await endOpenLinks(tx, id)
  await readdress(tx, id, email)
  const detail = { from: old.email, to: email }
  await audit(tx, { actorId: id, action: 'account.address', entity: 'account', entityId: id, detail })
  if (!old.email || !old.emailVerifiedAt) return null
  const token = newToken()
  await store(tx, token, { kind: 'take-back', userId: id, email: old.email })
  const { firstName, parentName, language } = old
  return { email: old.email, firstName, parentName, language, token }
}

/** Reverts a change and revokes what its maker could sign in with; an older change may still be reverted after a newer one. */
async function takeBack(tx: Tx, { id, email, expiresAt }: UsedLink): Promise<string> {
  const { email: from } = await tx.user.findUniqueOrThrow({ where: { id } })
  const token = newToken()
  const resetTokenExpiry = new Date(now().getTime() + 60 * 60_000)
  const data = { ...CLOSED, email, emailVerifiedAt: now(), resetToken: hashOf(token), resetTokenExpiry }
  await tx.user.update({ where: { id }, data })
  await signOutEverywhere(tx, id)
  await endOpenLinks(tx, id)
  await tx.addressLink.deleteMany({ where: { userId: id, expiresAt: { gte: expiresAt } } })
  await readdress(tx, id, email)
  const detail = { from, to: email, ended: 'the password and sessions from before' }
  await audit(tx, { actorId: id, action: 'account.take-back', entity: 'account', entityId: id, detail })
  return token
}

/** Redirects waiting emails to the family's present address. */
export const readdress = (tx: Tx, userId: string, email: string) =>
  tx.outboxEmail.updateMany({ where: { userId, sentAt: null, attempts: 0 }, data: { recipient: email } })

import type { Prisma } from '~/generated/prisma/client'
import { CLOSED, endAddressLinks } from '~/models/people/accounts/links/address.server'
import { NO_PASSWORD } from '~/models/people/accounts/token'
import { signOutEverywhere } from '~/models/people/accounts/viewer.server'
import { displayName, isAdmin } from '~/models/vocabulary/user'
import { audit } from '~/platform/audit.server'
import { now } from '~/platform/clock.server'
import { prisma } from '~/platform/db.server'
import { notFound, Refused } from '~/platform/refused'
import { type Tx, withTx } from '~/platform/tx.server'
import { translateViolations } from '~/platform/violation.server'
import type { NewAdmin } from './admin.schema'

const person = {
  id: true,
  firstName: true,
  lastName: true,
  email: true,
  role: true,
  active: true,
} satisfies Prisma.UserSelect

interface Administrator {
  id: string
  name: string
  email: string
  active: boolean
  /** The last sign-in among stored sessions, even one that has expired after its 12 hours; null without any. */
  lastSignIn: Date | null
}

export async function listAdmins(): Promise<Administrator[]> {
  const admins = await prisma.user.findMany({
    where: { role: 'admin' },
    orderBy: [{ firstName: 'asc' }, { lastName: 'asc' }, { id: 'asc' }],
    select: { ...person, sessions: { where: { expire: { gt: now() } }, select: { sess: true } } },
  })
  return admins.map(({ sessions, ...admin }) => ({
    id: admin.id,
    name: displayName(admin),
    email: admin.email ?? '',
    active: admin.active,
    lastSignIn: latest(sessions.map(({ sess }) => sess)),
  }))
}

function latest(sessions: Prisma.JsonValue[]): Date | null {
  const since = sessions.map((sess) => new Date(String((sess as { since?: string } | null)?.since)).getTime())
  const known = since.filter(Number.isFinite)
  return known.length ? new Date(Math.max(...known)) : null
}

export async function findAdmin(id: string): Promise<{ id: string; name: string } | null> {
  const user = await prisma.user.findFirst({ where: { id, role: 'admin' }, select: person })
  return user && { id, name: displayName(user) }
}

/**
 * Finds an account to make an administrator; null if nobody has this address.
 * @throws Refused if it is an administrator already, or deactivated.
 */
export async function findCandidate(email: string): Promise<{ id: string; name: string; email: string } | null> {
  const user = await prisma.user.findUnique({ where: { email }, select: person })
  if (!user) return null
  refuseCandidate(user)
  return { id: user.id, name: displayName(user), email }
}

function refuseCandidate(user: {
  role: string
  active: boolean
  firstName: string | null
  email: string | null
}): void {
  if (isAdmin(user)) throw new Refused('already_done', `${displayName(user)} is already an administrator`, 'email')
  if (!user.active) throw new Refused('account_closed', 'This account is turned off', 'email')
}

/**
 * Makes an account an administrator. Whoever registered the address may be someone else, so everything that opened the
 * account before is revoked: the password is set through a reset link. Returns name and address.
 * @throws Refused 404 if no account can sign in by this ID; 409 as `findCandidate`.
 */
export const makeAdmin = (actorId: string, id: string): Promise<{ name: string; email: string }> =>
  withTx(async (tx) => {
    await lockAdmins(tx, actorId)
    const user = await tx.user.findUnique({ where: { id }, select: person })
    if (!user?.email) throw notFound('This account no longer exists')
    refuseCandidate(user)
    await tx.user.update({ where: { id: user.id }, data: { role: 'admin', ...CLOSED } })
    await signOutEverywhere(tx, user.id)
    await endAddressLinks(tx, user.id)
    return { name: await record(tx, actorId, 'admin.add', user), email: user.email }
  })

/**
 * Adds an administrator, whose password is set through a reset link. Returns the name.
 * @throws Refused 409 if the address has an account by now.
 */
export const addAdmin = (actorId: string, { firstName, lastName, email }: NewAdmin): Promise<string> =>
  translateViolations({ users_email_key: addressTaken }, () =>
    withTx(async (tx) => {
      await lockAdmins(tx, actorId)
      const data = { firstName, lastName, email, role: 'admin', password: NO_PASSWORD }
      return record(tx, actorId, 'admin.add', await tx.user.create({ data, select: person }))
    }),
  )

const addressTaken = () =>
  new Refused('email_taken', 'Someone just created an account with this email. Search again.', 'email')

/**
 * Removes an administrator's role; the account stays. Of two administrators who remove each other at once, one stays.
 * @throws Refused 404 if there is no such administrator; 409 for oneself, 403 if the actor was removed in the meantime.
 */
export const removeAdmin = (actorId: string, id: string): Promise<string> =>
  withTx(async (tx) => {
    await lockAdmins(tx, actorId)
    if (id === actorId) throw new Refused('own_account', "You can't remove yourself. Ask another administrator.")
    const user = await tx.user.findFirst({ where: { id, role: 'admin' }, select: person })
    if (!user) throw notFound('This administrator no longer exists')
    // The actor can sign in and stays, so the last administrator is never removed.
    await tx.user.update({ where: { id }, data: { role: 'customer' } })
    return record(tx, actorId, 'admin.remove', user)
  })

/** Allows one change of administrators at a time. @throws Refused 403 if the actor no longer is one. */
async function lockAdmins(tx: Tx, actorId: string): Promise<void> {
  await tx.$executeRaw`SELECT pg_advisory_xact_lock(hashtextextended('administrators', 0))`
  const actor = await tx.user.count({ where: { id: actorId, role: 'admin', active: true } })
  if (!actor) throw new Refused('forbidden', "You're no longer an administrator")
}

async function record(
  tx: Tx,
  actorId: string,
  action: 'admin.add' | 'admin.remove',
  user: Prisma.UserGetPayload<{ select: typeof person }>,
): Promise<string> {
  const name = displayName(user)
  await audit(tx, { actorId, action, entity: 'admin', entityId: user.id, detail: { name } })
  return name
}

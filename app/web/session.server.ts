import { randomBytes } from 'node:crypto'
import { type Cookie, createCookie } from '@remix-run/node'
import { z } from 'zod'
import { deviceName } from '~/models/people/accounts/devices/device-name'
import { UNUSED_MS } from '~/models/people/accounts/devices/devices.server'
import { noteAsked } from '~/models/people/accounts/second-factor/demand.server'
import { asksForCode } from '~/models/people/accounts/second-factor/second-factor.server'
import { nothingUnsent } from '~/models/unsent/unsent-cookie'
import { audit } from '~/platform/audit.server'
import { now } from '~/platform/clock.server'
import { prisma } from '~/platform/db.server'
import { getEnv } from '~/platform/env.server'

const HOUR_MS = 60 * 60 * 1000
/** How long a sign-in waits for its code, in milliseconds. */
const WAIT_MS = 10 * 60 * 1000

let made: Cookie | undefined
const cookie = (): Cookie => {
  made ??= createCookie('__session', {
    httpOnly: true,
    sameSite: 'lax',
    path: '/',
    secure: getEnv().appUrl.startsWith('https:'),
    secrets: [getEnv().sessionSecret],
    maxAge: UNUSED_MS / 1000,
  })
  return made
}

const expiry = () => new Date(now().getTime() + UNUSED_MS)

/** Returns the session ID of a request's cookie; null if there is none or its signature is wrong. */
export async function readSid(request: Request): Promise<string | null> {
  const sid: unknown = await cookie().parse(request.headers.get('cookie'))
  return typeof sid === 'string' && sid ? sid : null
}

export type SignInWay = 'password' | 'link' | 'registration' | 'sample'

interface Opening {
  way: SignInWay
  /** Whether they signed in with a password that they should change. */
  poor?: boolean
  /** Whether they are signed in already, or have entered the code. */
  passed?: boolean
}

/**
 * Signs a user in with a new session ID, never one from outside, and ends the browser's previous session. Returns the
 * `Set-Cookie` header, and whether the session opens nothing yet: an account with a second factor has to enter a code
 * first, whatever it signed in with.
 */
export async function startSession(
  request: Request,
  userId: string,
  { way, poor = false, passed = false }: Opening,
): Promise<{ cookie: string; waits: boolean }> {
  const old = await readSid(request)
  const sid = randomBytes(24).toString('base64url')
  const waits = !passed && (await asksForCode(userId))
  const device = deviceName(request.headers.get('user-agent'))
  const sess = { since: now().toISOString(), device, poor, waits: waits ? way : undefined }
  const expire = waits ? new Date(now().getTime() + WAIT_MS) : expiry()
  await prisma.session.create({ data: { sid, userId, sess, expire } })
  await noteAsked(userId)
  if (old) await prisma.session.deleteMany({ where: { sid: old } })
  return { cookie: await cookie().serialize(sid), waits }
}

const waitingSchema = z.object({ waits: z.enum(['password', 'link', 'registration', 'sample']), poor: z.boolean() })

/** Returns this browser's sign-in that waits for its code; null if there is none, or it has waited too long. */
export async function findWaiting(request: Request) {
  const sid = await readSid(request)
  if (!sid) return null
  const session = await prisma.session.findFirst({
    where: { sid, expire: { gt: now() }, user: { active: true, email: { not: null } } },
  })
  const waiting = waitingSchema.safeParse(session?.sess)
  if (!session?.userId || !waiting.success) return null
  return { sid, userId: session.userId, way: waiting.data.waits, poor: waiting.data.poor }
}

/**
 * Ends the session of a request, if it has one. Returns the headers that delete it from the browser, along with the day
 * sheets stored there: someone else may use the device next.
 */
export async function endSession(request: Request, userId: string | undefined): Promise<Headers> {
  const sid = await readSid(request)
  if (sid) await prisma.session.deleteMany({ where: { sid } })
  if (userId) await audit(prisma, { actorId: userId, action: 'account.sign-out', entity: 'account', entityId: userId })
  const headers = new Headers({ 'Clear-Site-Data': '"storage"' })
  headers.append('Set-Cookie', await cookie().serialize('', { maxAge: 0 }))
  if (userId) headers.append('Set-Cookie', nothingUnsent(userId))
  return headers
}

/**
 * Extends a session to 14 days from now, at most once an hour; the list of devices also shows this as the time of the
 * last use. Returns the `Set-Cookie` header, or null if the session was already extended within the hour. For sessions
 * of the office and instructors `findSession` sets an earlier end.
 */
export async function renewSession(sid: string, expire: Date): Promise<string | null> {
  const next = expiry()
  if (next.getTime() - expire.getTime() < HOUR_MS) return null
  await prisma.session.updateMany({ where: { sid }, data: { expire: next } })
  return cookie().serialize(sid)
}

/** Deletes expired sessions. Returns how many there were. */
export async function sweepExpiredSessions(): Promise<number> {
  const { count } = await prisma.session.deleteMany({ where: { expire: { lte: now() } } })
  return count
}

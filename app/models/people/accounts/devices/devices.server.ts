import { z } from 'zod'
import { hashOf } from '~/models/people/accounts/token'
import { isFamily } from '~/models/vocabulary/user'
import { audit } from '~/platform/audit.server'
import { now } from '~/platform/clock.server'
import { prisma } from '~/platform/db.server'
import { withTx } from '~/platform/tx.server'

const HOUR_MS = 60 * 60 * 1000
/** How long an unused family's session lasts, in milliseconds. */
export const UNUSED_MS = 14 * 24 * HOUR_MS
/** The hours of a staff session: the office and instructors see other people's children, and sign in again each day. */
const STAFF_HOURS = 12

/** Returns the time before which staff sessions have expired, however they are used. */
export const staffSince = (): Date => new Date(now().getTime() - STAFF_HOURS * HOUR_MS)

/** What a session stores besides its end, and whether its password was weak. Older sessions have no `device`. */
const sessSchema = z
  .object({ since: z.iso.datetime().optional(), device: z.string().optional(), waits: z.string().optional() })
  .catch({})

interface Device {
  /** Identifies the session without opening it. */
  handle: string
  name: string
  since: Date | null
  /** The last use, to the hour. */
  lastUsed: Date
  isThis: boolean
}

/** Lists the active sessions of a user, the current one first, then by last use. */
export async function listDevices(user: { id: string; role: string }, sid: string | null): Promise<Device[]> {
  const sessions = await prisma.session.findMany({
    where: { userId: user.id, expire: { gt: now() } },
    orderBy: { expire: 'desc' },
  })
  const earliest = staffSince()
  const devices = sessions.map((session) => {
    const { since, device, waits } = sessSchema.parse(session.sess)
    return {
      waits,
      handle: hashOf(session.sid),
      name: device ?? 'Unknown browser',
      since: since ? new Date(since) : null,
      lastUsed: new Date(session.expire.getTime() - UNUSED_MS),
      isThis: session.sid === sid,
    }
  })
  const open = devices.filter(({ since, waits }) => !waits && (isFamily(user) || (since && since > earliest)))
  return open.map(({ waits: _, ...device }) => device).sort((one, other) => Number(other.isThis) - Number(one.isThis))
}

/**
 * Signs a user out on the device that `handle` identifies, or without it on all but the current one, which stays in any
 * case. Returns how many that were: another click may have been first.
 */
export const signOutElsewhere = (userId: string, sid: string | null, handle?: string): Promise<number> =>
  withTx(async (tx) => {
    if (handle === undefined) await tx.user.update({ where: { id: userId }, data: { calendarKey: null } })
    const others = await tx.session.findMany({
      where: { userId, sid: { not: sid ?? '' } },
      select: { sid: true, sess: true },
    })
    const ending = others.filter((session) => handle === undefined || hashOf(session.sid) === handle)
    const { count } = await tx.session.deleteMany({ where: { userId, sid: { in: ending.map(({ sid }) => sid) } } })
    if (count === 0) return 0
    const names = ending.map(({ sess }) => sessSchema.parse(sess).device ?? 'Unknown browser')
    await audit(tx, {
      actorId: userId,
      action: 'account.sign-out',
      entity: 'account',
      entityId: userId,
      detail: { devices: names.join(', ') },
    })
    return count
  })

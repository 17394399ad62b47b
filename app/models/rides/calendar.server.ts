import { randomBytes } from 'node:crypto'
import { displayName } from '~/models/accounts/user'
import { canceledRidesOf } from '~/models/closing/closings.server'
import { ridersOfFamily } from '~/models/families/family.server'
import { findSchool } from '~/models/school/school.server'
import { now, today } from '~/platform/clock.server'
import { prisma } from '~/platform/db.server'
import { getEnv } from '~/platform/env.server'
import { addDays, addMonths } from '~/utils/dates'
import { calendarOf } from './calendar'
import { zoneLines } from './calendar-zone'
import { upcomingFamilyRides } from './ride.server'

/** 32 random bytes: nobody guesses a calendar's address. */
const newKey = () => randomBytes(32).toString('base64url')

/** Null until one was made. */
export async function calendarKey(riderId: string): Promise<string | null> {
  const row = await prisma.user.findUnique({ where: { id: riderId }, select: { calendarKey: true } })
  return row?.calendarKey ?? null
}

/** The address with the old secret shows nothing from then on. */
export async function renewCalendarKey(riderId: string): Promise<void> {
  await prisma.user.update({ where: { id: riderId }, data: { calendarKey: newKey() }, select: { id: true } })
}

/** The rides of a family, named if they are not the account's alone. Null if no calendar has this secret, or its account may not sign in any more. */
export async function calendarFeed(key: string): Promise<string | null> {
  if (!/^[\w-]{43}$/.test(key)) return null
  const account = await prisma.user.findUnique({
    where: { calendarKey: key },
    select: { id: true, firstName: true, lastName: true, email: true, active: true },
  })
  if (!account?.active) return null
  const { schoolTimezone: zone, appUrl } = getEnv()
  const from = today()
  const riders = await ridersOfFamily(account.id)
  const isNamed = riders.some(({ isSelf }) => !isSelf)
  const firstNames = new Map(riders.map(({ id, firstName }) => [id, firstName]))
  const riderIds = [...firstNames.keys()]
  const rides = await upcomingFamilyRides(riderIds, from)
  const canceled = await canceledRidesOf(riderIds, from, rides)
  const riderOf = ({ riderId }: { riderId: string }) => (isNamed ? (firstNames.get(riderId) ?? null) : null)
  return calendarOf({
    name: `${displayName(account)}, ${(await findSchool()).name}`,
    host: new URL(appUrl).hostname,
    zone,
    now: now(),
    zoneLines: zoneLines(zone, addDays(from, -1), addMonths(from, 4)),
    rides: rides.map((ride) => ({ ...ride, rider: riderOf(ride) })),
    canceled: canceled.map((ride) => ({ ...ride, rider: riderOf(ride) })),
  })
}

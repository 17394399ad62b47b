import { randomUUID } from 'node:crypto'
import type { Prisma } from '~/generated/prisma/client'
import { setClock } from '~/platform/clock.server'
import { prisma } from '~/platform/db.server'
import { dayOfWeek, type LocalDate, toDbDate } from '~/utils/dates'
import { startSession } from '~/web/session.server'
import { RIDE_TYPES } from '../prisma/seed/catalog'
import { EMPTY_TABLES } from './empty-tables'
import type { Visitor } from './visitor'

/** Empties the tables, for tests that each need that: every file begins with empty ones anyway. */
export const emptyTables = () => prisma.$executeRawUnsafe(EMPTY_TABLES)

/** Empties only these tables, not those that refer to them. TRUNCATE takes the embedded database twenty times as long. */
export const emptyOnly = (...tables: string[]) =>
  prisma.$executeRawUnsafe(`DO $$ BEGIN
    LOCK TABLE ${tables.join(', ')};
    SET LOCAL session_replication_role = replica;
    ${tables.map((table) => `DELETE FROM ${table};`).join(' ')}
  END $$`)

/** Creates the ride types of a new school. */
export const rideTypes = () => prisma.rideType.createMany({ data: RIDE_TYPES, skipDuplicates: true })

/** Creates a customer who rides. The password matches nothing, so that creating many is quick. */
export const rider = (change: Partial<Prisma.UserUncheckedCreateInput> = {}) =>
  prisma.user.create({
    data: {
      email: `rider-${randomUUID()}@example.test`,
      // A family with a null address has nothing to verify.
      emailVerifiedAt: change.email === null ? null : new Date(),
      password: 'none',
      firstName: 'Emma',
      lastName: 'Stone',
      phone: '555-0100-200',
      ...change,
    },
  })

export const admin = (change: Partial<Prisma.UserUncheckedCreateInput> = {}) =>
  rider({ email: `admin-${randomUUID()}@example.test`, firstName: 'Ann', lastName: 'Office', role: 'admin', ...change })

export const horse = (name = `Horse ${randomUUID().slice(0, 8)}`) => prisma.horse.create({ data: { name } })

/** The rest of a horse without an end. */
export const FOR_GOOD = { from: null, until: null, reason: null }

/** Creates a weekly place that begins on `startDate`, on that day's weekday. Without a rider it is an empty weekly lesson. */
export const weeklyPlace = ({
  startDate,
  endDate,
  riderId = null,
  time = '16:00',
  type = 'Group Lesson',
  duration = 60,
  instructorId = null,
}: {
  instructorId?: string | null
  startDate: LocalDate
  endDate?: LocalDate
  riderId?: string | null
  time?: string
  type?: string
  duration?: number
}) =>
  prisma.weeklyPlace.create({
    data: {
      studentId: riderId,
      dayOfWeek: dayOfWeek(startDate),
      scheduledTime: time,
      lessonType: type,
      duration,
      instructorId,
      startDate: toDbDate(startDate),
      deletedFromDate: endDate ? toDbDate(endDate) : null,
    },
  })

/** Creates a rider with a weekly place, on Tuesdays at 4:00 PM unless `place` says otherwise. */
export async function weeklyRider(
  who: Parameters<typeof rider>[0] = {},
  place: Partial<Parameters<typeof weeklyPlace>[0]> = {},
) {
  const user = await rider(who)
  await weeklyPlace({ startDate: '2026-11-03', ...place, riderId: user.id })
  return user
}

/** Records a ride at 4:00 PM, with attendance. */
export const recordedRide = (
  studentId: string,
  date: LocalDate,
  change: Partial<Prisma.RideUncheckedCreateInput> = {},
) =>
  prisma.ride.create({
    data: {
      studentId,
      type: 'Group Lesson',
      scheduledDate: toDbDate(date),
      scheduledTime: '16:00',
      attendance: 'present',
      ...change,
    },
  })

/** Creates a grant between two days, as if it had been bought. */
export const grant = (
  userId: string,
  from: LocalDate,
  to: LocalDate,
  change: Partial<Prisma.GrantUncheckedCreateInput> = {},
) =>
  prisma.grant.create({
    data: { userId, validFrom: toDbDate(from), validTo: toDbDate(to), lessons: 4, makeupLessons: 1, ...change },
  })

/** Opens a browser in which this user is signed in. */
export async function signedIn(user: { id: string }): Promise<Visitor> {
  // Imported late, because it loads the pages, which `npm run contention` does not need and cannot load: their scripts are Vite's `?raw`.
  const { Visitor } = await import('./visitor')
  const visitor = new Visitor()
  const { cookie } = await startSession(new Request('http://stirrup.test/'), user.id, { way: 'password', passed: true })
  const [pair = ''] = cookie.split('; ')
  visitor.cookies.set('__session', pair.slice('__session='.length))
  return visitor
}

/** Creates the ride types and the office, whose browser is signed in, and sets the clock if `now` is given. */
export async function openOffice(now?: string) {
  if (now) setClock(now)
  await rideTypes()
  const user = await admin()
  return { office: await signedIn(user), officeId: user.id }
}

/** Empties the tables, sets the clock, and creates the ride types, the office, and Kelly, an instructor. Returns the IDs of both. */
export async function officeAndKelly(now: string) {
  setClock(now)
  await emptyTables()
  await rideTypes()
  const { id: kelly } = await prisma.user.create({ data: { firstName: 'Kelly', role: 'instructor' } })
  return { office: (await admin()).id, kelly }
}

/**
 * Opens the office, and creates two riders: Emma, whose family is signed in, rides every Tuesday at 4:00 PM; Tom does
 * not ride yet.
 */
export async function smallSchool(now?: string) {
  const { office, officeId } = await openOffice(now)
  const user = await weeklyRider()
  const family = await signedIn(user)
  const tom = await rider({ firstName: 'Tom', lastName: 'Hill' })
  return { office, officeId, family, emma: user.id, tom: tom.id }
}

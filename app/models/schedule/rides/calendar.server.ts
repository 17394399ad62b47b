import { randomBytes } from 'node:crypto'
import { inLanguage, t } from '#text'
import { everyRiderOfFamily } from '~/models/people/families/family.server'
import { type CanceledRide, canceledRidesOf } from '~/models/schedule/closing/closings.server'
import { NO_HORSE, NO_INSTRUCTOR } from '~/models/schedule/vocabulary/ride'
import { loadRoster } from '~/models/schedule/week/roster.server'
import { findSchool } from '~/models/school/school.server'
import { isAway } from '~/models/vocabulary/away'
import type { Slot } from '~/models/vocabulary/slot'
import { displayName, isInstructor } from '~/models/vocabulary/user'
import { now, today } from '~/platform/clock.server'
import { prisma } from '~/platform/db.server'
import { getEnv } from '~/platform/env.server'
import { addDays, addMonths, type LocalDate } from '~/utils/dates'
import { paths } from '~/utils/paths'
import { languageOfAccount } from '~/utils/text/language'
import { type CalendarEvent, calendarOf } from './calendar'
import { zoneLines } from './calendar-zone'
import { upcomingFamilyRides } from './ride.server'

/** Creates a key of 32 random bytes: nobody can guess a calendar's address. */
const newKey = () => randomBytes(32).toString('base64url')

/** Returns the key; null until one was created. */
export async function calendarKey(riderId: string): Promise<string | null> {
  const row = await prisma.user.findUnique({ where: { id: riderId }, select: { calendarKey: true } })
  return row?.calendarKey ?? null
}

/** Returns the address that shows an account's calendar to whoever has it; null until one was created. */
export async function calendarAddress(accountId: string): Promise<string | null> {
  const key = await calendarKey(accountId)
  return key && new URL(paths.calendar(key), getEnv().appUrl).href
}

/** Replaces the key: the old address shows nothing from then on. */
export async function renewCalendarKey(riderId: string): Promise<void> {
  await prisma.user.update({ where: { id: riderId }, data: { calendarKey: newKey() }, select: { id: true } })
}

/**
 * Returns the calendar: an instructor's lessons of five weeks, or the rides of a family. Null if no calendar has this
 * key, or its account may not sign in anymore. It is in the account's language: a calendar program has none of its own.
 */
export async function calendarFeed(key: string): Promise<string | null> {
  if (!/^[\w-]{43}$/.test(key)) return null
  const account = await prisma.user.findUnique({
    where: { calendarKey: key },
    select: { id: true, firstName: true, lastName: true, email: true, active: true, role: true, language: true },
  })
  if (!account?.active) return null
  const { schoolTimezone: zone, appUrl } = getEnv()
  const from = today()
  return calendarOf({
    name: `${displayName(account)}, ${(await findSchool()).name}`,
    host: new URL(appUrl).hostname,
    zone,
    now: now(),
    zoneLines: zoneLines(zone, addDays(from, -1), addMonths(from, 4)),
    events: isInstructor(account)
      ? await lessonsTaught(account.id, from)
      : await inLanguage(languageOfAccount(account.language), () => ridesOf(account.id, from)),
  })
}

/** Lists a family's rides. They name the rider unless the account is the only rider. */
async function ridesOf(accountId: string, from: LocalDate): Promise<CalendarEvent[]> {
  const riders = await everyRiderOfFamily(accountId)
  const isNamed = riders.some(({ isSelf }) => !isSelf)
  const firstNames = new Map(riders.map(({ id, firstName }) => [id, firstName]))
  const riderIds = [...firstNames.keys()]
  const rides = await upcomingFamilyRides(riderIds, from)
  const canceled = await canceledRidesOf(riderIds, from, rides)
  const eventOf = ({
    riderId,
    date,
    time,
    type,
    duration,
  }: Pick<CanceledRide, keyof Slot | 'riderId' | 'duration'>) => {
    const rider = isNamed ? firstNames.get(riderId) : undefined
    return { id: riderId, date, time, duration, title: rider ? `${rider}: ${type}` : type }
  }
  return [
    ...rides.map((ride) => ({
      ...eventOf(ride),
      about: [
        ride.horseAssignment === NO_HORSE ? '' : t('Horse: {horse}', { horse: ride.horseAssignment }),
        ride.instructor === NO_INSTRUCTOR ? '' : t('Instructor: {name}', { name: ride.instructor }),
      ]
        .filter(Boolean)
        .join('\n'),
      where: ride.arena ?? null,
      isOn: !isAway(ride),
    })),
    ...canceled.map((ride) => ({
      ...eventOf(ride),
      about: t('Canceled: {reason}', { reason: ride.reason }),
      where: null,
      isOn: false,
    })),
  ]
}

/** The number of days that an instructor's calendar shows. */
const DAYS_TAUGHT = 35

/** Lists an instructor's lessons with horses and riders' first names only, because another company stores the calendar. */
async function lessonsTaught(instructorId: string, from: LocalDate): Promise<CalendarEvent[]> {
  const { days } = await loadRoster({ from, to: addDays(from, DAYS_TAUGHT - 1) })
  const lessons = days
    .flatMap((day) => day.lessons)
    .filter(({ instructor }) => instructor?.id === instructorId)
    .map((lesson) => ({ ...lesson, riders: lesson.riders.filter((rider) => !isAway(rider)) }))
  const riderIds = lessons.flatMap(({ riders }) => riders.map(({ riderId }) => riderId))
  const rows = await prisma.user.findMany({ where: { id: { in: riderIds } }, select: { id: true, firstName: true } })
  const firstNames = new Map(rows.map(({ id, firstName }) => [id, firstName]))
  return lessons.map(({ date, time, type, duration, arena, riders }) => ({
    id: type.replace(/\W/g, '-'),
    date,
    time,
    duration,
    title: `${type} (${riders.length})`,
    about: riders
      .map(({ riderId, horse }) => [firstNames.get(riderId), horse?.name].filter(Boolean).join(' on '))
      .join('\n'),
    where: arena,
    isOn: true,
  }))
}

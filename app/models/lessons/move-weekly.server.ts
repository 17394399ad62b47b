import type { WeeklyPlace } from '~/generated/prisma/client'
import { displayName } from '~/models/accounts/user'
import { alreadyRides, atTime, atTimeWeekly } from '~/models/schedule/lock.server'
import { overlaps } from '~/models/schedule/overlap'
import type { Slot } from '~/models/schedule/week'
import { Refused } from '~/platform/refused'
import type { Tx } from '~/platform/tx.server'
import { dayOfWeek, fromDbDate, toDbDate } from '~/utils/dates'
import { endPlaces } from './slot.server'

const named = { select: { firstName: true, lastName: true, email: true } } as const

/** The places of a weekly lesson on the slot's day or later. */
const placesFrom = ({ date, time, type }: Slot) => ({
  dayOfWeek: dayOfWeek(date),
  scheduledTime: time,
  lessonType: type,
  isActive: true,
  OR: [{ deletedFromDate: null }, { deletedFromDate: { gt: toDbDate(date) } }],
})

/**
 * One-time places, removals and horses from that day on move along. `riderIds` are the locked riders concerned.
 * @throws Refused 409 if the new time has such a weekly lesson, now or later, or a rider is busy then.
 */
export async function moveWeekly(tx: Tx, slot: Slot, target: Slot, riderIds: string[]): Promise<void> {
  const from = toDbDate(slot.date)
  if ((await tx.weeklyPlace.count({ where: placesFrom(target) })) > 0) {
    throw new Refused(`There is a ${target.type} at ${atTimeWeekly(target)} already`, 'time', 409)
  }
  const places = await tx.weeklyPlace.findMany({ where: placesFrom(slot), orderBy: { id: 'asc' } })
  await refuseBusyWeekly(tx, slot, target, places)
  await endPlaces(tx, placesFrom(slot), slot)
  await tx.weeklyPlace.createMany({
    data: places.map(({ studentId, dayOfWeek: weekday, duration, startDate, deletedFromDate }) => ({
      studentId,
      dayOfWeek: weekday,
      scheduledTime: target.time,
      lessonType: target.type,
      duration,
      startDate: startDate > from ? startDate : from,
      deletedFromDate,
    })),
  })
  await moveSingleDays(tx, slot, target)
  await refuseDoubleBooked(tx, riderIds, target)
}

const meets = (a: WeeklyPlace, b: WeeklyPlace): boolean =>
  (b.deletedFromDate === null || a.startDate < b.deletedFromDate) &&
  (a.deletedFromDate === null || b.startDate < a.deletedFromDate)

async function refuseBusyWeekly(tx: Tx, slot: Slot, target: Slot, places: WeeklyPlace[]): Promise<void> {
  const riderIds = places.map(({ studentId }) => studentId).filter((id) => id !== null)
  const { dayOfWeek: weekday, isActive, OR } = placesFrom(slot)
  const others = await tx.weeklyPlace.findMany({
    where: {
      studentId: { in: riderIds },
      dayOfWeek: weekday,
      isActive,
      OR,
      NOT: { scheduledTime: slot.time, lessonType: slot.type },
    },
    include: { student: named },
  })
  for (const other of others) {
    const busy = places.some(
      (place) =>
        place.studentId === other.studentId &&
        meets(place, other) &&
        overlaps(
          { time: other.scheduledTime, duration: other.duration },
          { time: target.time, duration: place.duration },
        ),
    )
    const name = other.student ? displayName(other.student) : 'A student'
    if (busy) throw alreadyRides(name, atTimeWeekly({ date: slot.date, time: other.scheduledTime }))
  }
}

async function moveSingleDays(tx: Tx, { date, time, type }: Slot, target: Slot): Promise<void> {
  const weekday = dayOfWeek(date)
  await tx.$executeRaw`
    UPDATE one_time_participants SET scheduled_time = ${target.time}, lesson_type = ${target.type}
    WHERE lesson_date >= ${date}::date AND extract(dow FROM lesson_date) = ${weekday} AND scheduled_time = ${time} AND lesson_type = ${type}`
  await tx.$executeRaw`
    UPDATE temporary_lessons l SET scheduled_time = ${target.time}, lesson_type = ${target.type}
    WHERE lesson_date >= ${date}::date AND extract(dow FROM lesson_date) = ${weekday} AND scheduled_time = ${time} AND lesson_type = ${type}
      AND NOT EXISTS (SELECT 1 FROM temporary_lessons o
        WHERE o.lesson_date = l.lesson_date AND o.scheduled_time = ${target.time} AND o.lesson_type = ${target.type})`
  await tx.$executeRaw`
    UPDATE lesson_removals r SET scheduled_time = ${target.time}, lesson_type = ${target.type}
    WHERE lesson_date >= ${date}::date AND extract(dow FROM lesson_date) = ${weekday} AND scheduled_time = ${time} AND lesson_type = ${type}
      AND NOT EXISTS (SELECT 1 FROM lesson_removals o
        WHERE o.lesson_date = r.lesson_date AND o.scheduled_time = ${target.time} AND o.lesson_type = ${target.type}
          AND o.student_id IS NOT DISTINCT FROM r.student_id)`
  await tx.$executeRaw`
    UPDATE horse_usage SET lesson_time = ${target.time}, lesson_type = ${target.type}
    WHERE usage_date >= ${date}::date AND extract(dow FROM usage_date) = ${weekday} AND lesson_time = ${time} AND lesson_type = ${type}`
}

/** The database cannot compare a weekly and a one-time place. */
async function refuseDoubleBooked(tx: Tx, riderIds: string[], { date, time, type }: Slot): Promise<void> {
  const [clash] = await tx.$queryRaw<
    { firstName: string | null; lastName: string | null; email: string | null; date: Date; time: string }[]
  >`
    SELECT u.first_name AS "firstName", u.last_name AS "lastName", u.email, p.lesson_date AS date,
      CASE WHEN (p.scheduled_time, p.lesson_type) = (${time}, ${type}) THEN w.scheduled_time ELSE p.scheduled_time END AS time
    FROM one_time_participants p JOIN users u ON u.id = p.student_id JOIN weekly_schedule w ON w.student_id = p.student_id
      AND w.is_active AND w.day_of_week = extract(dow FROM p.lesson_date) AND w.start_date <= p.lesson_date
      AND (w.deleted_from_date IS NULL OR w.deleted_from_date > p.lesson_date)
      AND lesson_minutes(w.scheduled_time, w.duration) && lesson_minutes(p.scheduled_time, p.duration)
    WHERE p.student_id = ANY(${riderIds}) AND p.lesson_date >= ${date}::date
      AND NOT EXISTS (SELECT 1 FROM lesson_removals r WHERE r.lesson_date = p.lesson_date AND r.scheduled_time = w.scheduled_time
        AND r.lesson_type = w.lesson_type AND (r.student_id = p.student_id OR r.student_id IS NULL))
      AND (w.scheduled_time, w.lesson_type) <> (p.scheduled_time, p.lesson_type)
    ORDER BY p.lesson_date LIMIT 1`
  if (clash) throw alreadyRides(displayName(clash), atTime({ date: fromDbDate(clash.date), time: clash.time }))
}

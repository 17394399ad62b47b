import { horseRides, loadHorseWeek } from '~/models/schedule/horses/horse-week.server'
import { NO_INSTRUCTOR } from '~/models/schedule/vocabulary/ride'
import { rideId } from '~/models/schedule/vocabulary/ride-id'
import { lessonsOn, loadRoster, type RosterLesson, type RosterRider } from '~/models/schedule/week/roster.server'
import { isMarked } from '~/models/schedule/week/week'
import type { Slot } from '~/models/vocabulary/slot'
import { displayName } from '~/models/vocabulary/user'
import { prisma } from '~/platform/db.server'
import { notFound, Refused } from '~/platform/refused'
import { addDays, dayOfWeek, daysBetween, fromDbDate, isoWeek, type LocalDate, toDbDate } from '~/utils/dates'
import { formatTimeOfDay, type TimeOfDay } from '~/utils/time-of-day'

const named = { select: { firstName: true, lastName: true, email: true } } as const

interface SlotColumns {
  lessonDate: Date
  scheduledTime: string
  lessonType: string
}
const slotAnswer = ({ lessonDate, scheduledTime, lessonType }: SlotColumns) => {
  const date = fromDbDate(lessonDate)
  return { lessonDate: date, dayOfWeek: dayOfWeek(date), scheduledTime: formatTimeOfDay(scheduledTime), lessonType }
}
const byTime = [{ scheduledTime: 'asc' as const }, { id: 'asc' as const }]

export async function temporaryLessons(date: LocalDate) {
  const [rows, lessons] = await Promise.all([
    prisma.oneTimeLesson.findMany({
      where: { lessonDate: toDbDate(date) },
      orderBy: byTime,
      include: { rideType: { select: { baseType: true } } },
    }),
    lessonsOn(date),
  ])
  return rows.map((row) => {
    const lesson = lessons.find(({ time, type }) => time === row.scheduledTime && type === row.lessonType)
    return {
      id: row.id,
      ...slotAnswer(row),
      secondOf: row.rideType.baseType,
      arena: lesson?.arena ?? null,
      students: (lesson?.riders ?? []).map(({ riderId, name, horse, attendance }) => ({
        id: riderId,
        name,
        horseAssignment: horse?.name ?? 'Not assigned',
        attendance,
      })),
    }
  })
}

export async function temporaryLessonSlot(id: number): Promise<Slot> {
  const row = await prisma.oneTimeLesson.findUnique({ where: { id } })
  if (!row) throw notFound('Lesson not found')
  return { date: fromDbDate(row.lessonDate), time: row.scheduledTime, type: row.lessonType }
}

export async function oneTimeParticipants(date: LocalDate) {
  const rows = await prisma.oneTimeParticipant.findMany({
    where: { lessonDate: toDbDate(date) },
    orderBy: byTime,
    include: { student: named },
  })
  return rows.map((row) => ({
    id: row.id,
    studentId: row.studentId,
    studentName: displayName(row.student),
    ...slotAnswer(row),
  }))
}

export async function removalsOn(date: LocalDate) {
  const rows = await prisma.lessonRemoval.findMany({ where: { lessonDate: toDbDate(date) }, orderBy: byTime })
  return rows.map((row) => {
    const { scheduledTime, ...slot } = slotAnswer(row)
    return {
      id: row.id,
      studentId: row.studentId,
      studentName: row.studentName,
      ...slot,
      lessonTime: scheduledTime,
      removalType: row.removalType,
      removalDate: row.createdAt.toISOString(),
    }
  })
}

export async function horseAssignments({ from, to }: { from: LocalDate; to: LocalDate }) {
  const rides = await horseRides(from, to)
  return rides.map(({ id, horse, date, time, riderId, rider, type, overReason }) => ({
    id,
    horseName: horse,
    usageDate: date,
    lessonTime: formatTimeOfDay(time),
    studentId: riderId,
    studentName: rider,
    lessonType: type,
    overReason,
  }))
}

export async function horseTracking(day: LocalDate) {
  const { week, rows } = await loadHorseWeek(day)
  const { year, week: weekNumber } = isoWeek(week)
  return rows.map(({ id, name, days, total }) => ({
    id: `${id}:${week}`,
    horseName: name,
    weekStartDate: week,
    year,
    weekNumber,
    usageCount: total,
    days,
  }))
}

const ridesOf = (lessons: RosterLesson[]) =>
  lessons.flatMap((lesson) => lesson.riders.map((rider) => ({ lesson, rider })))

const lessonsIn = async (range: { from: LocalDate; to: LocalDate }) =>
  (await loadRoster(range)).days.flatMap(({ lessons }) => lessons)

export async function attendanceData(range: { from: LocalDate; to: LocalDate }) {
  return ridesOf(await lessonsIn(range))
    .filter(({ rider }) => isMarked(rider.attendance))
    .map(({ lesson, rider }) => ({
      studentId: rider.riderId,
      studentName: rider.name,
      lessonDate: lesson.date,
      lessonTime: formatTimeOfDay(lesson.time),
      attendanceStatus: rider.attendance,
      lessonType: rider.attendance === 'makeup' || rider.isMakeup ? 'makeup' : 'regular',
      rideType: lesson.type,
      horseName: rider.horse?.name ?? null,
      version: rider.version,
    }))
}

/** The number of rides after which the answer ends with a whole day; `next` is then the first day that is left. */
const MAX_RIDES = 2_000
const FIRST_DAYS = 2

/**
 * Returns the lessons between two days. They are read in parts of about as many rides as may be returned, so that a
 * long range costs no more than what is returned of it.
 */
export async function officeLessons({ from, to }: { from: LocalDate; to: LocalDate }) {
  const shown: ReturnType<typeof officeRides> = []
  let date = from
  for (let size = FIRST_DAYS; date <= to; size = sizeOfNext(from, date, shown.length)) {
    const end = addDays(date, size - 1)
    const { days } = await loadRoster({ from: date, to: end < to ? end : to })
    for (const { lessons } of days) {
      const rides = officeRides(lessons)
      if (date > from && shown.length + rides.length > MAX_RIDES) return { rides: shown, next: date }
      shown.push(...rides)
      date = addDays(date, 1)
    }
  }
  return { rides: shown, next: null }
}

function sizeOfNext(from: LocalDate, date: LocalDate, rides: number): number {
  const perDay = Math.max(1, rides / daysBetween(from, date))
  return Math.max(1, Math.floor((MAX_RIDES - rides) / perDay))
}

const officeRides = (lessons: RosterLesson[]) =>
  ridesOf(lessons).map(({ lesson, rider }) => ({
    id: rideId({ ...lesson, riderId: rider.riderId }),
    studentId: rider.riderId,
    studentName: rider.name,
    type: lesson.type,
    date: lesson.date,
    scheduledDate: lesson.date,
    time: formatTimeOfDay(lesson.time),
    scheduledTime: lesson.time,
    duration: lesson.duration,
    attendance: rider.attendance,
    horseAssignment: rider.horse?.name ?? 'Not assigned',
    instructor: lesson.instructor?.name ?? NO_INSTRUCTOR,
    instructorId: lesson.instructor?.id ?? null,
    ...(lesson.arena && { arena: lesson.arena }),
    source: rider.source,
  }))

/**
 * Finds a ride by the rider's ID, or by name if no other rider at that time has it.
 * @throws Refused 404 if there is none; 409 if two have the name.
 */
export async function findRide(
  at: { date: LocalDate; time: TimeOfDay; type?: string | null },
  who: { id?: string | null; name?: string | null },
): Promise<{ lesson: RosterLesson; rider: RosterRider }> {
  const there = ridesOf(await lessonsOn(at.date)).filter(
    ({ lesson, rider }) =>
      lesson.time === at.time &&
      (!at.type || lesson.type === at.type) &&
      (who.id ? rider.riderId === who.id : rider.name === who.name),
  )
  const [only, second] = there
  if (!only) throw notFound('Student not found in that lesson')
  if (second)
    throw new Refused('confirm_again', 'Two students of that time have this name: give studentId', 'studentId')
  return only
}

import { overlaps } from '~/models/schedule/vocabulary/overlap'
import { statusOf } from '~/models/vocabulary/attendance'
import { prisma } from '~/platform/db.server'
import { addDays, addMonths, dayOfWeek, type LocalDate, monthStart, toDbDate, weekStart } from '~/utils/dates'
import { pickLiked, RESTING, type SeededHorse } from './horses'
import type { Random } from './random'
import type { WeeklyRide } from './week'

const DURATION = 60
/** The number of days for which the resting horse has not gone out. */
const RESTED = 9

interface Outing {
  horseId: number
  studentId: string
  date: LocalDate
  time: string
}

/** Adds attendance since the school began, up to yesterday, with the horses that went out, today's too. */
export async function seedRides(
  places: WeeklyRide[],
  horses: SeededHorse[],
  today: LocalDate,
  random: Random,
): Promise<void> {
  const attendanceOf = attendances(random)
  const horseFor = horseChooser(horses, today, random)
  const yesterday = nearestDayWith(places, addDays(today, -1), -1)
  const next = nearestDayWith(places, today, 1)
  const resting = horses.find(({ name }) => name === RESTING)
  const rides = []
  const outings: (Outing & { type: string })[] = []
  for (let day = addMonths(monthStart(today), -3); day <= next; day = addDays(day, 1)) {
    const riding = places
      .filter(({ since, dayOfWeek: weekday }) => since <= day && weekday === dayOfWeek(day))
      .sort((a, b) => (a.time < b.time ? -1 : 1))
    for (const [index, { studentId, time, type }] of riding.entries()) {
      const isLast = index === riding.length - 1
      const ride = { studentId, type, scheduledDate: toDbDate(day), scheduledTime: time }
      // What the office finds on its first morning: a ride nobody has marked, and a rider who has called in sick.
      const isOpen = day === yesterday && isLast
      const isSick = day === next && isLast
      const attendance = isSick ? 'absent' : day < today && !isOpen ? attendanceOf(studentId, day) : null
      const notes = isSick ? 'Called at 7:40: down with a fever.' : null
      if (attendance) rides.push({ ...ride, attendance, notes, status: statusOf(attendance) })
      // The lame horse still has a coming ride, which the office has to change.
      const isLame = day === next && index === 0 && riding.length > 1
      if (attendance === 'absent' || attendance === 'reschedule' || (day > today && !isLame)) continue
      const chosen = day > today ? undefined : horseFor({ studentId, date: day, time })
      const horseId = isLame ? resting?.id : chosen
      if (horseId) outings.push({ horseId, studentId, date: day, time, type })
    }
  }
  await prisma.ride.createMany({ data: rides })
  await insertOutings(outings, horses)
  // The database refuses a ride on a horse that rests, so it rests from now on.
  const rest = {
    onRest: true,
    restFrom: toDbDate(today),
    restUntil: toDbDate(addDays(today, 10)),
    restReason: 'abscess',
  }
  await prisma.horse.update({ where: { name: RESTING }, data: rest })
}

/** Returns the nearest day with rides, from `from` on, forward or back. */
function nearestDayWith(places: WeeklyRide[], from: LocalDate, step: 1 | -1): LocalDate {
  let day = from
  while (!places.some(({ dayOfWeek: weekday, since }) => weekday === dayOfWeek(day) && since <= day)) {
    day = addDays(day, step)
  }
  return day
}

/** Returns random attendances, where a rescheduled ride is made up in the same month, if one follows. */
function attendances(random: Random) {
  const owed = new Set<string>()
  return (studentId: string, day: LocalDate) => {
    const month = `${studentId} ${day.slice(0, 7)}`
    if (owed.delete(month)) return 'makeup'
    const roll = random.below(100)
    if (roll < 89) return 'present'
    if (roll < 95) return 'absent'
    owed.add(month)
    return 'reschedule'
  }
}

/**
 * Returns a function that usually chooses the rider's usual horse, if it is free and not tired; otherwise one that they
 * have not ridden, rested if there is one.
 */
function horseChooser(horses: SeededHorse[], today: LocalDate, random: Random) {
  const resting = horses.find(({ name }) => name === RESTING)?.id
  const usual = new Map<string, SeededHorse | undefined>()
  const out: Outing[] = []
  return ({ studentId, date, time }: Omit<Outing, 'horseId'>): number | undefined => {
    if (!usual.has(studentId)) usual.set(studentId, pickLiked(horses, random))
    const ofDay = out.filter((other) => other.date === date)
    const ridesOf = (list: Outing[], { id }: SeededHorse) => list.filter(({ horseId }) => horseId === id).length
    const ofWeek = out.filter((other) => weekStart(other.date) === weekStart(date))
    const busy = ofDay.filter((other) =>
      overlaps({ time, duration: DURATION }, { time: other.time, duration: DURATION }),
    )
    const free = horses
      .filter(({ id }) => id !== resting || date < addDays(today, -RESTED))
      .filter((horse) => ridesOf(busy, horse) === 0)
      .filter((horse) => ridesOf(ofDay, horse) < horse.dayLimit && ridesOf(ofWeek, horse) < horse.weekLimit)
    const own = random.chance(0.55) ? free.find(({ id }) => id === usual.get(studentId)?.id) : undefined
    const known = out.filter((other) => other.studentId === studentId)
    const unknown = free.filter((horse) => ridesOf(known, horse) === 0)
    const fresh = unknown.filter((horse) => ridesOf(ofDay, horse) === 0)
    const horse = own ?? pickLiked([fresh, unknown, free].find((list) => list.length > 0) ?? [], random)
    if (horse) out.push({ horseId: horse.id, studentId, date, time })
    return horse?.id
  }
}

async function insertOutings(outings: (Outing & { type: string })[], horses: SeededHorse[]): Promise<void> {
  const students = await prisma.user.findMany({ select: { id: true, firstName: true, lastName: true } })
  const names = new Map(students.map(({ id, firstName, lastName }) => [id, `${firstName} ${lastName}`]))
  await prisma.horseUsage.createMany({
    data: outings.map(({ horseId, studentId, date, time, type }) => ({
      horseId,
      horseName: horses.find(({ id }) => id === horseId)?.name ?? '',
      studentId,
      studentName: names.get(studentId) ?? '',
      usageDate: toDbDate(date),
      lessonTime: time,
      lessonType: type,
    })),
  })
}

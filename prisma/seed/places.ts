import { offerEverywhere } from '~/models/schedule/offers/offers.server'
import { LEVEL_NAMES } from '~/models/vocabulary/level'
import { now } from '~/platform/clock.server'
import { prisma } from '~/platform/db.server'
import { addDays, firstOn, type LocalDate, toDbDate } from '~/utils/dates'
import type { SeededPeople } from './people'
import type { WeeklyRide } from './week'

/** Lessons with exactly as many places as riders, and who waits for one, by their index among the students. */
const FULL = [
  { dayOfWeek: 6, time: '09:00', places: 5, waiting: [27, 28] },
  { dayOfWeek: 1, time: '17:00', places: 4, waiting: [26] },
]
/** A lesson for riders of one level. */
const OF_A_LEVEL = { dayOfWeek: 6, time: '10:30', level: 'novice' }
/** The sample rider waits for this one, and has just been offered its free place. */
const OFFERED = { dayOfWeek: 5, time: '15:30', places: 4 }
const TYPE = 'Group Lesson'

const lessonOf = ({ dayOfWeek: weekday, time }: { dayOfWeek: number; time: string }) => ({
  dayOfWeek: weekday,
  scheduledTime: time,
  lessonType: TYPE,
})

/** Adds levels, two full lessons with a waitlist, and a place that is offered. */
export async function seedPlaces(
  { adminId, riderId, studentIds }: SeededPeople,
  places: readonly WeeklyRide[],
  today: LocalDate,
): Promise<void> {
  for (const [i, level] of LEVEL_NAMES.entries()) {
    const ids = studentIds.filter((_, place) => place % LEVEL_NAMES.length === i)
    await prisma.user.updateMany({ where: { id: { in: ids } }, data: { level } })
  }
  const ofLevel = places.filter(({ dayOfWeek: day, time }) => day === OF_A_LEVEL.dayOfWeek && time === OF_A_LEVEL.time)
  const novices = [riderId, ...ofLevel.map(({ studentId }) => studentId)]
  await prisma.user.updateMany({ where: { id: { in: novices } }, data: { level: OF_A_LEVEL.level } })
  await prisma.weeklyPlace.updateMany({ where: lessonOf(OF_A_LEVEL), data: { level: OF_A_LEVEL.level } })
  const wait = (studentId: string, lessonDate: LocalDate, time: string, weekly: boolean, position: number) =>
    prisma.waiting.create({
      data: {
        studentId,
        lessonDate: toDbDate(lessonDate),
        scheduledTime: time,
        lessonType: TYPE,
        weekly,
        position,
        byId: adminId,
      },
    })
  // The day after tomorrow or later, so that there is time to answer.
  const soon = (weekday: number) => firstOn(weekday, addDays(today, 2))
  for (const lesson of FULL) {
    await prisma.weeklyPlace.updateMany({ where: lessonOf(lesson), data: { capacity: lesson.places } })
    const busy = new Set(
      places.filter((place) => place.dayOfWeek === lesson.dayOfWeek).map(({ studentId }) => studentId),
    )
    const ids = lesson.waiting.flatMap((place) => studentIds[place] ?? []).filter((id) => !busy.has(id))
    for (const [i, id] of ids.entries()) await wait(id, soon(lesson.dayOfWeek), lesson.time, i === 0, i + 1)
  }
  await prisma.weeklyPlace.updateMany({ where: lessonOf(OFFERED), data: { capacity: OFFERED.places } })
  await wait(riderId, soon(OFFERED.dayOfWeek), OFFERED.time, false, 1)
  await offerEverywhere()
  await prisma.placeOffer.updateMany({ data: { toldAt: now() } })
}

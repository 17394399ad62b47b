import { SAMPLE_SIGN_INS } from '~/models/people/accounts/sample-sign-ins'
import { now } from '~/platform/clock.server'
import { prisma } from '~/platform/db.server'
import { hashPassword } from '~/platform/password.server'
import { addMonths, type LocalDate, monthStart, toDbDate } from '~/utils/dates'
import type { SeededPeople } from './people'

interface SampleLesson {
  dayOfWeek: number
  time: string
  type: string
  riders: number
  /** The index of its first rider; otherwise the next one. */
  first?: number
}

const WEEKDAYS = [1, 2, 3, 4, 5]
/** On Saturdays at 10:30, two group lessons take place at once. */
const SECOND = 'Group Lesson 2'
const LESSONS: SampleLesson[] = [
  ...WEEKDAYS.flatMap((dayOfWeek) => [
    { dayOfWeek, time: '15:30', type: 'Group Lesson', riders: 3 },
    { dayOfWeek, time: '17:00', type: 'Group Lesson', riders: dayOfWeek % 2 ? 4 : 3 },
    { dayOfWeek, time: '18:00', type: 'Private Lesson', riders: 1 },
  ]),
  { dayOfWeek: 3, time: '16:30', type: 'Afterschool', riders: 3 },
  { dayOfWeek: 6, time: '09:00', type: 'Group Lesson', riders: 5 },
  { dayOfWeek: 6, time: '10:30', type: 'Group Lesson', riders: 4 },
  { dayOfWeek: 6, time: '12:00', type: 'Hack', riders: 3 },
  { dayOfWeek: 0, time: '10:00', type: 'Hack', riders: 3 },
  { dayOfWeek: 0, time: '11:30', type: 'Horsemanship', riders: 0 },
  { dayOfWeek: 6, time: '10:30', type: SECOND, riders: 2, first: 2 },
]

/** README and sign-in page show these credentials. */
const { label: _, ...SIGN_IN } = SAMPLE_SIGN_INS.coach

/** Who teaches the weekly lessons of a type; for other types the office has not decided. */
const INSTRUCTORS: { firstName: string; lastName: string; types: string[]; email?: string; password?: string }[] = [
  { firstName: 'Hazel', lastName: 'Finch', ...SIGN_IN, types: ['Group Lesson', 'Afterschool'] },
  { firstName: 'Marcus', lastName: 'Webb', types: ['Private Lesson', 'Hack', SECOND] },
]

export interface WeeklyRide {
  studentId: string
  dayOfWeek: number
  time: string
  type: string
  /** The first of the month in which the rider joined. */
  since: LocalDate
}

/** Adds two instructors and a full week, whose riders joined in the last four months. Returns every rider's weekly place. */
export async function seedWeek(people: SeededPeople, today: LocalDate): Promise<WeeklyRide[]> {
  const since = (studentId: string) => addMonths(monthStart(today), -people.joined(studentId))
  const { riderId } = people
  const places = [{ studentId: riderId, dayOfWeek: 2, time: '17:00', type: 'Group Lesson', since: since(riderId) }]
  let next = 0
  for (const { dayOfWeek, time, type, riders, first } of LESSONS) {
    next = first ?? next
    for (let i = 0; i < riders; i++) {
      const studentId = people.studentIds[next++ % people.studentIds.length] as string
      // Nobody has two places on one day, even if the list changes.
      if (places.some((place) => place.studentId === studentId && place.dayOfWeek === dayOfWeek)) continue
      places.push({ studentId, dayOfWeek, time, type, since: since(studentId) })
    }
  }
  const {
    name: baseType,
    color,
    counter,
    capacity,
    sortOrder,
  } = await prisma.rideType.findUniqueOrThrow({
    where: { name: 'Group Lesson' },
  })
  await prisma.rideType.create({ data: { name: SECOND, baseType, color, counter, capacity, sortOrder } })
  await prisma.weeklyPlace.createMany({
    data: [
      ...places.map(({ studentId, dayOfWeek, time, type, since: first }) => ({
        studentId,
        dayOfWeek,
        scheduledTime: time,
        lessonType: type,
        arena: arenaOf(type),
        startDate: toDbDate(first),
      })),
      ...LESSONS.filter(({ riders }) => riders === 0).map(({ dayOfWeek, time, type }) => ({
        dayOfWeek,
        scheduledTime: time,
        lessonType: type,
        arena: arenaOf(type),
        startDate: toDbDate(addMonths(monthStart(today), -3)),
      })),
    ],
  })
  await seedInstructors()
  return places
}

/** Hacks leave the school's grounds. */
const arenaOf = (type: string) => (type === 'Hack' ? null : type === SECOND ? 'Indoor' : 'Outdoor')

async function seedInstructors(): Promise<void> {
  for (const { types, password, ...who } of INSTRUCTORS) {
    const hash = password && (await hashPassword(password))
    const data = { ...who, password: hash, role: 'instructor', emailVerifiedAt: who.email ? now() : null }
    const { id } = await prisma.user.create({ data, select: { id: true } })
    await prisma.weeklyPlace.updateMany({ where: { lessonType: { in: types } }, data: { instructorId: id } })
  }
}

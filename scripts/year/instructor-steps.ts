import { addDays } from '../../app/utils/dates'
import { calls, type Doing, pick, presses } from './doing'
import type { InstructorKind } from './kinds'
import type { World } from './world'

interface TaughtLesson {
  time: string
  type: string
  riders: { studentId: string; attendance: string; version: string }[]
}

/** How many days after a ride instructors may mark it. */
const MARK_DAYS = 3

/** A ride of the last days whose instructor is one of them, with the instructor: each teaches on one day of the week. */
async function taughtRide({ school, clock }: World, who: number, n: number) {
  const rides = []
  for (const person of school.instructors) {
    for (let back = 0; back <= MARK_DAYS; back++) {
      const date = addDays(clock.today, -back)
      const lessons: TaughtLesson[] = await person.read(`/api/teaching/day?date=${date}`)
      rides.push(
        ...lessons.flatMap(({ time, type, riders }) => riders.map((rider) => ({ person, date, time, type, ...rider }))),
      )
    }
  }
  return pick(rides, who + n)
}

/** What instructors do with their phones. */
export const INSTRUCTOR_STEPS: Record<InstructorKind, Doing> = {
  async 'mark at the barn'(world, { who, a, c }) {
    const ride = await taughtRide(world, who, a)
    if (!ride) return null
    const body = {
      ...{ studentId: ride.studentId, lessonDate: ride.date, lessonTime: ride.time, rideType: ride.type },
      ...{ attendanceStatus: pick(['present', 'absent', 'makeup', 'scheduled'], c), version: ride.version },
    }
    return calls(ride.person, 'POST', '/api/teaching/attendance', body, [
      ride.studentId,
      `${ride.date} ${ride.time} ${ride.type}`,
    ])
  },
  async 'horse at the barn'(world, { who, a, b, c }) {
    const ride = await taughtRide(world, who, a)
    const horse = pick(world.school.horses, c)
    if (!ride || !horse) return null
    const body = {
      ...{ studentId: ride.studentId, lessonDate: ride.date, lessonTime: ride.time, rideType: ride.type },
      horseId: b % 4 === 0 ? null : horse.id,
    }
    return calls(ride.person, 'POST', '/api/teaching/horse', body, [ride.studentId, horse.name])
  },
  async "can't teach"(world, { who, a }) {
    const person = pick(world.school.instructors, who)!
    const from = addDays(world.clock.today, a % 4)
    return presses(person, '/teaching/cant-come', /Tell|Send|Report|Save/, { from, reason: 'Ill' }, [person.id])
  },
}

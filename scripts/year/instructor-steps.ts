import { addDays } from '../../app/utils/dates'
import { calls, type Doing, pick, presses } from './doing'
import type { InstructorKind } from './kinds'
import type { Person } from './person'
import type { World } from './world'

interface TaughtLesson {
  time: string
  type: string
  riders: { studentId: string; attendance: string; version: string }[]
}

/** A ride that the instructor teaches on a day. */
async function taughtRide(person: Person, world: World, n: number, back: number) {
  const date = addDays(world.clock.today, -(back % 3))
  const lessons: TaughtLesson[] = await person.read(`/api/teaching/day?date=${date}`)
  const rides = lessons.flatMap(({ time, type, riders }) => riders.map((rider) => ({ date, time, type, ...rider })))
  return pick(rides, n)
}

/** What instructors do with their phones. */
export const INSTRUCTOR_STEPS: Record<InstructorKind, Doing> = {
  async 'mark at the barn'(world, { who, a, b, c }) {
    const person = pick(world.school.instructors, who)!
    const ride = await taughtRide(person, world, a, b)
    if (!ride) return null
    const body = {
      ...{ studentId: ride.studentId, lessonDate: ride.date, lessonTime: ride.time, rideType: ride.type },
      ...{ attendanceStatus: pick(['present', 'absent', 'makeup', 'scheduled'], c), version: ride.version },
    }
    return calls(person, 'POST', '/api/teaching/attendance', body, [
      ride.studentId,
      `${ride.date} ${ride.time} ${ride.type}`,
    ])
  },
  async 'horse at the barn'(world, { who, a, b, c }) {
    const person = pick(world.school.instructors, who)!
    const ride = await taughtRide(person, world, a, b)
    const horse = pick(world.school.horses, c)
    if (!ride || !horse) return null
    const body = {
      ...{ studentId: ride.studentId, lessonDate: ride.date, lessonTime: ride.time, rideType: ride.type },
      horseId: b % 4 === 0 ? null : horse.id,
    }
    return calls(person, 'POST', '/api/teaching/horse', body, [ride.studentId, horse.name])
  },
  async "can't teach"(world, { who, a }) {
    const person = pick(world.school.instructors, who)!
    const from = addDays(world.clock.today, a % 4)
    return presses(person, '/teaching/cant-come', /Tell|Send|Report|Save/, { from, reason: 'Ill' }, [person.id])
  },
}

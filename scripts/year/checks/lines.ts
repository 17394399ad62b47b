import { formatTimeOfDay } from '../../../app/utils/time-of-day'
import { ridesAround } from '../doing'
import type { World } from '../world'

interface Line {
  studentId: string
  lessonDate: string
  scheduledTime: string
  lessonType: string
  weekly: boolean
}

const baseOf = (type: string) => type.replace(/ \d$/, '')

/** Checks that nobody waits for a lesson of a day in which they ride, or for the other one of its type at that hour. */
export async function wrongLines(world: World): Promise<string[]> {
  const lines: Line[] = await world.school.office.read('/api/admin/waitlist')
  const rides = (await ridesAround(world, 0, 30)).filter(({ attendance }) => attendance === 'scheduled')
  return lines.flatMap(({ studentId, lessonDate, scheduledTime, lessonType, weekly }) => {
    const has = rides.some(
      (ride) =>
        ride.studentId === studentId &&
        ride.date === lessonDate &&
        formatTimeOfDay(ride.scheduledTime) === scheduledTime &&
        baseOf(ride.type) === baseOf(lessonType),
    )
    return has && !weekly ? [`${studentId} rides on ${lessonDate} at ${scheduledTime}, and still waits for it`] : []
  })
}

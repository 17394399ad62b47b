import { prisma } from '~/platform/db.server'
import { addDays, addMonths, dayOfWeek, type LocalDate, toDbDate } from '~/utils/dates'
import type { Random } from './random'
import type { WeeklyRide } from './week'

const attendanceOf = (random: Random) => {
  const roll = random.below(100)
  if (roll < 86) return 'present'
  if (roll < 93) return 'absent'
  return roll < 97 ? 'makeup' : 'reschedule'
}

/** Three months of attendance up to yesterday with horses, and horses for today. */
export async function seedRides(places: WeeklyRide[], today: LocalDate, random: Random): Promise<void> {
  const horses = await prisma.horse.findMany({ orderBy: { id: 'asc' } })
  const names = new Map(
    (await prisma.user.findMany({ select: { id: true, firstName: true, lastName: true } })).map((user) => [
      user.id,
      `${user.firstName} ${user.lastName}`,
    ]),
  )
  const rides = []
  const usage = []
  for (let day = addMonths(today, -3); day <= today; day = addDays(day, 1)) {
    const riding = places.filter((place) => place.dayOfWeek === dayOfWeek(day))
    // Each day begins with another horse, so that all work equally.
    let turn = random.below(horses.length)
    for (const { studentId, time, type } of riding) {
      const attendance = day < today ? attendanceOf(random) : null
      const date = toDbDate(day)
      if (attendance) {
        rides.push({ studentId, type, scheduledDate: date, scheduledTime: time, attendance, status: 'completed' })
      }
      if (attendance === 'absent' || attendance === 'reschedule') continue
      const horse = horses[turn++ % horses.length]!
      usage.push({
        horseId: horse.id,
        horseName: horse.name,
        studentId,
        studentName: names.get(studentId) ?? '',
        usageDate: date,
        lessonTime: time,
        lessonType: type,
      })
    }
  }
  await prisma.ride.createMany({ data: rides })
  // If the next horse is still out, the ride has none.
  await prisma.horseUsage.createMany({ data: usage, skipDuplicates: true })
}

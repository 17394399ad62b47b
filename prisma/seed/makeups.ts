import { bookMakeup } from '~/models/schedule/makeups/book-makeup.server'
import { extendMakeup } from '~/models/schedule/makeups/extend-makeup.server'
import { grantMakeup, revokeMakeup } from '~/models/schedule/makeups/office-makeup.server'
import { declineRequest } from '~/models/schedule/makeups/requests/answer.server'
import { requestMakeup } from '~/models/schedule/makeups/requests/ask.server'
import { placesToTake } from '~/models/schedule/places/places-to-take.server'
import { lastDayOf } from '~/models/vocabulary/makeup'
import { prisma } from '~/platform/db.server'
import { addDays, fromDbDate, type LocalDate, toDbDate } from '~/utils/dates'
import type { SeededPeople } from './people'
import { randomFrom } from './random'

const TYPE = 'Group Lesson'
/** Days until a booked makeup is ridden: past the weeks that visitors look at first. */
const BOOKED = { from: 15, to: 26 }
/** How many are booked ahead. */
const BOOKINGS = 2

/** Adds makeups in each of their states, and two families' requests. The week that visitors see first stays as it is. */
export async function seedMakeups({ adminId, riderId, studentIds }: SeededPeople, today: LocalDate): Promise<void> {
  await seedOfMarks(adminId)
  const [flooded, lame] = ['The ring was flooded', 'The pony was lame']
  const give = (id: string, reason: string, days: number) =>
    grantMakeup(adminId, id, { type: TYPE, reason, until: addDays(today, days) })
  await seedBookings(studentIds.slice(4), today, (id) => give(id, flooded, 40))
  const [ada, finn] = await prisma.user.findMany({ where: { guardianId: riderId }, orderBy: { firstName: 'asc' } })
  if (ada && finn) {
    await requestMakeup(riderId, await give(ada.id, flooded, 24), {
      weekdays: [2, 4],
      wish: 'After 4 PM, with Finn if you can.',
    })
    const declined = await requestMakeup(riderId, await give(finn.id, flooded, 24), {
      weekdays: [0],
      wish: 'Any Sunday.',
    })
    await declineRequest(adminId, declined, 'No lessons on Sundays, sorry. Would a Saturday do?')
  }
  const [last = '', other = ''] = studentIds.slice(-2)
  await revokeMakeup(adminId, await give(last, lame, 20), 'Given to the wrong rider')
  const over = { validFrom: toDbDate(addDays(today, -50)), validTo: toDbDate(addDays(today, -12)) }
  const given = { studentId: other, why: 'office', lessonType: TYPE, reason: flooded, byId: adminId }
  await prisma.makeup.create({ data: { ...given, ...over, createdAt: over.validFrom } })
  await extendMakeup(adminId, await give(other, lame, 10), { until: addDays(today, 40), reason: 'Away at school' })
}

/** Adds the makeups that come from marks: a rescheduled ride gave one; one marked as a makeup used that of its month. */
async function seedOfMarks(byId: string): Promise<void> {
  const rides = await prisma.ride.findMany({
    where: { attendance: { in: ['reschedule', 'makeup'] } },
    orderBy: [{ scheduledDate: 'asc' }, { scheduledTime: 'asc' }],
  })
  const owed = new Map<string, number>()
  for (const { studentId, scheduledDate, scheduledTime, type, attendance } of rides) {
    const day = fromDbDate(scheduledDate)
    const month = `${studentId} ${day.slice(0, 7)}`
    const ride = { studentId, lessonType: type, byId, createdAt: scheduledDate }
    const makeupId = owed.get(month)
    if (attendance === 'reschedule') {
      const { id } = await prisma.makeup.create({
        data: {
          ...ride,
          why: 'absence',
          rideDate: scheduledDate,
          rideTime: scheduledTime,
          reason: 'Rescheduled',
          validFrom: scheduledDate,
          validTo: toDbDate(lastDayOf(day, 'days')),
        },
      })
      owed.set(month, id)
    } else if (makeupId) {
      owed.delete(month)
      await prisma.makeupBooking.create({
        data: { ...ride, makeupId, lessonDate: scheduledDate, scheduledTime, via: 'mark' },
      })
    }
  }
}

/** Books makeups for riders who find a place in those days. */
async function seedBookings(studentIds: readonly string[], today: LocalDate, give: (id: string) => Promise<number>) {
  const random = randomFrom(20_14)
  const [from, to] = [addDays(today, BOOKED.from), addDays(today, BOOKED.to)]
  let left = BOOKINGS
  for (const id of studentIds) {
    if (left === 0) return
    const lessons = await placesToTake(id, from, to, { types: [TYPE] })
    if (lessons.length === 0) continue
    await give(id)
    await bookMakeup(id, id, random.pick(lessons))
    left--
  }
}

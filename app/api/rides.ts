import { z } from 'zod'
import { canViewRider } from '~/models/people/accounts/viewer.server'
import { findStudent } from '~/models/people/families/student.server'
import { officeLessons } from '~/models/schedule/rides/api/schedule-api.server'
import { rideHistory, upcomingRides } from '~/models/schedule/rides/ride.server'
import { withPurchases } from '~/models/schedule/rides/ride-purchase.server'
import { rideId } from '~/models/schedule/vocabulary/ride-id'
import { today } from '~/platform/clock.server'
import { notFound } from '~/platform/refused'
import { addMonths } from '~/utils/dates'
import { formatTimeOfDay } from '~/utils/time-of-day'
import { call } from './table/call'
import { attendance, day, dayNamed } from './table/fields'
import { linkNext } from './table/next-page'

/**
 * A ride has its day and time under both names that clients use. Its `id` identifies it in the calls that record
 * attendance.
 */
const ride = z
  .strictObject({
    id: z.string(),
    studentId: z.string(),
    date: day,
    scheduledDate: day,
    time: z.string(),
    scheduledTime: z.string(),
    type: z.string(),
    duration: z.int(),
    attendance,
    horseAssignment: z.string(),
    instructor: z.string(),
    instructorId: z.string().nullable(),
    arena: z.string().optional(),
    /** The rider's oldest purchase that is valid on that day. */
    packagePurchaseId: z.int().nullable(),
    /** Whether the ride is booked as a makeup. */
    isMakeup: z.literal(true).optional(),
    source: z.enum(['weekly', 'one-time', 'record']),
  })
  .meta({ id: 'Ride' })
const officeRides = z.array(ride.extend({ studentName: z.string() }))

const LESSONS_FAULT = 'Failed to fetch lessons'

const rider = z.object({ id: z.string() })
const upcoming = z.object({
  upcoming: z.enum(['true', 'false'], { error: 'upcoming must be true or false' }).default('true'),
})

async function ridesOf(riderId: string, upcoming: 'true' | 'false') {
  const rides = await (upcoming === 'true' ? upcomingRides : rideHistory)(riderId, today())
  const answers = rides.map(({ date, time, ...ride }) => ({
    id: rideId({ date, time, riderId }),
    studentId: riderId,
    date,
    scheduledDate: date,
    time: formatTimeOfDay(time),
    scheduledTime: time,
    ...ride,
  }))
  return withPurchases(answers)
}

/** Upcoming rides and ride history. */
export const rides = [
  call({
    method: 'get',
    path: '/lessons/user',
    for: 'viewer',
    summary: 'One’s own rides.',
    fault: LESSONS_FAULT,
    query: upcoming,
    answer: z.array(ride),
    run: ({ viewer, query }) => ridesOf(viewer.id, query.upcoming),
  }),
  call({
    method: 'get',
    path: '/lessons/user/{id}',
    for: 'viewer',
    summary: 'One’s own rides, or those of a rider one answers for; 404 for anybody else’s.',
    fault: LESSONS_FAULT,
    params: rider,
    shows: ({ params }) => params.id,
    query: upcoming,
    answer: z.array(ride),
    async run({ viewer, params: { id }, query }) {
      if (!(await canViewRider(viewer, id)) || !(await findStudent(id))) throw notFound('Student not found')
      return ridesOf(id, query.upcoming)
    },
  }),
  call({
    method: 'get',
    path: '/admin/lessons/user/{id}',
    for: 'admin',
    summary: 'Any student’s rides.',
    fault: LESSONS_FAULT,
    params: rider,
    shows: ({ params }) => params.id,
    query: upcoming,
    answer: z.array(ride),
    async run({ params: { id }, query }) {
      if (!(await findStudent(id))) throw notFound('Student not found')
      return ridesOf(id, query.upcoming)
    },
  }),
  call({
    method: 'get',
    path: '/admin/lessons',
    for: 'admin',
    summary:
      'Every ride between two days, a year at most. With more than 2,000 they end with a day, and the header Link names the call for the days that are left.',
    fault: LESSONS_FAULT,
    query: z
      .object({ startDate: dayNamed('startDate'), endDate: dayNamed('endDate') })
      .refine(({ startDate, endDate }) => startDate <= endDate, {
        error: 'endDate must not lie before startDate',
        path: ['endDate'],
        abort: true,
      })
      .refine(({ startDate, endDate }) => endDate <= addMonths(startDate, 12), {
        error: 'endDate must lie within a year of startDate',
        path: ['endDate'],
      }),
    answer: officeRides,
    async run({ headers, query: { startDate, endDate } }) {
      const { rides, next } = await officeLessons({ from: startDate, to: endDate })
      if (next) linkNext(headers, '/admin/lessons', { startDate: next, endDate })
      return withPurchases(rides)
    },
  }),
  call({
    method: 'get',
    path: '/admin/lessons/today',
    for: 'admin',
    summary: 'Today’s rides.',
    fault: LESSONS_FAULT,
    answer: officeRides,
    run: async () => withPurchases((await officeLessons({ from: today(), to: today() })).rides),
  }),
]

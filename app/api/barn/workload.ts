import { z } from 'zod'
import { listCare } from '~/models/schedule/workload/care.server'
import { otherWorkSchema } from '~/models/schedule/workload/other-work.schema'
import { addOtherWork, removeOtherWork } from '~/models/schedule/workload/other-work.server'
import { otherWorkIn } from '~/models/schedule/workload/other-work-rows.server'
import { loadWorkloads } from '~/models/schedule/workload/workload.server'
import { MAX_DAYS_OF_ALL, readWorkload } from '~/models/schedule/workload/workload-range'
import { today } from '~/platform/clock.server'
import { idField, MAX_ID } from '~/utils/fields'
import { call } from '../table/call'
import { count, day, done, NO_SUCH_ROW } from '../table/fields'

const asked = z.object({ from: z.string().optional(), to: z.string().optional(), horse: z.string().optional() })
const askedOf = (request: Request) => readWorkload(new URL(request.url).searchParams, today())

const work = z
  .strictObject({
    date: day,
    time: z.string(),
    duration: count,
    type: z.string(),
    rider: z.string().nullable(),
    overReason: z.string().nullable(),
    overBy: z.string().nullable().describe('Who went beyond the limit, and when.'),
    otherWorkId: z.int().nullable(),
  })
  .meta({ id: 'HorseWork' })

const care = z
  .strictObject({
    id: z.int(),
    horseId: z.int(),
    horse: z.string(),
    kind: z.string(),
    dueOn: day.nullable(),
    doneOn: day.nullable().describe('Null while it is due.'),
    everyWeeks: z.int().nullable().describe('After how many weeks it is due again; null if it is not.'),
    note: z.string().nullable(),
  })
  .meta({ id: 'HorseCare' })

/** What each horse did each day. */
export const workload = [
  call({
    method: 'get',
    path: '/horses/workload',
    for: 'admin',
    summary:
      'The daily record of each horse: its rides and other work, which has an `otherWorkId`, its hours and rest days, why it was to rest, and what became of its limits. This month up to today by default; a year at most of one horse, 31 days of all.',
    query: asked,
    answer: z.array(
      z.strictObject({
        horseId: z.int(),
        horse: z.string(),
        isActive: z.boolean(),
        onRest: z.boolean(),
        rides: count,
        otherWork: count,
        minutes: count,
        restDays: count,
        longestRun: count,
        days: z.array(
          z.strictObject({
            date: day,
            minutes: count,
            work: z.array(work),
            resting: z
              .string()
              .nullable()
              .describe('Why the horse was to rest that day, from when until when, and who said so.'),
            fewer: count.describe('The number of rides deducted from each horse’s limit because the day was hot.'),
            limit: count.describe(
              'How often the horse may go out on such a day, by its present limits; 0 is no limit.',
            ),
          }),
        ),
      }),
    ),
    run({ request }) {
      const { horse } = askedOf(request)
      const mostDays = horse === undefined ? MAX_DAYS_OF_ALL : undefined
      const { from, to } = readWorkload(new URL(request.url).searchParams, today(), mostDays)
      return loadWorkloads(from, to, today(), horse)
    },
  }),
  call({
    method: 'get',
    path: '/horses/work',
    for: 'admin',
    summary:
      'What horses did beside their rides, such as lunging or a ride by staff. This month up to today by default, a year at most.',
    query: asked,
    answer: z.array(
      z.strictObject({
        id: z.int(),
        horseId: z.int(),
        horse: z.string(),
        date: day,
        time: z.string(),
        duration: count,
        kind: z.string(),
        who: z.string().nullable(),
      }),
    ),
    run({ request }) {
      const { horse, ...days } = askedOf(request)
      return otherWorkIn(days, horse)
    },
  }),
  call({
    method: 'get',
    path: '/horses/care',
    for: 'admin',
    summary:
      'Farrier, vet, and other care of each horse: what is due, the next first, and what was done, the last first. With `horse`, of that one.',
    query: z.object({ horse: z.coerce.number().int().positive().max(MAX_ID).optional() }),
    answer: z.strictObject({ due: z.array(care), done: z.array(care) }),
    run: ({ query }) => listCare(query.horse),
  }),
  call({
    method: 'post',
    path: '/horses/work',
    for: 'admin',
    summary:
      'Notes what a horse did beside its rides, up to today; it counts toward the limits of the horse as a ride does.',
    body: otherWorkSchema,
    answer: done.extend({ id: z.int() }),
    missing: 'This horse no longer exists.',
    async run({ viewer, body }) {
      const { id } = await addOtherWork(viewer.id, body)
      return { message: 'Work Added', id }
    },
  }),
  call({
    method: 'delete',
    path: '/horses/work/{id}',
    for: 'admin',
    summary: 'Removes other work from the record of its horse; the audit log keeps it.',
    params: z.object({ id: idField }),
    answer: done,
    missing: NO_SUCH_ROW,
    async run({ viewer, params }) {
      await removeOtherWork(viewer.id, params.id)
      return { message: 'Work Removed' }
    },
  }),
]

import { z } from 'zod'
import { addWish, listWishes, removeWish } from '~/models/schedule/horses/wish.server'
import { addWishSchema } from '~/models/schedule/match/wish.schema'
import { idField } from '~/utils/fields'
import { call } from '../table/call'
import { done, instant } from '../table/fields'

const { riderId: studentId, horseId, fit, reason } = addWishSchema.shape

/** Which riders and horses go well together, and which must not be paired. */
export const wishes = [
  call({
    method: 'get',
    path: '/horses/riders',
    for: 'admin',
    summary: 'Which students are good with which horses, and who is never to be given one (`not`).',
    query: z.object({ horseId: idField.optional() }),
    answer: z.array(
      z.strictObject({
        studentId: z.string(),
        student: z.string(),
        horseId: z.int(),
        horse: z.string(),
        fit: z.enum(['good', 'not']),
        reason: z.string().nullable(),
        by: z.string(),
        at: instant,
      }),
    ),
    async run({ query }) {
      const rows = await listWishes(query)
      return rows.map(({ id: _, riderId, rider, good, at, ...row }) => ({
        ...{ ...row, studentId: riderId, student: rider },
        fit: good ? ('good' as const) : ('not' as const),
        at: at.toISOString(),
      }))
    },
  }),
  call({
    method: 'post',
    path: '/horses/riders',
    for: 'admin',
    summary: 'Says that a student and a horse are good together, or (`not`) that they are not to be put together.',
    body: z.object({ studentId, horseId, fit, reason }),
    answer: done,
    missing: 'Student not found',
    async run({ viewer, body: { studentId: riderId, ...said } }) {
      return { message: await addWish(viewer.id, { riderId, ...said }) }
    },
  }),
  call({
    method: 'delete',
    path: '/horses/{id}/riders/{studentId}',
    for: 'admin',
    summary: 'Takes back what was said of a student and a horse.',
    params: z.object({ id: idField, studentId: z.string() }),
    answer: done,
    missing: 'Student not found',
    async run({ viewer, params: { id, studentId } }) {
      await removeWish(viewer.id, { riderId: studentId, horseId: id })
      return { message: 'Removed' }
    },
  }),
]

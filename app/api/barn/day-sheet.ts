import { z } from 'zod'
import { slotsTaught } from '~/models/schedule/instructors/teaching.server'
import { findMakeupRules } from '~/models/schedule/vocabulary/makeup-rules.server'
import { recordUnsent } from '~/models/unsent/record-unsent.server'
import { unsentSchema } from '~/models/unsent/unsent.schema'
import { apiError } from '~/web/api.server'
import { call } from '../table/call'
import { attendance } from '../table/fields'

const said = z.string()
const trouble = z.discriminatedUnion('kind', [
  z.strictObject({
    kind: z.literal('changed'),
    said,
    now: z.strictObject({ attendance, horseId: z.int().nullable() }),
    horse: z.string().nullable(),
  }),
  z.strictObject({ kind: z.enum(['refused', 'gone']), said }),
])

const sent = {
  body: unsentSchema,
  answer: z.strictObject({ changes: z.array(z.strictObject({ key: z.uuid(), trouble: trouble.nullable() })) }),
}

/** @throws Response JSON 403: the next person to sign in on a device doesn't send what was recorded there before. */
function refuseOthers(viewer: { id: string }, { userId }: { userId: string }): void {
  if (userId !== viewer.id) throw apiError('forbidden', 'These changes were made by someone else.')
}

/** What day sheets, the office's and an instructor's, send once they are online again. */
export const daySheet = [
  call({
    method: 'post',
    path: '/day-sheet/changes',
    for: 'admin',
    summary:
      'Records marks and horses of a day that `userId` chose on a sheet without signal, each if its ride still is as `base` says. What was sent before under the same `key` is not written again; what someone else changed stays, and is told as trouble. So is `present` or `makeup` until half an hour before the lesson, which a person has to confirm.',
    ...sent,
    async run({ viewer, body }) {
      refuseOthers(viewer, body)
      return { changes: await recordUnsent(viewer.id, body.lessonDate, body.changes) }
    },
  }),
  call({
    method: 'post',
    path: '/teaching/changes',
    for: 'instructor',
    summary:
      'As `POST /day-sheet/changes`, of rides that the instructor teaches. Of any other nothing is written or told; that is its trouble. So is a mark that was not made on the ride’s day or within the school’s days after it, by `madeAt`.',
    ...sent,
    async run({ viewer, body }) {
      refuseOthers(viewer, body)
      const [slots, { instructorMarkDays: days }] = await Promise.all([
        slotsTaught(viewer.id, body.lessonDate),
        findMakeupRules(),
      ])
      return { changes: await recordUnsent(viewer.id, body.lessonDate, body.changes, { slots, days }) }
    },
  }),
]

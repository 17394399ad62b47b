import { z } from 'zod'
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

/** What a day sheet sends once it has a signal again. */
export const daySheet = [
  call({
    method: 'post',
    path: '/day-sheet/changes',
    for: 'admin',
    summary:
      'Records marks and horses of a day that `userId` chose on a sheet without signal, each if its ride still is as `base` says. What was sent before under the same `key` is not written again; what someone else changed stays, and is told as trouble.',
    body: unsentSchema,
    answer: z.strictObject({ changes: z.array(z.strictObject({ key: z.uuid(), trouble: trouble.nullable() })) }),
    async run({ viewer, body }) {
      if (body.userId !== viewer.id) throw apiError(403, 'These changes were made by someone else.')
      return { changes: await recordUnsent(viewer.id, body.lessonDate, body.changes) }
    },
  }),
]

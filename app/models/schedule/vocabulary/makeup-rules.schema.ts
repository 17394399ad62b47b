import { z } from 'zod'
import { MAKEUP_HOLDS } from '~/models/vocabulary/makeup'

const hours = 'Please enter 0 to 168 hours'
const days = 'Please enter 0 to 31 days'

export const makeupRulesSchema = z.object({
  absenceCutoffHours: z.coerce.number(hours).int(hours).min(0, hours).max(168, hours),
  makeupHolds: z.enum(MAKEUP_HOLDS, { error: 'Choose how long a makeup is good' }),
  instructorMarkDays: z.coerce.number(days).int(days).min(0, days).max(31, days),
})

export type MakeupRules = z.output<typeof makeupRulesSchema>

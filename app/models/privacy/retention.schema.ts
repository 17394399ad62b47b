import { z } from 'zod'
import { KEPT, MAX_MONTHS, type Retention } from '~/models/vocabulary/retention'

function months(field: keyof Retention) {
  const { least, most = MAX_MONTHS } = KEPT[field]
  const range = `Please enter ${least} to ${most} months`
  return z.coerce.number(range).int(range).min(least, range).max(most, range)
}

export const retentionSchema = z.object({
  emails: months('emails'),
  notes: months('notes'),
  changes: months('changes'),
  views: months('views'),
  waivers: months('waivers'),
  inactive: months('inactive'),
})

import { z } from 'zod'
import { KEPT, MOST_MONTHS, type Retention } from './retention'

function months(field: keyof Retention) {
  const { least } = KEPT[field]
  const range = `Please enter ${least} to ${MOST_MONTHS} months`
  return z.coerce.number(range).int(range).min(least, range).max(MOST_MONTHS, range)
}

export const retentionSchema = z.object({
  emails: months('emails'),
  notes: months('notes'),
  changes: months('changes'),
  views: months('views'),
  inactive: months('inactive'),
})

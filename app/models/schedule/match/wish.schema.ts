import { z } from 'zod'
import { horseIdField } from '~/models/schedule/vocabulary/horse.schema'
import { riderField } from '~/models/schedule/vocabulary/slot.schema'
import { optionalText } from '~/utils/fields'

const pair = { riderId: riderField, horseId: horseIdField }

export const addWishSchema = z.object({
  ...pair,
  fit: z.enum(['good', 'not'], { error: 'Choose one of the two' }),
  reason: optionalText(),
})

export const wishSchema = z.discriminatedUnion('intent', [
  addWishSchema.extend({ intent: z.literal('add') }),
  z.object({ ...pair, intent: z.literal('remove') }),
])

import { z } from 'zod'
import { riderField, typeField } from '~/models/schedule/vocabulary/slot.schema'
import { timesField } from './season.schema'

/** The times that work for a family, for each of its rides. */
export const ownWishesSchema = z.object({
  rides: z
    .array(z.object({ rider: riderField, type: typeField, times: timesField }), { error: 'Choose your times' })
    .min(1, 'Choose your times')
    .max(100),
})
export type OwnWish = z.output<typeof ownWishesSchema>['rides'][number]

import { z } from 'zod'
import { MAX_TYPE_NAME } from '~/models/schedule/week/base-type'
import { RIDE_TYPE_COUNTERS } from '~/models/vocabulary/counters'
import { idField } from '~/utils/fields'

const color = z.string().regex(/^#[0-9a-f]{6}$/i, 'Choose a color')
const sortOrder = z.coerce.number({ error: 'Enter a number' }).int('Enter a whole number').min(0).max(999).default(0)

const PLACES = 'Enter 1 to 99, or leave blank for no limit'
const capacity = z
  .union([z.literal(''), z.coerce.number(PLACES).int(PLACES).min(1, PLACES).max(99, PLACES)], PLACES)
  .optional()
  .transform((text) => text || null)

export const rideTypeSchema = z.discriminatedUnion('intent', [
  z.object({
    intent: z.literal('add'),
    name: z
      .string()
      .trim()
      .min(1, 'Enter a name')
      .max(MAX_TYPE_NAME, `Use up to ${MAX_TYPE_NAME} characters`)
      // Browsers resolve such a path segment, however it is encoded.
      .refine((name) => !/^\.+$/.test(name), 'Enter a name'),
    color,
    sortOrder,
    capacity,
    /** Empty means that a ride is logged only. */
    counter: z.enum(['', ...RIDE_TYPE_COUNTERS.map(({ name }) => name)]).default(''),
  }),
  z.object({
    intent: z.literal('save'),
    id: idField,
    color,
    sortOrder,
    capacity,
    onOffer: z.literal('on').optional(),
  }),
])
export type RideTypeChange = z.output<typeof rideTypeSchema>

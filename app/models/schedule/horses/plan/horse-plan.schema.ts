import { z } from 'zod'
import { horseField, overReasonField } from '~/models/schedule/vocabulary/horse.schema'
import { dayField } from '~/models/schedule/vocabulary/slot.schema'

const rideField = z
  .string()
  .regex(/^\d\d:\d\d \d+-\d+ .+$/, 'Choose a ride')
  .transform((text) => {
    const [time = '', version = '', ...rider] = text.split(' ')
    return { time, version, riderId: rider.join(' ') }
  })

const ridesField = z
  .array(z.object({ ride: rideField, horseId: horseField }).transform(({ ride, horseId }) => ({ ...ride, horseId })))
  .max(500)
  .default([])

export const assignHorsesSchema = z.object({ rides: ridesField, overReason: overReasonField })

/** Of several days. */
export const assignDaysSchema = z.object({
  days: z
    .array(z.object({ date: dayField, rides: ridesField }))
    .max(31)
    .default([]),
  overReason: overReasonField,
  /** What the plan was made from. */
  version: z.string().max(100).optional(),
})
export type RestPlanForm = z.output<typeof assignDaysSchema>
export type HorseChoice = z.output<typeof assignHorsesSchema>['rides'][number]

/** The number of rides that a hot day takes off each horse's limit; 0 undoes it. */
export const hotDaySchema = z.object({
  date: dayField,
  fewer: z.coerce.number({ error: 'Choose how many' }).int().min(0).max(9),
})

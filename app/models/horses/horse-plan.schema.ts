import { z } from 'zod'
import { horseField } from '~/models/attendance/attendance.schema'
import { overReasonField } from './horse.schema'

const rideField = z
  .string()
  .regex(/^\d\d:\d\d \d+-\d+ .+$/, 'Choose a ride')
  .transform((text) => {
    const [time = '', version = '', ...rider] = text.split(' ')
    return { time, version, riderId: rider.join(' ') }
  })

export const assignHorsesSchema = z.object({
  rides: z
    .array(z.object({ ride: rideField, horseId: horseField }).transform(({ ride, horseId }) => ({ ...ride, horseId })))
    .max(500)
    .default([]),
  overReason: overReasonField,
})
export type HorseChoice = z.output<typeof assignHorsesSchema>['rides'][number]

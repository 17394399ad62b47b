import { z } from 'zod'
import { LEVEL_NAMES } from '~/models/places/level'

const WEIGHT = 'Enter a weight from 20 to 500 pounds'

/** A form's text in pounds; empty is null. */
export const weightField = z
  .union([z.literal('').transform(() => null), z.coerce.number(WEIGHT).int(WEIGHT).min(20, WEIGHT).max(500, WEIGHT)])
  .default(null)

/** A form's choice; empty is null. */
export const levelField = z
  .union([z.literal('').transform(() => null), z.enum(LEVEL_NAMES)], { error: 'Choose a level of the list' })
  .default(null)

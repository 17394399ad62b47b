import { z } from 'zod'
import { LEVEL_NAMES } from './level'

const WEIGHT = 'Enter a weight from 20 to 500 pounds'

export const wholeWeight = z.number(WEIGHT).int(WEIGHT).min(20, WEIGHT).max(500, WEIGHT)

/** A form's text in pounds; an empty field is null. */
export const weightField = z.coerce
  .number(WEIGHT)
  .pipe(wholeWeight)
  .optional()
  .transform((pounds) => pounds ?? null)

/** A form's choice, in the same way. */
export const levelField = z
  .enum(LEVEL_NAMES, { error: 'Choose a level from the list' })
  .optional()
  .transform((level) => level ?? null)

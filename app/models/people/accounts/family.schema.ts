import { z } from 'zod'
import { emailField } from '~/models/vocabulary/user.schema'
import type { LocalDate } from '~/utils/dates'
import { idField, requiredText, withoutTime } from '~/utils/fields'

const BIRTH_DATE = 'Please enter the birth date as year, month, and day'

export const BORN_LATER = 'The birth date is in the future'

/** Whether a text is a date like `2014-05-31`, from 1900 on. The model checks that it is not in the future. */
const isBirthDate = (text: string): text is LocalDate => {
  const time = Date.parse(`${text}T12:00:00Z`)
  return /^(19|20|21)\d\d-\d\d-\d\d$/.test(text) && !Number.isNaN(time) && new Date(time).toISOString().startsWith(text)
}

const birthDate = z.string({ error: BIRTH_DATE }).trim().overwrite(withoutTime).refine(isBirthDate, BIRTH_DATE)

/** A form's field that may stay empty. */
export const birthDateField = z
  .union([z.literal(''), birthDate], { error: BIRTH_DATE })
  .nullish()
  .transform((text) => text || null)

export const birthDateOrNull = birthDate.nullable()

export const newRiderSchema = z.object({
  firstName: requiredText('First name is required'),
  lastName: requiredText('Last name is required'),
  birthDate: birthDateField,
})
export type NewRider = z.output<typeof newRiderSchema>

/** A checkbox, which a form leaves out if it is not checked. */
export const ticked = z
  .literal('on')
  .optional()
  .transform((tick) => tick === 'on')

/** A rider whom a family adds itself, with the parent's consent. */
export const ownRiderSchema = newRiderSchema.extend({ consent: ticked })
export type OwnRider = z.output<typeof ownRiderSchema>

export const ridesTooSchema = z.object({
  intent: z.literal('rides-too'),
  rides: z.enum(['yes', 'no']).transform((answer) => answer === 'yes'),
})

export const linkSchema = z.object({
  rider: z.string().min(1).max(100),
  guardian: z.string().min(1).max(100),
})

export const unlinkSchema = z.object({
  /** The address for a rider who has none yet. */
  email: z
    .union([z.literal(''), emailField], { error: 'Please enter a valid email address' })
    .nullish()
    .transform((email) => email || null),
})

/** The two accounts, and whose address signs in afterward. */
export const mergeSchema = z.object({
  keep: z.string().min(1).max(100),
  merge: z.string().min(1).max(100),
  email: z.enum(['kept', 'merged']).default('kept'),
})

export const undoFamilySchema = z.object({ 'undo-family': idField })

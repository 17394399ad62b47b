import { z } from 'zod'
import { SCHOOL_COLORS, type SchoolColor } from '~/models/school/face/school-color'
import { FEE_SCOPES, HIGHEST_FEE_RATE, parsePercent } from '~/models/vocabulary/fee'
import { LEAST, LEAST_OF_STAFF } from '~/models/vocabulary/password-hint'
import { emailField } from '~/models/vocabulary/user.schema'
import { optionalText, tooLong } from '~/utils/fields'

const ONE_LINE = /^[^\p{Cc}\p{Zl}\p{Zp}]*$/u

const RATE = 'Please enter a percentage from 0 to 10, for example 2.75'

export const feeSchema = z.object({
  feeRate: z.string({ error: RATE }).transform((typed, context) => {
    const rate = parsePercent(typed)
    if (rate !== null && rate <= HIGHEST_FEE_RATE) return rate
    context.addIssue({ code: 'custom', message: RATE })
    return z.NEVER
  }),
  feeScope: z.enum(FEE_SCOPES, 'Please choose what the fee applies to'),
})
export type Fee = z.output<typeof feeSchema>

const COLORS = Object.keys(SCHOOL_COLORS) as SchoolColor[]
const CHARACTERS = `Enter ${LEAST} to ${LEAST_OF_STAFF} characters, or nothing`
const HOURS = 'Enter 1 to 168 hours, or leave blank'

export const schoolSchema = z.object({
  name: z
    .string({ error: 'Please enter the name' })
    .trim()
    .min(1, 'Please enter the name')
    .max(100, tooLong(100))
    .regex(ONE_LINE, 'The name is one line'),
  phone: optionalText(40).pipe(z.string().regex(ONE_LINE, 'One number, please').nullable()),
  email: z
    .union([z.literal('').transform(() => null), emailField])
    .nullish()
    .transform((email) => email ?? null),
  /** The product's own if nothing is chosen. */
  color: z
    .union([z.literal('').transform(() => null), z.enum(COLORS, 'Choose a color')])
    .nullish()
    .transform((color) => color ?? null),
  /** The hours to answer an offered place; null is the default. */
  offerHours: z.coerce
    .number(HOURS)
    .int(HOURS)
    .min(1, HOURS)
    .max(168, HOURS)
    .nullish()
    .transform((hours) => hours ?? null),
  /** The minimum length of a family's password; null is the default. */
  passwordLeast: z.coerce
    .number(CHARACTERS)
    .int(CHARACTERS)
    .min(LEAST, CHARACTERS)
    .max(LEAST_OF_STAFF, CHARACTERS)
    .nullish()
    .transform((characters) => characters ?? null),
  /** How families pay at the school. */
  payWords: optionalText(200).pipe(z.string().regex(ONE_LINE, 'One line, please').nullable()),
  payAtSchool: z.union([z.boolean(), z.literal('on').transform(() => true)]).default(false),
  address: optionalText(300).transform((text) => text?.replace(/\s*\n\s*/g, '\n') ?? null),
})
export type SchoolData = z.output<typeof schoolSchema>

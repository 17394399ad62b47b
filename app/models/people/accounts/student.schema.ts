import { z } from 'zod'
import { LEVEL_NAMES, NO_LEVEL_YET } from '~/models/vocabulary/level'
import { weightField, wholeWeight } from '~/models/vocabulary/match.schema'
import { emailField } from '~/models/vocabulary/user.schema'
import { idField, MAX_ID, optionalText, requiredText, tooLong, yearSchema } from '~/utils/fields'
import { birthDateField, birthDateOrNull } from './family.schema'

export const newStudentSchema = z.object({
  firstName: requiredText('First name is required'),
  lastName: requiredText('Last name is required'),
  /** The address; without one the office does everything for the family. */
  email: emailField.nullish().transform((email) => email ?? null),
  phone: optionalText(),
  parentName: optionalText(),
})
export type Contact = z.output<typeof newStudentSchema>

const NO_LEVEL = 'Choose a level from the list'
/** The level; undefined leaves it unchanged. */
const level = z
  .enum([NO_LEVEL_YET, ...LEVEL_NAMES], { error: NO_LEVEL })
  .optional()
  .transform((name) => (name === NO_LEVEL_YET ? null : name))

const COUNT = 'Please enter a whole number from 0 to 99'
/** A count in a form; an empty field is not a number. */
const count = z.coerce.number(COUNT).int(COUNT).min(0, COUNT).max(99, COUNT)
const usage = {
  lessonsUsed: count,
  privateLessonsUsed: count,
  hacksUsed: count,
  horseUseUsed: count,
  makeupsUsed: count,
}
const reason = z
  .string()
  .trim()
  .max(500, tooLong(500))
  .nullish()
  .transform((text) => text || null)

/** The package; an empty choice withdraws a granted one. */
const packageId = z
  .union([z.literal(''), idField], { error: 'Choose a package from the list' })
  .transform((id) => id || null)

export const editStudentSchema = z.object({
  ...newStudentSchema.shape,
  birthDate: birthDateField,
  blocked: z
    .literal('on')
    .optional()
    .transform((on) => on === 'on'),
  level,
  weightLb: weightField,
  ...usage,
  packageId: packageId.default(null),
  reason,
})

const wholeCount = z.number(COUNT).int(COUNT).min(0, COUNT).max(99, COUNT)

const optionalField = z
  .string()
  .trim()
  .max(200, tooLong(200))
  .nullable()
  .transform((text) => text || null)

const patchFields = {
  firstName: newStudentSchema.shape.firstName,
  lastName: newStudentSchema.shape.lastName,
  email: emailField.nullable(),
  phone: optionalField,
  parentName: optionalField,
  /** Null clears it. */
  level: z.enum(LEVEL_NAMES, { error: NO_LEVEL }).nullable(),
  /** `2014-05-31`; null if it is unknown. */
  birthDate: birthDateOrNull,
  /** The weight in pounds. */
  weightLb: wholeWeight.nullable(),
  /** False blocks the sign-in. */
  active: z.boolean(),
  packageId: z.number().int().positive().max(MAX_ID).nullable(),
  lessonsUsed: wholeCount,
  privateLessonsUsed: wholeCount,
  hacksUsed: wholeCount,
  horseUseUsed: wholeCount,
  makeupsUsed: wholeCount,
  reason: z.string().trim().max(500, tooLong(500)),
  month: z.union([z.string(), z.int()], { error: 'must be a month such as 2026-11' }),
  year: yearSchema,
}

/** A change by a program. Fields that cannot be changed are refused, so that nobody assumes they were. */
export const studentPatchSchema = z
  .strictObject(patchFields, {
    error: ({ code, keys }) =>
      code === 'unrecognized_keys'
        ? `${keys?.join(', ')} cannot be changed here. What can: ${Object.keys(patchFields).join(', ')}`
        : undefined,
  })
  .partial()

/** Who reads a note: the barn, on every sheet, or only the office. */
const NOTE_READERS = ['barn', 'office'] as const

const readersField = z.enum(NOTE_READERS, { error: 'Choose who reads it' })

export const sortNoteSchema = z.object({ note: idField, readers: readersField })

export const noteSchema = z.object({
  readers: readersField,
  text: z.string({ error: 'Write a note first' }).trim().min(1, 'Write a note first').max(2000, tooLong(2000)),
})

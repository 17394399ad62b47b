import { z } from 'zod'
import { dayWith, idField, optionalText, requiredText, tooLong } from '~/utils/fields'
import { MAX_CHARACTERS, readDrawing } from './drawing'
import { SIGNER_ROLES } from './waiver'

const MAX_TEXT = 20_000
const ONE_LINE = /^[^\p{Cc}\p{Zl}\p{Zp}]*$/u
/** Control characters other than line breaks. */
const CONTROL = /[^\P{Cc}\n]/gu

export const draftSchema = z.object({
  title: z
    .string({ error: 'Please enter a title' })
    .trim()
    .min(1, 'Please enter a title')
    .max(100, tooLong(100))
    .regex(ONE_LINE, 'The title is one line'),
  text: z
    .string({ error: 'Please write the text' })
    .transform((text) =>
      text
        .replace(/\r\n?/g, '\n')
        .replace(CONTROL, ' ')
        .replace(/[^\S\n]+$/gm, '')
        .replace(/\n{3,}/g, '\n\n')
        .trim(),
    )
    .pipe(z.string().min(1, 'Please write the text').max(MAX_TEXT, tooLong(MAX_TEXT))),
})
export type Draft = z.output<typeof draftSchema>

const NAME = 'Please type your full name'

const typedName = z
  .string({ error: NAME })
  .transform((name) => name.replace(/\s+/g, ' ').trim())
  .pipe(
    z
      .string()
      .max(200, tooLong(200))
      .regex(/^[^\p{Cc}]*\p{L}[^\p{Cc}]*\p{L}[^\p{Cc}]*$/u, NAME),
  )

const drawing = z
  .string()
  .max(MAX_CHARACTERS, 'Please draw it again')
  .refine((text) => text === '' || readDrawing(text) !== null, 'Please draw it again')
  .nullish()
  .transform((text) => text || null)

const RIDERS = 'Please choose who it is for'

/** A signature for one rider or several: the text that was read, the name, and the drawing if there is one. */
export const signSchema = z.object({
  waiver: idField,
  riders: z
    .array(z.string().max(100), { error: RIDERS })
    .min(1, RIDERS)
    .max(100, RIDERS)
    .transform((ids) => [...new Set(ids)]),
  name: typedName,
  drawing,
  /** The role in which the account signs for itself, where age and family leave it open. */
  signerRole: z.enum(SIGNER_ROLES, { error: 'Please say who signs' }).optional(),
  agree: z.literal('on', { error: 'Please check the box to agree' }),
})
export type Signing = Pick<z.output<typeof signSchema>, 'waiver' | 'riders' | 'name' | 'drawing' | 'signerRole'>

export const paperSchema = z.object({
  name: typedName,
  paperOn: dayWith('Please enter a valid day', 'Please enter the day on the paper'),
  note: optionalText(300),
})
export type Paper = z.output<typeof paperSchema>

export const withdrawSchema = z.object({
  note: requiredText('Please say why'),
})

export const waiverRuleSchema = z.object({
  waiverRequired: z
    .literal('on')
    .optional()
    .transform((ticked) => ticked === 'on'),
})

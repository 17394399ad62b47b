// The zod fields that forms and calls of several subjects share.
import { z } from 'zod'

const LINE_LENGTH = 200

/** The highest number of a row: the database's integer. */
export const MAX_ID = 2_147_483_647

export const idField = z.coerce.number().int().positive().max(MAX_ID)

export const tooLong = (max: number) => ({ error: `Please use at most ${max} characters` })

/** A line of text, trimmed, with this message if it is shorter than `least`. */
export const requiredText = (message: string, least = 1) =>
  z.string({ error: message }).trim().min(least, message).max(LINE_LENGTH, tooLong(LINE_LENGTH))

/** Text that may be left empty: then it is null. */
export const optionalText = (max = LINE_LENGTH) =>
  z
    .string()
    .trim()
    .max(max, tooLong(max))
    .nullish()
    .transform((text) => text || null)

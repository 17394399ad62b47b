// The zod fields that forms and calls of several subjects share.
import { z } from 'zod'
import { t } from '#text'
import { isLocalDate } from './dates'

const LINE_LENGTH = 200

/** The highest ID of a row: the database's integer. */
export const MAX_ID = 2_147_483_647

/** The first and the last year that anyone can ask for. */
export const YEARS = [2000, 2200] as const
export const yearSchema = z.coerce.number().int().min(YEARS[0]).max(YEARS[1])

export const idField = z.coerce.number().int().positive().max(MAX_ID)

const INSTANT = /^(\d{4}-\d\d-\d\d)T\d\d:\d\d(:\d\d(\.\d+)?)?(Z|[+-]\d\d:?\d\d)?$/

/**
 * Cuts an instant at its T, and leaves any other text alone: JSON makes `2026-11-30T12:00:00.000Z` of a day, and
 * clients put a day at noon so that no time zone moves it.
 */
export const withoutTime = (text: string): string => INSTANT.exec(text)?.[1] ?? text

/** A day, `YYYY-MM-DD`, with one message for a text that is not a day, and another for no text. */
export const dayWith = (error: string, missing = error) =>
  z.string({ error: missing }).trim().overwrite(withoutTime).refine(isLocalDate, { error })

export const tooLong = (max: number) => ({ error: () => t('Please use at most {max} characters', { max }) })

/** A line of text, trimmed, with this message if it is shorter than `least`. */
export const requiredText = (message: string, least = 1) =>
  z.string({ error: message }).trim().min(least, message).max(LINE_LENGTH, tooLong(LINE_LENGTH))

/** Text that may be left empty, which becomes null. */
export const optionalText = (max = LINE_LENGTH) =>
  z
    .string()
    .trim()
    .max(max, tooLong(max))
    .nullish()
    .transform((text) => text || null)

/** Returns the ID of the order in an address; 0 if there is none. */
export const orderParam = ({ order }: { order?: string | undefined }): number => idField.safeParse(order).data ?? 0

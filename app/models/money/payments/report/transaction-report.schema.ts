import { z } from 'zod'
import { dayWith } from '~/utils/fields'

const BOTH_DATES = 'Please select both start and end dates'
export const END_BEFORE_START = 'The end date is before the start date'

const day = dayWith('A date must be a day such as 2026-11-20', BOTH_DATES)

/** Both days are included. */
export const reportDaysSchema = z
  .object({ start: day, end: day })
  .refine(({ start, end }) => start <= end, { error: END_BEFORE_START, path: ['end'] })

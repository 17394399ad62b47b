import { z } from 'zod'
import { reasonField } from '~/models/schedule/closing/closing.schema'
import { dayField, slotKeyField, timeField } from '~/models/schedule/vocabulary/slot.schema'
import { MAX_TYPE_NAME } from '~/models/schedule/week/base-type'
import { addDays } from '~/utils/dates'

/** Days of one form. */
const MAX_DAYS = 14

const noDay = z
  .literal('')
  .optional()
  .transform(() => undefined)

export const daysFields = {
  from: dayField,
  /** Without it that day alone. */
  through: z.union([noDay, dayField], { error: 'Enter a day, or leave it blank' }),
  /** From the lessons at that time on, on the first day. */
  time: z.union([noDay, timeField], { error: 'Enter a time like 2:00 PM, or leave it blank' }),
}

/** Refuses days in the wrong order, or too many. */
export function checkDays({ from, through }: { from: string; through?: string }, context: z.RefinementCtx): void {
  const refuse = (message: string) => context.addIssue({ code: 'custom', path: ['through'], message })
  if (through && through < from) refuse('The last day is before the first')
  if (through && through >= addDays(from, MAX_DAYS)) refuse(`Choose at most ${MAX_DAYS} days; the days after come next`)
}

/** Who can't come from when until when. */
export const absenceSchema = z
  .object({
    instructor: z.string({ error: 'Choose an instructor' }).min(1, 'Choose an instructor').max(100),
    ...daysFields,
  })
  .superRefine(checkDays)
export type Absence = z.output<typeof absenceSchema>

/** What an instructor tells the office; `end` takes it back. */
export const reportSchema = z
  .object({
    intent: z.enum(['report', 'end']),
    ...daysFields,
    reason: z.string().trim().max(200, 'At most 200 characters').optional(),
  })
  .superRefine(checkDays)

/** What becomes of a lesson if nobody covers it. */
export const CANCEL = 'cancel'
export const LEAVE = 'leave'
const JOIN = 'join '

/** Returns the choice by which the riders join another lesson of that hour. */
export const joinOf = (type: string): string => `${JOIN}${type}`

/** Returns the type of the lesson that the riders join; undefined for another choice. */
export const typeJoined = (cover: string): string | undefined =>
  cover.startsWith(JOIN) ? cover.slice(JOIN.length) : undefined

/** More than the busiest arena has in so many days. */
const MAX_LESSONS = 36 * MAX_DAYS
const MAX_CHOICE = JOIN.length + MAX_TYPE_NAME

export const coverSchema = z.object({
  lessons: z
    .array(z.object({ slot: slotKeyField, cover: z.string({ error: 'Choose' }).min(1, 'Choose').max(MAX_CHOICE) }))
    .max(MAX_LESSONS)
    .default([]),
  reason: reasonField,
  /** What the plan was made from. */
  version: z.string().max(100).optional(),
})
export type CoverForm = z.output<typeof coverSchema>

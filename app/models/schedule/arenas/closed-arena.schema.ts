import { z } from 'zod'
import { checkDays, daysFields } from '~/models/schedule/instructors/cover/cover.schema'
import { MAX_ARENA } from '~/models/school/lesson-times'

/** Which arena is closed from when until when. */
export const closedArenaSchema = z
  .object({
    arena: z.string({ error: 'Choose an arena' }).min(1, 'Choose an arena').max(MAX_ARENA),
    ...daysFields,
  })
  .superRefine(checkDays)
export type ClosedArena = z.output<typeof closedArenaSchema>

const INSIDE = 'in '

/** Returns the choice by which a lesson is in an arena, whatever its name is. */
export const inArena = (arena: string): string => `${INSIDE}${arena}`

/** Returns the arena of such a choice. */
export const arenaIn = (choice: string): string => choice.slice(INSIDE.length)

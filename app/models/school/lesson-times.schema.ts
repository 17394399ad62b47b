import { z } from 'zod'
import { parseTimeOfDay, type TimeOfDay } from '~/utils/time-of-day'
import { MAX_ARENA } from './lesson-times'

const TIME = 'Please enter a time, for example 9:00 AM'
const STEP = 'Please choose how far apart the times are'
const ARENAS = `Please enter up to 12 different names of up to ${MAX_ARENA} characters, for example Indoor, Outdoor`
const LENGTHS = 'Please enter minutes from 5 to 480, for example 30, 45, 60'

/** The choices of minutes between the times that forms offer. */
export const STEPS = [5, 10, 15, 20, 30, 60]

const time = z.string({ error: TIME }).transform((typed, context): TimeOfDay => {
  const read = parseTimeOfDay(typed)
  if (read !== null) return read
  context.addIssue({ code: 'custom', message: TIME })
  return z.NEVER
})

export const lessonTimesSchema = z.object({
  firstLesson: time,
  lastLesson: time,
  lessonStep: z.coerce.number(STEP).refine((minutes) => STEPS.includes(minutes), STEP),
  /** Stored as `30, 45, 60, 90`. */
  lessonLengths: z
    .string({ error: LENGTHS })
    .max(100, LENGTHS)
    .transform((typed, context): string => {
      const lengths = typed.split(/[\s,;]+/).filter(Boolean)
      if (
        lengths.length > 0 &&
        lengths.every((one) => /^\d{1,3}$/.test(one) && Number(one) >= 5 && Number(one) <= 480)
      ) {
        return [...new Set(lengths.map(Number))].sort((a, b) => a - b).join(', ')
      }
      context.addIssue({ code: 'custom', message: LENGTHS })
      return z.NEVER
    }),
  /** Stored as `Indoor, Outdoor`; null is none. */
  arenas: z
    .string({ error: ARENAS })
    .default('')
    .transform((typed, context): string | null => {
      const names = typed
        .split(',')
        .map((name) => name.trim().replace(/\s+/g, ' '))
        .filter(Boolean)
      const isFine = names.length <= 12 && names.every((name) => name.length <= MAX_ARENA)
      const isTwice = new Set(names.map((name) => name.toLowerCase())).size < names.length
      if (isFine && !isTwice) return names.join(', ') || null
      context.addIssue({ code: 'custom', message: ARENAS })
      return z.NEVER
    }),
})
export type LessonTimesData = z.output<typeof lessonTimesSchema>

import { type Closing, closeAdvice, closeDay as decide, ONLY_FIELD } from '~/models/schedule/closing/close-decision'
import type { CanceledLesson } from '~/models/schedule/closing/closed-day'
import type { Answered } from '~/models/schedule/instructors/cover/report.server'
import { type Also, changeLesson } from '~/models/schedule/lessons/change-lesson.server'
import { lessonsOn } from '~/models/schedule/week/roster.server'
import { slotKey } from '~/models/vocabulary/slot'
import type { LocalDate } from '~/utils/dates'

export interface Closed {
  /** Lessons that are off, with those whose riders join others. */
  lessons: number
  rides: number
  changes: number[]
}

/**
 * Every lesson of the day, those that begin at `from` or later, or `only` some of them, come off as one change. `also` runs in its
 * transaction; `answered` is what it answers. `toCall` names riders whose family no email tells of it.
 * @throws Refused 409 naming every ride that is recorded there, or if there is nothing to close, or if a lesson that others join has too few spots.
 */
export async function closeDay(
  actorId: string,
  date: LocalDate,
  closing: Closing,
  { also, answered }: { also?: Also; answered?: Answered | null } = {},
): Promise<Closed & { toCall: string[] }> {
  const field = closing.only ? ONLY_FIELD : 'from'
  const beyond = closing.only?.some(({ joins }) => joins !== undefined) ? false : undefined
  const wish = { spans: [{ from: date, weekly: false }], advice: closeAdvice(closing), field, beyond }
  const { result, ...done } = await changeLesson(actorId, wish, async (book, known, tx) => {
    const { from, reason, only } = closing
    const taught = new Map(
      only ? (await lessonsOn(date, tx)).map((lesson) => [slotKey(lesson), lesson.instructor?.id ?? null]) : [],
    )
    const { book: next, lessons, rides, joined } = decide(book, date, { ...closing, byId: actorId }, known)
    const named = rides.map(({ riderId, time, type, duration, makeup }) => ({
      riderId,
      name: known.riderName(riderId),
      time,
      type,
      duration,
      // Lines from before this choice existed don't have it.
      makeup,
    }))
    const canceled = lessons.map((lesson): CanceledLesson & { instructorId: string | null } => ({
      time: lesson.time,
      type: lesson.type,
      weekly: lesson.weekly,
      instructorId: taught.get(slotKey(lesson)) ?? null,
    }))
    const what = only ? { only: canceled.map((lesson) => ({ ...lesson })) } : { from }
    const moved = joined.map(({ riderId, time, type }) => ({ riderId, name: known.riderName(riderId), time, type }))
    const detail = {
      ...what,
      ...{ reason, lessons: lessons.length, rides: named },
      ...(moved.length > 0 && { joined: moved }),
      ...(answered && { answered }),
    }
    const entry = { action: 'lesson.close-day', entity: 'lesson', entityId: date, detail } as const
    return { book: next, entries: [entry], result: { lessons: lessons.length, rides: rides.length }, also }
  })
  return { ...result, ...done }
}

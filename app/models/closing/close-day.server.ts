import { type Also, changeLesson } from '~/models/lessons/change-lesson.server'
import type { LocalDate } from '~/utils/dates'
import { CLOSE_ADVICE, type Closing, closeDay as decide } from './close-decision'

export interface Closed {
  lessons: number
  rides: number
  changes: number[]
}

/**
 * Every lesson of the day, or those that begin at `from` or later, comes off as one change. `also` runs in its transaction.
 * @throws Refused 409 naming every ride that is recorded there, or if there is nothing to close.
 */
export async function closeDay(actorId: string, date: LocalDate, closing: Closing, also?: Also): Promise<Closed> {
  const wish = { spans: [{ from: date, weekly: false }], advice: CLOSE_ADVICE, field: 'from' }
  const { result, changes } = await changeLesson(actorId, wish, (book, known) => {
    const { book: next, lessons, rides } = decide(book, date, { ...closing, byId: actorId }, known)
    const named = rides.map(({ riderId, time, type }) => ({ riderId, name: known.riderName(riderId), time, type }))
    const detail = { ...closing, lessons, rides: named }
    const entry = { action: 'lesson.close-day', entity: 'lesson', entityId: date, detail } as const
    return { book: next, entries: [entry], result: { lessons, rides: rides.length }, also }
  })
  return { ...result, changes }
}

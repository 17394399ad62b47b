import type { Answered } from '~/models/schedule/instructors/cover/report.server'
import { instructorName } from '~/models/schedule/instructors/instructor.server'
import { teach } from '~/models/schedule/instructors/teach'
import { changeLesson } from '~/models/schedule/lessons/change-lesson.server'
import { lessonNotFound } from '~/models/schedule/lessons/decide/rider'
import { lessonAt, spanOf } from '~/models/schedule/snapshot/book'
import type { Scope } from '~/models/schedule/vocabulary/slot.schema'
import { findLesson } from '~/models/schedule/week/roster.server'
import { type Slot, slotKey } from '~/models/vocabulary/slot'
import { Outdated } from '~/platform/refused'
import { isOutdated, TRY_AGAIN } from '~/platform/version'

/**
 * Null takes the instructor away. `version` is the ID of the one that the form showed, `answered` what this answers.
 * @returns the lines of the log, by which it can be undone.
 * @throws Refused 404 if the lesson is gone; Outdated if someone else has set another instructor in the meantime.
 */
export async function setInstructor(
  actorId: string,
  slot: Slot,
  instructorId: string | null,
  { scope, version, answered }: { scope: Scope; version?: string; answered?: Answered | null },
): Promise<{ name: string | null; changes: number[] }> {
  const { result, changes } = await changeLesson(actorId, { spans: [spanOf(slot, scope)] }, async (book, _, tx) => {
    const lesson = lessonAt(book, slot)
    if (!lesson) throw lessonNotFound()
    const now = (await findLesson(slot, tx))?.instructor ?? null
    const present = now?.id ?? ''
    if (isOutdated(version, present)) {
      throw new Outdated(
        `Someone else just changed this: ${now?.name ?? 'no one'} teaches it now. ${TRY_AGAIN}`,
        present,
      )
    }
    const name = instructorId === null ? null : await instructorName(tx, instructorId)
    const detail = { scope, instructor: name, type: slot.type, ...(answered && { answered }) }
    const entry = { action: 'lesson.instructor', entity: 'lesson', entityId: slotKey(slot), detail } as const
    return { book: teach(book, lesson, instructorId, scope), entries: [entry], result: name }
  })
  return { name: result, changes }
}

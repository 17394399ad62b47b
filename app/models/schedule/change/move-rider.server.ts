import type { Beyond } from '~/models/schedule/lessons/change-lesson.server'
import { changeLesson } from '~/models/schedule/lessons/change-lesson.server'
import { moveRider as decide } from '~/models/schedule/lessons/decide/move'
import { spanOf } from '~/models/schedule/snapshot/book'
import { requireUnchanged } from '~/models/schedule/snapshot/lesson-version.server'
import type { Scope } from '~/models/schedule/vocabulary/slot.schema'
import { type Slot, slotKey } from '~/models/vocabulary/slot'

/**
 * Moves a rider from one lesson to another in one step, on these days alone or weekly from them on. `version` is the
 * ride's that the form showed.
 * @returns the names of the horses that were freed, and who has to be called, as `changeLesson` does.
 * @throws Refused 404 if lesson or rider are gone; 409 if the ride is recorded or changed since, or the rider is busy
 * then.
 */
export async function moveRider(
  actorId: string,
  riderId: string,
  { from, to, scope, version, beyond }: { from: Slot; to: Slot; scope: Scope; version?: string } & Beyond,
): Promise<{ freed: string[]; changes: number[]; toCall: string[] }> {
  const spans = [spanOf(from, scope), spanOf(to, scope)]
  const wish = { spans, riders: [riderId], field: 'to', advice: 'Choose a later date.', beyond }
  const { result, ...done } = await changeLesson(actorId, wish, async (book, known, tx) => {
    const rider = { id: riderId, name: known.riderName(riderId) }
    await requireUnchanged(tx, book, { ...from, riderId, name: rider.name }, version)
    const { book: next, freed } = decide(book, rider, { from, to, scope, isRecorded: known.isRecorded })
    const detail = { riderId, name: rider.name, scope, to: slotKey(to) }
    const entry = { action: 'lesson.move-rider', entity: 'lesson', entityId: slotKey(from), detail } as const
    return { book: next, entries: [entry], result: freed }
  })
  return { freed: result, ...done }
}

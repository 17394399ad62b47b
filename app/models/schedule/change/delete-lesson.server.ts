import { changeLesson, type DespiteWaitlist } from '~/models/schedule/lessons/change-lesson.server'
import { deleteLesson as decideDelete } from '~/models/schedule/lessons/decide/lesson'
import { removeMoved } from '~/models/schedule/lessons/decide/rider'
import { movedAway } from '~/models/schedule/lessons/moved-away.server'
import { slotOf, spanOf } from '~/models/schedule/snapshot/book'
import type { Scope } from '~/models/schedule/vocabulary/slot.schema'
import { isMarked } from '~/models/schedule/week/week'
import { type Slot, slotKey } from '~/models/vocabulary/slot'
import { Refused } from '~/platform/refused'

/**
 * Deletes a lesson, free of charge for its riders; the past stays. Single days that were moved from a lesson that ends
 * stay and are returned, unless `withMoved` removes them too. `recorded` is how many recorded rides the form said would
 * be removed.
 * @throws Refused 404 if there is no such lesson; 409 if other rides are recorded than the form said, or `weekly` would
 * hide one, or, if `despiteWaitlist` is false, someone waits for it.
 */
export async function deleteLesson(
  actorId: string,
  slot: Slot,
  scope: Scope,
  { recorded, withMoved = false, despiteWaitlist }: Deletion = {},
): Promise<{ changes: number[]; toCall: string[]; moved: Slot[] }> {
  const moved = scope === 'weekly' ? await movedAway(slot) : []
  const wish = {
    spans: [spanOf(slot, scope), ...(withMoved ? moved.map((day) => spanOf(day, 'one-time')) : [])],
    advice: 'Choose a later date, or set that ride back to Scheduled first.',
    despiteWaitlist,
  }
  const { changes, toCall } = await changeLesson(actorId, wish, (book, known) => {
    const { book: deleted, riderIds } = decideDelete(book, slot, scope, known.isRecorded)
    const left = (withMoved ? moved : []).map(({ riderId }) => ({ id: riderId, name: known.riderName(riderId) }))
    const next = withMoved ? removeMoved(deleted, left, moved, known.isRecorded) : deleted
    const marked = book.records.filter(
      (ride) =>
        ride.date === slot.date &&
        ride.time === slot.time &&
        riderIds.includes(ride.riderId) &&
        isMarked(ride.attendance),
    )
    if (scope === 'one-time' && recorded !== undefined && marked.length !== recorded) {
      const names = marked.map(({ riderId }) => known.riderName(riderId)).join(', ')
      throw new Refused(
        'outdated',
        `This lesson now has attendance for ${names || 'nobody'}. Nothing was removed. Please check and try again.`,
        'recorded',
      )
    }
    const detail = {
      scope,
      riderIds,
      recorded: marked.map(({ riderId, attendance }) => `${known.riderName(riderId)}: ${attendance}`),
    }
    const entry = { action: 'lesson.delete', entity: 'lesson', entityId: slotKey(slot), detail } as const
    return { book: next, entries: [entry], result: null }
  })
  return { changes, toCall, moved: withMoved ? [] : distinctSlots(moved) }
}

interface Deletion extends DespiteWaitlist {
  recorded?: number
  withMoved?: boolean
}

const distinctSlots = (slots: readonly Slot[]): Slot[] => [
  ...new Map(slots.map((slot) => [slotKey(slot), slotOf(slot)])).values(),
]

import { refuseMarkedRides } from '~/models/attendance/ride-record.server'
import { lastLessonChange } from '~/models/schedule/lesson-changes.server'
import { atTime, lessonNotFound, lockLessonRides, lockSlot, requireType } from '~/models/schedule/lock.server'
import { findLesson, type RosterLesson } from '~/models/schedule/roster.server'
import type { Scope } from '~/models/schedule/slot.schema'
import { isMarked, type Slot, slotKey } from '~/models/schedule/week'
import { audit } from '~/platform/audit.server'
import { Refused } from '~/platform/refused'
import { type Tx, withTx } from '~/platform/tx.server'
import { type Refusals, translateViolations } from '~/platform/violation.server'
import { moveOnce } from './move-once.server'
import { moveWeekly } from './move-weekly.server'

/**
 * Weekly, it ends the old places and opens new ones, so that the past stays. Riders and horses move along.
 * @throws Refused 404 if the lesson is gone; 409 if the new time is taken or a ride that would move is recorded.
 */
export async function editLesson(
  actorId: string,
  slot: Slot,
  change: Pick<Slot, 'time' | 'type'>,
  scope: Scope,
): Promise<void> {
  const target = { ...slot, time: change.time, type: change.type }
  if (slotKey(target) === slotKey(slot)) return
  await translateViolations(BUSY, () =>
    withTx(async (tx) => {
      for (const one of [slot, target].sort((a, b) => (slotKey(a) < slotKey(b) ? -1 : 1))) await lockSlot(tx, one)
      await requireType(tx, target.type)
      const riderIds = await lockLessonRides(tx, slot)
      const lesson = await findLesson(slot, tx)
      if (!lesson) throw await goneLesson(tx, slot)
      if (scope === 'weekly' && !lesson.weekly) throw new Refused('This lesson takes place on this date only', 'scope')
      if (await findLesson(target, tx)) throw lessonInTheWay(target)
      if (scope === 'one-time') {
        refuseMarked(lesson)
        await moveOnce(tx, lesson, target)
      } else {
        await refuseMarkedRides(tx, slot)
        await moveWeekly(tx, slot, target, riderIds)
      }
      const detail = { scope, to: slotKey(target), time: target.time, type: target.type }
      await audit(tx, { actorId, action: 'lesson.edit', entity: 'lesson', entityId: slotKey(slot), detail })
    }),
  )
}

const lessonInTheWay = (target: Slot) =>
  new Refused(`There is a ${target.type} at ${atTime(target)} already`, 'time', 409)

/** The refusal for a lesson that is gone says who deleted or moved it. */
async function goneLesson(tx: Tx, slot: Slot): Promise<Refused> {
  const change = await lastLessonChange(slot, tx)
  const gone = lessonNotFound()
  return change ? new Refused(`${change} Nothing of yours was saved.`, undefined, gone.status) : gone
}

function refuseMarked({ riders }: RosterLesson): void {
  const marked = riders.find(({ attendance }) => isMarked(attendance))
  if (marked) throw new Refused(`Set ${marked.name} back to Scheduled first: the ride is recorded.`, undefined, 409)
}

const horseBusy = () => new Refused('A horse of this lesson is in another lesson at that time', 'time', 409)
const riderBusy = () => new Refused('A student of this lesson has another lesson at that time', 'time', 409)

/** Only the database sees these. */
const BUSY: Refusals = {
  horse_usage_horse_once: horseBusy,
  horse_usage_horse_id_usage_date_lesson_time_key: horseBusy,
  weekly_schedule_rider_once: riderBusy,
  one_time_participants_rider_once: riderBusy,
  one_time_participants_student_id_lesson_date_scheduled_time_key: riderBusy,
}

import { alreadyRides, atTime } from '~/models/schedule/lock.server'
import { overlaps } from '~/models/schedule/overlap'
import { lessonsOn, type RosterLesson } from '~/models/schedule/roster.server'
import type { Slot } from '~/models/schedule/week'
import type { Tx } from '~/platform/tx.server'

/** The riders must be locked. @throws Refused 409 naming the first who has another lesson at the target's time. */
export async function refuseBusyRiders(tx: Tx, lesson: RosterLesson, target: Slot): Promise<void> {
  const others = (await lessonsOn(lesson.date, tx)).filter(
    (other) =>
      (other.time !== lesson.time || other.type !== lesson.type) &&
      overlaps(other, { time: target.time, duration: lesson.duration }),
  )
  for (const { riderId, name } of lesson.riders) {
    const other = others.find(({ riders }) => riders.some((rider) => rider.riderId === riderId))
    if (other) throw alreadyRides(name, atTime(other))
  }
}

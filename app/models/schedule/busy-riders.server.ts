import type { Tx } from '~/services/tx.server'
import { atTime } from './lock.server'
import { alreadyRides, overlaps } from './overlap'
import { lessonsOn, type RosterLesson } from './roster.server'
import type { Slot } from './week'

/**
 * Looks whether the riders of a lesson are free at the time at which it is to be, on its day. They are locked.
 * @throws Refused 409 naming the first who has another lesson then.
 */
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

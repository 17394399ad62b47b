import { lessonNotFound, lockRiders, lockSlot } from '~/models/schedule/lock.server'
import { findLesson, type RosterRider } from '~/models/schedule/roster.server'
import { rideKey, rideVersion, type Slot } from '~/models/schedule/week'
import { withTx } from '~/platform/tx.server'
import { recordRide } from './attendance.server'

export interface MarkedRide {
  riderId: string
  version: string
}

/** Leaves riders with a mark as they are. Returns the rides it marked. @throws Refused 404 */
export const markLessonPresent = (actorId: string, slot: Slot): Promise<MarkedRide[]> =>
  changeRides(actorId, slot, 'present', ({ attendance }) => attendance === 'scheduled')

/** Leaves rides that changed since. Returns the rides it set back. */
export const undoMarks = (actorId: string, slot: Slot, rides: readonly MarkedRide[]): Promise<MarkedRide[]> =>
  changeRides(actorId, slot, 'scheduled', (rider) =>
    rides.some(({ riderId, version }) => riderId === rider.riderId && version === rider.version),
  )

const changeRides = (
  actorId: string,
  slot: Slot,
  attendance: 'present' | 'scheduled',
  isMeant: (rider: RosterRider) => boolean,
): Promise<MarkedRide[]> =>
  withTx(async (tx) => {
    await lockSlot(tx, slot)
    const before = await findLesson(slot, tx)
    if (!before) throw lessonNotFound()
    const riderIds = before.riders.map(({ riderId }) => riderId)
    await lockRiders(tx, riderIds)
    // Read again under the locks: a mark may have come in while this waited for them.
    const lesson = await findLesson(slot, tx)
    const changed: MarkedRide[] = []
    for (const rider of lesson?.riders.filter(isMeant) ?? []) {
      if (!lesson || !riderIds.includes(rider.riderId)) continue
      const key = rideKey({ ...slot, riderId: rider.riderId })
      const at = await recordRide(tx, actorId, { key, lesson, rider }, attendance)
      changed.push({ riderId: rider.riderId, version: rideVersion(at, rider.horse?.id) })
    }
    return changed
  })

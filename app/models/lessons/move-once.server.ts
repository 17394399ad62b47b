import { findLesson, type RosterLesson } from '~/models/schedule/roster.server'
import type { Slot } from '~/models/schedule/week'
import type { Tx } from '~/platform/tx.server'
import { toDbDate } from '~/utils/dates'
import { refuseBusyRiders } from './busy-riders.server'
import { NAME_LENGTH, slotColumns } from './slot.server'

/**
 * A weekly lesson taken off that day at the new time comes back with exactly the riders who move, so that moving there
 * and back leaves the day as it was.
 */
export async function moveOnce(tx: Tx, lesson: RosterLesson, target: Slot): Promise<void> {
  await refuseBusyRiders(tx, lesson, target)
  const { date, time, type, duration } = lesson
  const old = slotColumns({ date, time, type })
  const place = slotColumns(target)
  await tx.oneTimeLesson.deleteMany({ where: old })
  await tx.oneTimeParticipant.deleteMany({ where: old })
  if (lesson.weekly) await tx.lessonRemoval.create({ data: { ...old, removalType: 'daily' } })

  const riderIds = lesson.riders.map(({ riderId }) => riderId)
  await tx.lessonRemoval.deleteMany({ where: { ...place, OR: [{ studentId: null }, { studentId: { in: riderIds } }] } })
  const back = await findLesson(target, tx)
  if (!back) await tx.oneTimeLesson.create({ data: { ...place, duration } })
  const backRiders = back?.riders ?? []
  const isBack = (id: string) => backRiders.some(({ riderId }) => riderId === id)
  await tx.oneTimeParticipant.createMany({
    data: riderIds.filter((id) => !isBack(id)).map((studentId) => ({ ...place, studentId, duration })),
  })
  await tx.lessonRemoval.createMany({
    data: backRiders
      .filter(({ riderId }) => !riderIds.includes(riderId))
      .map(({ riderId, name }) => ({ ...place, studentId: riderId, studentName: name.slice(0, NAME_LENGTH) })),
  })
  await tx.horseUsage.updateMany({
    where: { usageDate: toDbDate(date), lessonTime: time, studentId: { in: riderIds } },
    data: { lessonTime: target.time, lessonType: target.type },
  })
}

import { lockStudent, refuseMerged } from '~/models/people/families/student.server'
import { offerFreePlaces } from '~/models/schedule/offers/offers.server'
import { lockWeek } from '~/models/schedule/snapshot/lock-weekdays.server'
import { audit } from '~/platform/audit.server'
import { now } from '~/platform/clock.server'
import { withTx } from '~/platform/tx.server'
import { dayOfWeek, fromDbDate } from '~/utils/dates'

/**
 * Hides a student from the office's lists, or restores one. Everything else stays as it is, including the sign-in. A
 * place that was held for the student goes to the next in line; a restored student has the old position again.
 * @throws Refused 404
 */
export const setHidden = (actorId: string, id: string, hidden: boolean): Promise<void> =>
  withTx(async (tx) => {
    await lockWeek(tx)
    await lockStudent(tx, id)
    if (!hidden) await refuseMerged(tx, id)
    const { count } = await tx.user.updateMany({
      where: { id, hiddenAt: hidden ? null : { not: null } },
      data: { hiddenAt: hidden ? now() : null },
    })
    if (!count) return
    await audit(tx, { actorId, action: hidden ? 'student.remove' : 'student.restore', entity: 'student', entityId: id })
    const waits = await tx.waiting.findMany({ where: { studentId: id, closedAt: null }, select: { lessonDate: true } })
    const weekdays = [...new Set(waits.map(({ lessonDate }) => dayOfWeek(fromDbDate(lessonDate))))]
    if (weekdays.length > 0) await offerFreePlaces(tx, weekdays)
  })

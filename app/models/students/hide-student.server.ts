import { lockWeek } from '~/models/lessons/lock-weekdays.server'
import { offerFreePlaces } from '~/models/waitlist/offers.server'
import { audit } from '~/platform/audit.server'
import { now } from '~/platform/clock.server'
import { withTx } from '~/platform/tx.server'
import { dayOfWeek, fromDbDate } from '~/utils/dates'
import { lockStudent, refuseMerged } from './student.server'

/**
 * Everything but the office's lists stays as it is, the sign-in too. A place that was held for the student goes to the next in the line;
 * who is restored waits again where they did. @throws Refused 404
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

import { inLanguage } from '#text'
import { saveIssues } from '~/models/money/issues/payment-issue.server'
import { GRANTED_STATUSES, isGranted } from '~/models/vocabulary/grant'
import { USES } from '~/models/vocabulary/makeup'
import { now, today } from '~/platform/clock.server'
import type { Tx } from '~/platform/tx.server'
import { formatDayShort, fromDbDate, type LocalDate } from '~/utils/dates'
import { formatTimeOfDay } from '~/utils/time-of-day'

const UNPAID = 'its month isn’t paid'

/**
 * Withdraws the makeups of absences in the days of a grant that no longer counts, unless another grant covers their
 * day, and restores them with the money. A booked one stays and is reported to the office.
 */
export async function settleMakeupsOfGrant(tx: Tx, grantId: number): Promise<void> {
  const { userId, status, validFrom, validTo } = await tx.grant.findUniqueOrThrow({
    where: { id: grantId },
    select: { userId: true, status: true, validFrom: true, validTo: true },
  })
  const where = { studentId: userId, why: 'absence', rideDate: { gte: validFrom, lte: validTo } }
  if (isGranted(status)) {
    const back = await tx.makeup.findMany({ where, select: { id: true } })
    for (const { id } of back) await saveIssues(tx, issueKey(id), [])
    await tx.makeup.updateMany({
      where: { ...where, unpaidGrantId: { not: null } },
      data: { revokedAt: null, revokeReason: null, unpaidGrantId: null },
    })
    return
  }
  // A booking holds the row: the next statement reads what is booked.
  await tx.$queryRaw`
    SELECT id FROM makeups WHERE student_id = ${userId} AND why = 'absence' AND revoked_at IS NULL
      AND ride_date BETWEEN ${validFrom}::date AND ${validTo}::date ORDER BY id FOR UPDATE`
  const unpaid = await tx.$queryRaw<{ id: number; day: LocalDate | null; time: string | null; used: boolean }[]>`
    SELECT m.id, b.lesson_date::text AS day, b.scheduled_time AS time, coalesce(r.attendance = ANY(${USES}), false) AS used
    FROM makeups m LEFT JOIN makeup_bookings b ON b.makeup_id = m.id
    LEFT JOIN lessons r ON r.student_id = b.student_id AND r.scheduled_date = b.lesson_date AND r.scheduled_time = b.scheduled_time
    WHERE m.student_id = ${userId} AND m.why = 'absence' AND m.revoked_at IS NULL
      AND m.ride_date BETWEEN ${validFrom}::date AND ${validTo}::date
      AND NOT EXISTS (SELECT FROM package_purchases g WHERE g.user_id = m.student_id AND g.status = ANY(${GRANTED_STATUSES})
        AND m.ride_date BETWEEN g.valid_from AND g.valid_to)`
  for (const { id, day, time, used } of unpaid) {
    if (!day || !time) {
      const data = { revokedAt: now(), revokeReason: UNPAID, unpaidGrantId: grantId }
      await tx.makeup.update({ where: { id }, data, select: { id: true } })
    } else if (!used && day >= today()) {
      const detail = inLanguage(
        'en',
        () =>
          `A makeup on ${formatDayShort(day)} at ${formatTimeOfDay(time)} is booked. It makes up for a ride of ${formatDayShort(fromDbDate(validFrom))} – ${formatDayShort(fromDbDate(validTo))}, and these days are no longer paid.`,
      )
      await saveIssues(tx, issueKey(id), [{ kind: 'makeup-unpaid', userId, detail }])
    }
  }
}

const issueKey = (makeupId: number) => `makeup:${makeupId}`

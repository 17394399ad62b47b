import { makeupExpiringEmail } from '~/emails/notices/makeup-expiring'
import { today } from '~/platform/clock.server'
import { prisma } from '~/platform/db.server'
import { getEnv } from '~/platform/env.server'
import { withTx } from '~/platform/tx.server'
import { addDays, fromDbDate, toDbDate } from '~/utils/dates'
import { paths } from '~/utils/paths'
import { queueNotice } from './queue-notice.server'

const DAYS_BEFORE = 7

/** Notifies families of unbooked makeups a week before their last day, once for each last day. Returns how many were notified. */
export async function notifyExpiringMakeups(): Promise<number> {
  const open = await prisma.makeup.findMany({
    where: {
      revokedAt: null,
      booking: null,
      validTo: { gte: toDbDate(today()), lte: toDbDate(addDays(today(), DAYS_BEFORE)) },
    },
    select: { studentId: true, lessonType: true, validTo: true },
    orderBy: { id: 'asc' },
  })
  let sum = 0
  for (const until of new Set(open.map(({ validTo }) => fromDbDate(validTo)))) {
    const ending = open.filter(({ validTo }) => fromDbDate(validTo) === until)
    const { told } = await withTx((tx) =>
      queueNotice(tx, {
        kind: 'makeup-expiring',
        riderIds: ending.map(({ studentId }) => studentId),
        keyOf: (reader) => `makeup-expiring:${until}:${reader}`,
        compose(letter, riders) {
          const makeups = riders.flatMap(({ id, name }) =>
            ending.filter(({ studentId }) => studentId === id).map(({ lessonType: type }) => ({ name, type })),
          )
          return makeupExpiringEmail({ ...letter, until, makeups, portalUrl: `${getEnv().appUrl}${paths.portal()}` })
        },
      }),
    )
    sum += told
  }
  return sum
}

import { placeOfferedEmail } from '~/emails/place-offered'
import { offerEverywhere } from '~/models/waitlist/offers.server'
import { now } from '~/platform/clock.server'
import { prisma } from '~/platform/db.server'
import { getEnv } from '~/platform/env.server'
import { withTx } from '~/platform/tx.server'
import { fromDbDate, instantInZone } from '~/utils/dates'
import { paths } from '~/utils/paths'
import { queueNotice } from './queue-notice.server'

/** Brings every waitlist to what the week is now, and tells each family of an offer once. */
export async function offerPlaces(): Promise<void> {
  await offerEverywhere()
  const untold = await prisma.placeOffer.findMany({ where: { state: 'open', toldAt: null }, select: { id: true } })
  for (const { id } of untold) await tellOffer(id)
}

const tellOffer = (id: number): Promise<void> =>
  withTx(async (tx) => {
    const { count } = await tx.placeOffer.updateMany({ where: { id, toldAt: null }, data: { toldAt: now() } })
    if (count === 0) return
    const offer = await tx.placeOffer.findUnique({ where: { id }, include: { waiting: true } })
    if (offer?.state !== 'open') return
    const { waiting, expiresAt } = offer
    const zone = getEnv().schoolTimezone
    const date = fromDbDate(offer.lessonDate)
    const lesson = { date, time: waiting.scheduledTime, type: waiting.lessonType, weekly: waiting.weekly }
    const { unreached } = await queueNotice(tx, {
      kind: 'place-offered',
      riderIds: [waiting.studentId],
      keyOf: () => `place-offered:${id}`,
      compose: (letter, riders) => ({
        ...placeOfferedEmail({
          ...letter,
          ...lesson,
          rider: riders[0]?.name ?? 'your rider',
          expiresAt,
          zone,
          offerUrl: `${getEnv().appUrl}${paths.offer(id)}`,
        }),
        begins: instantInZone(date, lesson.time, zone),
        until: expiresAt,
      }),
    })
    if (unreached.length > 0) await tx.placeOffer.update({ where: { id }, data: { unreached: true } })
  })

import { placeOfferedEmail, placeWithdrawnEmail } from '~/emails/place-offered'
import { offerEverywhere } from '~/models/waitlist/offers.server'
import { now } from '~/platform/clock.server'
import { prisma } from '~/platform/db.server'
import { getEnv } from '~/platform/env.server'
import { withTx } from '~/platform/tx.server'
import { fromDbDate, instantInZone } from '~/utils/dates'
import { paths } from '~/utils/paths'
import { queueNotice } from './queue-notice.server'

/** A change that is undone within this time offers the place anew. */
const SETTLE_MS = 5 * 60_000
const DAY_MS = 24 * 60 * 60_000

/** Brings every waitlist to what the week is now, and tells each family once of an offer, and of its end if the school ended it. */
export async function offerPlaces(): Promise<void> {
  await offerEverywhere()
  const untold = await prisma.placeOffer.findMany({ where: { state: 'open', toldAt: null }, select: { id: true } })
  for (const { id } of untold) await tellOffer(id)
  const ago = (ms: number) => new Date(now().getTime() - ms)
  // Another offer says what is free now, and said so of those before it.
  const withdrawn = await prisma.placeOffer.findMany({
    where: {
      state: 'withdrawn',
      toldAt: { not: null },
      answeredAt: { gt: ago(DAY_MS) },
      waiting: { closedAt: null, offers: { none: { state: 'open' } } },
    },
    distinct: ['waitingId'],
    orderBy: { id: 'desc' },
    select: { id: true, answeredAt: true },
  })
  for (const { id, answeredAt } of withdrawn) if (answeredAt && answeredAt <= ago(SETTLE_MS)) await tellEnd(id)
}

/** The outbox takes one email of each key, so that of several processes one tells it. */
const tellEnd = (id: number): Promise<void> =>
  withTx(async (tx) => {
    const { waiting, lessonDate } = await tx.placeOffer.findUniqueOrThrow({ where: { id }, include: { waiting: true } })
    const date = fromDbDate(lessonDate)
    await queueNotice(tx, {
      kind: 'place-offered',
      riderIds: [waiting.studentId],
      keyOf: () => `place-withdrawn:${id}`,
      compose: (letter, riders) => ({
        ...placeWithdrawnEmail({
          ...letter,
          rider: riders[0]?.name ?? 'your rider',
          date,
          time: waiting.scheduledTime,
          type: waiting.lessonType,
        }),
        begins: instantInZone(date, waiting.scheduledTime, getEnv().schoolTimezone),
      }),
    })
  })

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

import { t } from '#text'
import { lessonOffEmail, placeOfferedEmail, placeWithdrawnEmail } from '~/emails/place-offered'
import { offerEverywhere, SETTLE_MS } from '~/models/schedule/offers/offers.server'
import { now } from '~/platform/clock.server'
import { prisma } from '~/platform/db.server'
import { getEnv } from '~/platform/env.server'
import { withTx } from '~/platform/tx.server'
import { fromDbDate, instantInZone } from '~/utils/dates'
import { paths } from '~/utils/paths'
import { queueNotice } from './queue-notice.server'

const DAY_MS = 24 * 60 * 60_000
/** How long after it is due an email that is not out has reached nobody, in milliseconds. */
const LATE_MS = 15 * 60_000

/**
 * Updates every waitlist to the present week, and notifies each family once of an offer, of its end if the school ended
 * it, and of a lesson that was taken off the schedule or restored.
 */
export async function offerPlaces(): Promise<void> {
  if (getEnv().smtpUrl) await noteLateOffers()
  await offerEverywhere()
  const untold = await prisma.placeOffer.findMany({ where: { state: 'open', toldAt: null }, select: { id: true } })
  for (const { id } of untold) await notifyOffer(id)
  const ago = (ms: number) => new Date(now().getTime() - ms)
  // A newer offer says what is free now, and said so of earlier ones.
  const withdrawn = await prisma.placeOffer.findMany({
    where: {
      state: 'withdrawn',
      toldAt: { not: null },
      answeredAt: { gt: ago(DAY_MS) },
      // A family that is notified that the lesson is gone knows that its place is.
      waiting: { closedAt: null, knownOff: false, tellAt: null, offers: { none: { state: 'open' } } },
    },
    distinct: ['waitingId'],
    orderBy: { id: 'desc' },
    select: { id: true, answeredAt: true },
  })
  for (const { id, answeredAt } of withdrawn) if (answeredAt && answeredAt <= ago(SETTLE_MS)) await notifyOfferEnd(id)
  const changed = await prisma.waiting.findMany({
    where: { closedAt: null, tellAt: { lte: now() }, student: { hiddenAt: null } },
    select: { id: true },
  })
  for (const { id } of changed) await notifyOff(id)
}

/**
 * Makes an offer the office's to call about if neither its email nor its text is out a while after it should be, or when
 * the offer expires, as when the mail server refuses it, until one is.
 */
async function noteLateOffers(): Promise<void> {
  await prisma.$executeRaw`
    UPDATE place_offers o SET unreached = q.late
    FROM place_offers p, LATERAL (
      SELECT bool_and(m.sent_at IS NULL AND (m.due_at <= ${new Date(now().getTime() - LATE_MS)} OR p.expires_at <= ${now()})) AS late FROM (
        SELECT sent_at, coalesce(held_until, created_at) AS due_at FROM email_outbox
          WHERE dedupe_key = 'place-offered:' || p.id
        UNION ALL
        SELECT sent_at, created_at FROM text_outbox WHERE dedupe_key = 'place-offered:' || p.id) m) q
    WHERE o.id = p.id AND o.state = 'open' AND q.late <> o.unreached`
}

/**
 * Notifies a family that the lesson is off the schedule, or back on it, unless an offer says so. The transaction that
 * updates the row sends the email.
 */
const notifyOff = (id: number): Promise<void> =>
  withTx(async (tx) => {
    const [row] = await tx.$queryRaw<{ off: boolean; told: Date }[]>`
      UPDATE waitlist w SET known_off = NOT w.known_off, tell_at = NULL FROM waitlist was
      WHERE w.id = ${id} AND was.id = w.id AND w.tell_at <= ${now()} AND w.closed_at IS NULL
      RETURNING w.known_off AS off, was.tell_at AS told`
    if (!row) return
    const { lessonDate, scheduledTime, offers, ...waiting } = await tx.waiting.findUniqueOrThrow({
      where: { id },
      include: { offers: { where: { state: 'open' } } },
    })
    const date = fromDbDate(lessonDate)
    const begins = instantInZone(date, scheduledTime, getEnv().schoolTimezone)
    if (offers.length > 0 || (!waiting.weekly && begins <= now())) return
    await queueNotice(tx, {
      kind: 'place-offered',
      riderIds: [waiting.studentId],
      keyOf: () => `waits-${row.off ? 'off' : 'on'}:${id}:${row.told.getTime()}`,
      compose: (letter, riders) => ({
        ...lessonOffEmail({
          ...letter,
          rider: riders[0]?.name ?? t('your rider'),
          date,
          time: scheduledTime,
          type: waiting.lessonType,
          weekly: waiting.weekly,
          isOff: row.off,
        }),
        ...(!waiting.weekly && { begins }),
      }),
    })
  })

/** Notifies a family of the end of an offer. The outbox accepts one email per key, so only one of several processes sends it. */
const notifyOfferEnd = (id: number): Promise<void> =>
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
          rider: riders[0]?.name ?? t('your rider'),
          date,
          time: waiting.scheduledTime,
          type: waiting.lessonType,
          weekly: waiting.weekly,
        }),
        begins: instantInZone(date, waiting.scheduledTime, getEnv().schoolTimezone),
      }),
    })
  })

const notifyOffer = (id: number): Promise<void> =>
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
          rider: riders[0]?.name ?? t('your rider'),
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

import { t } from '#text'
import { familyRider } from '~/models/people/families/family.server'
import { requireBooker } from '~/models/schedule/change/take-place.server'
import { changeLesson } from '~/models/schedule/lessons/change-lesson.server'
import { addRider } from '~/models/schedule/lessons/decide/rider'
import { hasPlace } from '~/models/schedule/offers/offers'
import { close, offerFreePlaces } from '~/models/schedule/offers/offers.server'
import { take } from '~/models/schedule/places/take'
import { type Book, lessonAt } from '~/models/schedule/snapshot/book'
import { lockWeekdays } from '~/models/schedule/snapshot/lock-weekdays.server'
import { placesIn } from '~/models/schedule/snapshot/seats'
import { type Slot, slotKey } from '~/models/vocabulary/slot'
import { displayName } from '~/models/vocabulary/user'
import { requireWaivers } from '~/models/waivers/rule.server'
import { now, schoolNow } from '~/platform/clock.server'
import { prisma } from '~/platform/db.server'
import { notFound, Refused } from '~/platform/refused'
import { type Tx, withTx } from '~/platform/tx.server'
import { dayOfWeek, fromDbDate } from '~/utils/dates'

export type OfferState = 'open' | 'taken' | 'declined' | 'expired' | 'withdrawn'

interface Offer extends Slot {
  id: number
  waitingId: number
  riderId: string
  rider: string
  weekly: boolean
  state: OfferState
  expiresAt: Date
  /** The open offer of the same entry: Undo of what ended this one makes another. */
  openId: number | null
}

/** Whether the office answers for a family that calls. Otherwise the offer is one of the actor's own family. */
interface Answering {
  office?: boolean
}

/** Finds an offer to a rider of the family. @throws Refused 404 for anyone else's, and if there is none. */
export async function findOffer(userId: string, id: number, { office = false }: Answering = {}): Promise<Offer> {
  const row = await prisma.placeOffer.findUnique({
    where: { id },
    include: {
      waiting: { include: { student: true, offers: { where: { state: 'open', expiresAt: { gt: now() } } } } },
    },
  })
  if (!row) throw notFound(t('Offer not found'))
  const { waiting } = row
  const name = office
    ? displayName(waiting.student)
    : (
        await familyRider(userId, waiting.studentId).catch(() => {
          throw notFound(t('Offer not found'))
        })
      ).name
  const state = row.state === 'open' && row.expiresAt <= now() ? 'expired' : (row.state as OfferState)
  return {
    id,
    waitingId: waiting.id,
    riderId: waiting.studentId,
    rider: name,
    weekly: waiting.weekly,
    state,
    date: fromDbDate(row.lessonDate),
    time: waiting.scheduledTime,
    type: waiting.lessonType,
    expiresAt: row.expiresAt,
    openId: waiting.offers[0]?.id ?? null,
  }
}

const ENDED: Record<Exclude<OfferState, 'open'>, () => string> = {
  taken: () => t('Your family already took this spot.'),
  declined: () => t('Your family already declined this spot.'),
  expired: () => t("Time's up: this spot went to the next family."),
  withdrawn: () => t("We're sorry, this spot is no longer open. You're still in line."),
}

const ENDED_FOR_OFFICE: typeof ENDED = {
  taken: () => 'This spot was already taken.',
  declined: () => 'This spot was already declined.',
  expired: ENDED.expired,
  withdrawn: () => "This spot is no longer open. They're still in line.",
}

export const endedReason = (state: Exclude<OfferState, 'open'>): string => ENDED[state]()

/**
 * Requires an open offer. Runs under the lock of the weekday, so that two clicks are one after the other.
 * @throws Refused 409 if it is no longer open.
 */
async function requireOpen(tx: Tx, id: number, { office = false }: Answering): Promise<void> {
  const [row] = await tx.$queryRaw<{ state: OfferState; expired: boolean }[]>`
    SELECT state, expires_at <= ${now()} AS expired FROM place_offers WHERE id = ${id} FOR UPDATE`
  const state = row?.state === 'open' && row.expired ? 'expired' : row?.state
  if (state && state !== 'open') throw new Refused('offer_closed', (office ? ENDED_FOR_OFFICE : ENDED)[state]())
}

/**
 * Gives the rider the offered place: on that date, or every week from it on.
 * @throws Refused 409 if it is no longer open or no longer free, or the rider is busy then; `lesson_started`;
 * `waiver_missing`.
 */
export async function takeOffer(
  userId: string,
  id: number,
  { office = false }: Answering = {},
): Promise<Offer & { changes: number[] }> {
  const offer = await findOffer(userId, id, { office })
  const { riderId, weekly, date, time, type } = offer
  const rider = office ? { id: riderId, name: offer.rider } : await requireBooker(userId, riderId)
  const slot = { date, time, type }
  const wish = { spans: [{ from: date, weekly }], riders: [riderId], beyond: false, byFamily: !office }
  const { changes } = await changeLesson(userId, wish, async (book, known, tx) => {
    await requireOpen(tx, id, { office })
    // Only the family can sign: the office's week shows who has not.
    if (!office) await requireWaivers([riderId], tx)
    const mine = { ...book, held: book.held.filter((held) => held.id !== id) }
    const next = weekly ? takeWeekly(mine, rider, slot) : takeOnce(mine, rider, slot)
    const scope = weekly ? 'weekly' : 'one-time'
    const detail = { riderId, name: known.riderName(riderId), scope, waited: offer.waitingId }
    const entry = { action: 'lesson.take-place', entity: 'lesson', entityId: slotKey(slot), detail } as const
    const answered = { state: 'taken', answeredAt: now(), answeredBy: userId }
    const also = async () => {
      await tx.placeOffer.update({ where: { id }, data: answered })
      await close(tx, [offer.waitingId], 'taken')
    }
    return { book: next, entries: [entry], result: null, also }
  })
  return { ...offer, state: 'taken', changes }
}

/** Puts the rider into the lesson: being on its waitlist allows that, whatever the level. */
function takeOnce(book: Book, rider: { id: string; name: string }, slot: Slot): Book {
  const lesson = lessonAt(book, slot)
  return take(book, {
    rider: { ...rider, level: lesson ? placesIn(book, lesson).level : null },
    slot,
    now: schoolNow(),
  })
}

function takeWeekly(book: Book, rider: { id: string; name: string }, slot: Slot): Book {
  if (!hasPlace(book, true, slot)) throw new Refused('offer_closed', endedReason('withdrawn'))
  return addRider(book, rider, slot, { scope: 'weekly', create: false }).book
}

/** Declines an offer; the place goes to the next in line. @throws Refused 409 if it is no longer open. */
export async function declineOffer(userId: string, id: number, answering: Answering = {}): Promise<Offer> {
  const offer = await findOffer(userId, id, answering)
  const weekdays = [dayOfWeek(offer.date)]
  await withTx(async (tx) => {
    await lockWeekdays(tx, weekdays)
    await requireOpen(tx, id, answering)
    await tx.placeOffer.update({ where: { id }, data: { state: 'declined', answeredAt: now(), answeredBy: userId } })
    await close(tx, [offer.waitingId], 'declined')
    await offerFreePlaces(tx, weekdays)
  })
  return { ...offer, state: 'declined' }
}

import { prisma } from '~/platform/db.server'
import { logError } from '~/platform/log.server'
import { inRequest } from '~/platform/request-memo.server'
import { orGone } from '~/services/stripe/stripe.server'
import { actOn, type EventHint } from './stripe-events.server'

/** The number of events that one process works on at a time. */
const HANDS = 4
/**
 * How long a claim lasts: after that the event of a dead process is free. Work that takes longer is done twice, which
 * is harmless. Tests lengthen it.
 */
export const LEASE = { seconds: 60 }
/** The first pause after a failure, in seconds, as are those below. */
const FIRST_PAUSE = 5
const LONGEST_PAUSE = 60 * 60
/** How many days a processed event is remembered: the provider repeats it for three days at most. */
const KEPT_DAYS = 90

/**
 * Stores an event to be processed. Any number of deliveries of one may arrive at once. An event that the previous
 * version began and did not finish is processed here.
 */
export async function saveEvent({ id, type, objectId, aboutId }: EventHint): Promise<void> {
  // The column has milliseconds: rounded up, it would not be due at once.
  await prisma.$executeRaw`
    INSERT INTO stripe_events AS kept (id, type, object_id, about_id, next_attempt_at)
    VALUES (${id}, ${type}, ${objectId}, ${aboutId}, date_trunc('milliseconds', now()))
    ON CONFLICT (id) DO UPDATE SET about_id = EXCLUDED.about_id, next_attempt_at = EXCLUDED.next_attempt_at
    WHERE kept.processed_at IS NULL AND kept.next_attempt_at IS NULL`
}

const atWork = new Set<Promise<void>>()
let busy = 0
let calls = 0

/** Starts processing what is due, without waiting for it. */
export function workSoon(): void {
  calls++
  if (busy < HANDS) void startHand().catch((error) => logError(error, { job: 'work-on-events' }))
}

/** Processes what is due. Processes may run this at the same time. Resolves when nothing is left that this one could claim. */
export async function workOnEvents(): Promise<void> {
  calls++
  while (busy < HANDS) startHand()
  await Promise.all(atWork)
}

/** Resolves when this process works on no event. Never throws: whoever began the work gets the error. */
export async function eventsAtRest(): Promise<void> {
  while (atWork.size) await Promise.allSettled(atWork)
}

/** Runs outside of a request, whose answers are cached. */
function startHand(): Promise<void> {
  const hand = inRequest(undefined, workUntilDone).finally(() => atWork.delete(hand))
  atWork.add(hand)
  return hand
}

async function workUntilDone(): Promise<void> {
  busy++
  try {
    for (;;) {
      const called = calls
      const event = await claimNext()
      if (event) await inRequest(event.id, () => work(event))
      // A caller may have stored an event in the meantime that was not seen.
      else if (called === calls) return
    }
  } finally {
    busy--
  }
}

type Claimed = EventHint & { attempts: number }

/**
 * Claims the next due event in one statement, so that no lock outlives it. A time further ahead than any pause was
 * written by a wrong clock: twice as far, because the statement that wrote it may have begun after this one.
 */
async function claimNext(): Promise<Claimed | undefined> {
  const [claimed] = await prisma.$queryRaw<Claimed[]>`
    WITH due AS MATERIALIZED (
      SELECT id FROM stripe_events
      WHERE processed_at IS NULL AND (next_attempt_at <= now() OR next_attempt_at > now() + ${2 * LONGEST_PAUSE} * interval '1 second')
      ORDER BY next_attempt_at, id LIMIT 1 FOR UPDATE SKIP LOCKED)
    UPDATE stripe_events e SET attempts = attempts + 1, next_attempt_at = now() + ${LEASE.seconds} * interval '1 second'
    FROM due WHERE e.id = due.id
    RETURNING e.id, e.type, e.object_id AS "objectId", e.about_id AS "aboutId", e.attempts`
  return claimed
}

/** Processes an event and marks it as done only afterward: if the process dies before, it is processed again. */
async function work(event: Claimed): Promise<void> {
  const { id, objectId, attempts } = event
  try {
    // Of another account or a deleted test clock: it would be just as unknown the next time.
    if ((await orGone(() => actOn(event))) === null) {
      logError(new Error('The provider does not know the object of its event'), { event: id, object: objectId })
    }
  } catch (error) {
    logError(error, { event: id, attempts })
    const pause = Math.min(FIRST_PAUSE * 2 ** (attempts - 1), LONGEST_PAUSE)
    await prisma.$executeRaw`
      UPDATE stripe_events SET next_attempt_at = now() + ${pause} * interval '1 second' WHERE id = ${id} AND processed_at IS NULL`
    return
  }
  await prisma.$executeRaw`UPDATE stripe_events SET processed_at = now() WHERE id = ${id} AND processed_at IS NULL`
}

/** Deletes events processed long ago, and those that the previous version left to the provider. Returns how many. */
export const sweepEvents = (): Promise<number> => prisma.$executeRaw`
  DELETE FROM stripe_events
  WHERE received_at < now() - ${KEPT_DAYS} * interval '1 day' AND (processed_at IS NOT NULL OR next_attempt_at IS NULL)`

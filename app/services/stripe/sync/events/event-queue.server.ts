import { prisma } from '~/platform/db.server'
import { logError } from '~/platform/log.server'
import { inRequest } from '~/platform/request-memo.server'
import { orGone } from '~/services/stripe/customer.server'
import { actOn, type EventHint } from './stripe-events.server'

/** Events that one process works on at a time. */
const HANDS = 4
/** Then the claim of a process that died is free; work that takes longer is done twice, which harms nothing. Tests lengthen it. */
export const LEASE = { seconds: 60 }
/** In seconds, as are those below. */
const FIRST_PAUSE = 5
const LONGEST_PAUSE = 60 * 60
/** How long one is remembered that is done: the provider sends it again for three days at most. */
const KEPT_DAYS = 90

/**
 * Keeps an event, to be worked on. Any number of deliveries of one may come at once. One that a version before this one has begun and
 * not done is this one's work.
 */
export async function keepEvent({ id, type, objectId, aboutId }: EventHint): Promise<void> {
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

/** Begins to work on what is due, for someone who does not wait. */
export function workSoon(): void {
  calls++
  if (busy < HANDS) void startHand().catch((error) => logError(error, { job: 'work-on-events' }))
}

/** Works on what is due. Processes may run this at the same time. Resolves when nothing is left that this one could take. */
export async function workOnEvents(): Promise<void> {
  calls++
  while (busy < HANDS) startHand()
  await Promise.all(atWork)
}

/** Resolves when this process works on no event. Never throws: who began the work is told. */
export async function eventsAtRest(): Promise<void> {
  while (atWork.size) await Promise.allSettled(atWork)
}

/** Not part of a request, whose answers are remembered. */
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
      // Who called meanwhile may have kept one that was not seen.
      else if (called === calls) return
    }
  } finally {
    busy--
  }
}

type Claimed = EventHint & { attempts: number }

/**
 * One statement, so that no lock outlives it. A time further ahead than any pause was written by a clock that was wrong: twice as far,
 * because the statement that wrote it may have begun after this one.
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

/** Done is done only after all of the work: a process that dies before has it done again. */
async function work(event: Claimed): Promise<void> {
  const { id, objectId, attempts } = event
  try {
    // Of another account or a deleted test clock: it would be as unknown the next time.
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

/** Forgets what was done long ago, and what a version before this one left to its provider. Returns how many. */
export const sweepEvents = (): Promise<number> => prisma.$executeRaw`
  DELETE FROM stripe_events
  WHERE received_at < now() - ${KEPT_DAYS} * interval '1 day' AND (processed_at IS NOT NULL OR next_attempt_at IS NULL)`

import { dayClosedEmail, dayOpenedEmail } from '~/emails/day-closed'
import type { Letter } from '~/emails/layout'
import { type Closed, closeDay } from '~/models/closing/close-day.server'
import type { Closing } from '~/models/closing/close-decision'
import { type ChangedClosing, closingsOfChanges } from '~/models/closing/closings.server'
import type { Also } from '~/models/lessons/change-lesson.server'
import type { Beyond } from '~/models/lessons/place.server'
import { type Undone, undoChanges } from '~/models/lessons/undo.server'
import { lastDayOfClosed } from '~/models/makeups/makeup'
import type { Reader } from '~/models/notices/readers.server'
import { settleDay } from '~/models/notices/told-rides.server'
import { getEnv } from '~/platform/env.server'
import type { Tx } from '~/platform/tx.server'
import { instantInZone, type LocalDate } from '~/utils/dates'
import { paths } from '~/utils/paths'
import { queueNotice } from './notices/queue-notice.server'

/** Who is written to about a closed day. */
export interface Told {
  /** E-mails that were queued, one a family. */
  told: number
  /** E-mails that had not been sent yet, and are not sent any more. */
  withdrawn: number
  /** Riders whose family no email reaches, by name. */
  unreached: string[]
}

const NOBODY: Told = { told: 0, withdrawn: 0, unreached: [] }

/** Closes a day and tells each family once. @throws Refused as `closeDay`. */
export async function closeDayAndTell(actorId: string, date: LocalDate, closing: Closing): Promise<Closed & Told> {
  let told = NOBODY
  const closed = await closeDay(actorId, date, closing, async (tx, changes) => {
    told = await tell(tx, changes)
  })
  return { ...closed, ...told }
}

/** Undoes changes of the week, and tells families that a closed day is open, or closed again. @throws Refused as `undoChanges`. */
export async function undoAndTell(
  actorId: string,
  ids: readonly number[],
  { beyond }: Beyond = {},
): Promise<Undone & { changes: number[] } & Told> {
  let told = NOBODY
  const also: Also = async (tx, changes) => {
    told = await tell(tx, changes)
  }
  const undone = await undoChanges(actorId, ids, { also, beyond })
  return { ...undone, ...told }
}

async function tell(tx: Tx, changes: readonly number[]): Promise<Told> {
  const sum = { ...NOBODY }
  for (const closing of await closingsOfChanges(tx, changes)) {
    const told = await tellOf(tx, closing, changes[0] ?? closing.id)
    sum.told += told.told
    sum.withdrawn += told.withdrawn
    sum.unreached = told.unreached
  }
  return sum
}

/** What has not been sent yet is taken out of the outbox; whoever may know something else is told. */
async function tellOf(tx: Tx, closing: ChangedClosing, change: number): Promise<Told> {
  const { known, withdrawn } = await whatIsKnown(tx, closing.id)
  const state = closing.closed ? 'closed' : 'open'
  await settleDay(
    tx,
    closing.date,
    closing.rides.map(({ riderId }) => riderId),
  )
  const [first] = closing.rides.map(({ time }) => time).sort()
  const begins = first ? instantInZone(closing.date, first, getEnv().schoolTimezone) : undefined
  const { told, unreached } = await queueNotice(tx, {
    kind: 'day-closed',
    keyOf: (family) => `${keyOf(closing.id)}${state}:${family}:${change}`,
    riderIds: closing.rides.map(({ riderId }) => riderId),
    isToTell: ({ id }) => (known.get(id) ?? 'open') !== state,
    compose: (letter, riders) => ({ ...contentOf(closing, riders, letter), begins }),
  })
  return { told, withdrawn, unreached }
}

const keyOf = (closing: number) => `day:${closing}:`

/** What each family was told last. One that was tried counts as told, because it may have arrived. */
async function whatIsKnown(tx: Tx, closing: number): Promise<{ known: Map<string, string>; withdrawn: number }> {
  const withdrawn = await tx.$queryRaw<{ key: string; attempts: number }[]>`
    DELETE FROM email_outbox WHERE sent_at IS NULL AND starts_with(dedupe_key, ${keyOf(closing)})
    RETURNING dedupe_key AS key, attempts`
  await tx.$executeRaw`
    DELETE FROM text_outbox WHERE sent_at IS NULL AND attempts = 0 AND starts_with(dedupe_key, ${keyOf(closing)})`
  const sent = await tx.$queryRaw<{ key: string }[]>`
    SELECT dedupe_key AS key FROM email_outbox WHERE starts_with(dedupe_key, ${keyOf(closing)})
    UNION SELECT dedupe_key FROM text_outbox WHERE starts_with(dedupe_key, ${keyOf(closing)})`
  const changeIn = (key: string) => Number(key.split(':').at(-1))
  const tried = [...sent, ...withdrawn.filter(({ attempts }) => attempts > 0)]
  const known = new Map<string, string>()
  for (const { key } of tried.sort((a, b) => changeIn(a.key) - changeIn(b.key))) {
    const [, , state = '', family = ''] = key.split(':')
    known.set(family, state)
  }
  return { known, withdrawn: withdrawn.length }
}

function contentOf({ date, reason, rides, closed, only }: ChangedClosing, riders: Reader['riders'], letter: Letter) {
  const theirs = rides.flatMap(({ riderId, time, type }) => {
    const rider = riders.find(({ id }) => id === riderId)
    return rider ? [{ name: rider.name, time, type }] : []
  })
  theirs.sort((a, b) => a.time.localeCompare(b.time) || a.name.localeCompare(b.name, 'en'))
  const about = {
    ...letter,
    date,
    reason,
    partly: only !== undefined,
    rides: theirs,
    ridesUrl: `${getEnv().appUrl}${paths.scheduledRides()}`,
  }
  return closed ? dayClosedEmail({ ...about, until: lastDayOfClosed(date) }) : dayOpenedEmail(about)
}

import { dayClosedEmail, dayOpenedEmail } from '~/emails/day-closed'
import type { Letter } from '~/emails/layout'
import type { Reader } from '~/models/notices/readers.server'
import { settleRides } from '~/models/notices/told-rides.server'
import type { Allowing } from '~/models/schedule/change/change-rides.server'
import { type Closed, closeDay } from '~/models/schedule/change/close-day.server'
import { undoHotDay } from '~/models/schedule/change/horses/hot-day.server'
import { undoRest } from '~/models/schedule/change/horses/rest-horse.server'
import { type Undone, undoChanges } from '~/models/schedule/change/undo.server'
import type { Closing } from '~/models/schedule/closing/close-decision'
import { type ChangedClosing, closingsOfChanges } from '~/models/schedule/closing/closings.server'
import type { Beyond } from '~/models/schedule/lessons/change-lesson.server'
import { lockWeek, lockWeekdays } from '~/models/schedule/snapshot/lock-weekdays.server'
import { lessonsOn } from '~/models/schedule/week/roster.server'
import { lastDayOfClosed } from '~/models/vocabulary/makeup'
import { prisma } from '~/platform/db.server'
import { getEnv } from '~/platform/env.server'
import { Refused } from '~/platform/refused'
import { type Tx, withTx } from '~/platform/tx.server'
import { addDays, dayOfWeek, daysBetween, formatDay, instantInZone, type LocalDate } from '~/utils/dates'
import { paths } from '~/utils/paths'
import { queueNotice } from './notices/queue-notice.server'

/** The families who were notified of a closed day. */
export interface Told {
  /** How many emails were queued, one per family. */
  told: number
  /** How many unsent emails were withdrawn. */
  withdrawn: number
  /** Riders whose family has no email address, by name. */
  unreached: string[]
}

const NOBODY: Told = { told: 0, withdrawn: 0, unreached: [] }

/** Closes a day and notifies each family once. @throws Refused as `closeDay`. */
export function closeDayAndTell(actorId: string, date: LocalDate, closing: Closing): Promise<Closed & Told> {
  return withTx(async (tx) => {
    const closed = await closeDay(actorId, date, closing)
    return { ...closed, ...(await tell(tx, closed.changes)) }
  })
}

/** The longest break that can be closed at once, in days. */
const MAX_DAYS = 31

/**
 * Closes the days with lessons from `date` through `through`, all of them or none, each as a change of its own, and
 * notifies each family once.
 * @throws Refused 400 for days that cannot be closed at once; 409 as `closeDay`, or if none of them has lessons.
 */
export async function closeDaysAndTell(
  actorId: string,
  { date, through }: { date: LocalDate; through: LocalDate },
  closing: Closing,
): Promise<Closed & Told & { days: number }> {
  const length = daysBetween(date, through) + 1
  const refuse = (why: string) => new Refused('date_out_of_range', why, 'through')
  if (length < 1) throw refuse(`Choose ${formatDay(date)} or a later day`)
  if (length > MAX_DAYS) throw refuse(`Close at most ${MAX_DAYS} days in one go`)
  if (closing.from || closing.only)
    throw new Refused('invalid', 'Several days can only be closed as whole days', 'through')
  const days = Array.from({ length }, (_, i) => addDays(date, i))
  return withTx(async (tx) => {
    await lockWeekdays(tx, days.map(dayOfWeek))
    const closed: Closed[] = []
    for (const day of days) {
      if ((await lessonsOn(day, tx)).length > 0) closed.push(await closeDay(actorId, day, closing))
    }
    if (closed.length === 0)
      throw new Refused(
        'nothing_to_do',
        `There are no lessons from ${formatDay(date)} through ${formatDay(through)}`,
        'through',
      )
    const changes = closed.flatMap((day) => day.changes)
    return {
      days: closed.length,
      lessons: sum(closed.map(({ lessons }) => lessons)),
      rides: sum(closed.map(({ rides }) => rides)),
      changes,
      ...(await tell(tx, changes)),
    }
  })
}

/** Undoes changes of the week, or a horse's rest or a hot day with the horses that changed, and tells families that a closed day is open, or closed again. @throws Refused as `undoChanges`. */
export async function undoAndTell(
  actorId: string,
  ids: readonly number[],
  { beyond, allows }: Beyond & Allowing = {},
): Promise<Undone & { changes: number[] } & Told> {
  const known = await prisma.auditEntry.findMany({
    where: { id: { in: [...ids] }, entity: { in: ['lesson', 'horse'] } },
    select: { id: true, entity: true, action: true },
    orderBy: { entityId: 'asc' },
  })
  const [horses] = known.filter(({ entity }) => entity === 'horse')
  if (horses && ids.length === 1) {
    const undo = horses.action === 'horse.hot' ? undoHotDay : undoRest
    return { ...(await undo(actorId, horses.id)), ...NOBODY }
  }
  const lines = known.filter(({ entity }) => entity === 'lesson')
  // The days of a break have a line each, which says whether that day is closed: all of them are undone or none.
  const parts = lines.length > 1 ? lines.map(({ id }) => [id]) : [ids]
  return withTx(async (tx) => {
    // Each part locks its own weekdays, so several parts would not lock them in order.
    if (parts.length > 1) await lockWeek(tx)
    const all: (Undone & { changes: number[] })[] = []
    for (const part of parts) all.push(await undoChanges(actorId, part, { beyond, allows, db: tx }))
    const changes = all.flatMap((one) => one.changes)
    return {
      what: all.flatMap(({ what }) => what),
      kept: sum(all.map(({ kept }) => kept)),
      off: all.flatMap(({ off }) => off),
      day: all[0]?.day ?? '',
      changes,
      ...(await tell(tx, changes)),
    }
  })
}

const sum = (numbers: readonly number[]) => numbers.reduce((total, number) => total + number, 0)

/**
 * Queues one email per family about the days that are closed and one about those that are open again, unless the family
 * already knows. Unsent emails are withdrawn if they are about no other day.
 */
export async function tell(tx: Tx, changes: readonly number[]): Promise<Told> {
  const closings = await closingsOfChanges(tx, changes)
  if (closings.length === 0) return NOBODY
  const { known, withdrawn } = await whatIsKnown(
    tx,
    closings.map(({ id }) => id),
  )
  for (const { date, rides } of closings) await settleRides(tx, date, rides)
  const unreached = new Set<string>()
  let told = 0
  for (const state of ['closed', 'open'] as const) {
    const now = closings.filter(({ closed }) => closed === (state === 'closed'))
    const news = (family: string, riders: Reader['riders']) =>
      now.filter(
        ({ id, rides }) =>
          (known.get(`${id} ${family}`) ?? 'open') !== state &&
          rides.some(({ riderId }) => riders.some((rider) => rider.id === riderId)),
      )
    const sent = await queueNotice(tx, {
      kind: 'day-closed',
      keyOf: (family, riders) =>
        `${KEY}${news(family, riders)
          .map(({ id }) => id)
          .join('+')}:${state}:${family}:${changes[0]}`,
      riderIds: now.flatMap(({ rides }) => rides.map(({ riderId }) => riderId)),
      isToTell: ({ id, riders }) => news(id, riders).length > 0,
      compose: (letter, riders, family) => contentOf(news(family, riders), riders, letter),
    })
    told += sent.told
    for (const name of sent.unreached) unreached.add(name)
  }
  return { told, withdrawn, unreached: [...unreached] }
}

/** The prefix of the outbox key, which names the days: `day:17+18:closed:<family>:<change>`. */
const KEY = 'day:'

/**
 * Returns what each family was last sent about each closing, by `17 <family>`. An email that was tried counts as sent,
 * because it may have arrived.
 */
async function whatIsKnown(
  tx: Tx,
  closings: readonly number[],
): Promise<{ known: Map<string, string>; withdrawn: number }> {
  const ids = closings.map(String)
  const withdrawn = await tx.$queryRaw<{ key: string; attempts: number }[]>`
    DELETE FROM email_outbox
    WHERE sent_at IS NULL AND starts_with(dedupe_key, ${KEY}) AND string_to_array(split_part(dedupe_key, ':', 2), '+') <@ ${ids}
    RETURNING dedupe_key AS key, attempts`
  await tx.$executeRaw`
    DELETE FROM text_outbox
    WHERE sent_at IS NULL AND attempts = 0 AND starts_with(dedupe_key, ${KEY})
      AND string_to_array(split_part(dedupe_key, ':', 2), '+') <@ ${ids}`
  const sent = await tx.$queryRaw<{ key: string }[]>`
    SELECT dedupe_key AS key FROM email_outbox
    WHERE starts_with(dedupe_key, ${KEY}) AND string_to_array(split_part(dedupe_key, ':', 2), '+') && ${ids}
    UNION SELECT dedupe_key FROM text_outbox
    WHERE starts_with(dedupe_key, ${KEY}) AND string_to_array(split_part(dedupe_key, ':', 2), '+') && ${ids}`
  const changeIn = (key: string) => Number(key.split(':').at(-1))
  const tried = [...sent, ...withdrawn.filter(({ attempts }) => attempts > 0)]
  const known = new Map<string, string>()
  for (const { key } of tried.sort((a, b) => changeIn(a.key) - changeIn(b.key))) {
    const [, about = '', state = '', family = ''] = key.split(':')
    for (const id of about.split('+')) known.set(`${id} ${family}`, state)
  }
  return { known, withdrawn: withdrawn.length }
}

function contentOf(closings: readonly ChangedClosing[], riders: Reader['riders'], letter: Letter) {
  const rides = closings
    .flatMap(({ date, rides }) => rides.map((ride) => ({ ...ride, date })))
    .flatMap(({ riderId, ...ride }) => {
      const rider = riders.find(({ id }) => id === riderId)
      return rider ? [{ ...ride, name: rider.name }] : []
    })
    .sort((a, b) => `${a.date} ${a.time}`.localeCompare(`${b.date} ${b.time}`) || a.name.localeCompare(b.name, 'en'))
  const [first] = rides
  const about = {
    ...letter,
    reason: [...new Set(closings.map(({ reason }) => reason))].join(', '),
    partly: closings.some(({ only }) => only !== undefined),
    rides,
    ridesUrl: `${getEnv().appUrl}${paths.scheduledRides()}`,
  }
  const content = closings[0]?.closed ? dayClosedEmail({ ...about, until: lastDayOfClosed }) : dayOpenedEmail(about)
  return { ...content, ...(first && { begins: instantInZone(first.date, first.time, getEnv().schoolTimezone) }) }
}

import type { Prisma } from '~/generated/prisma/client'
import { type NotBack, notBack } from '~/models/schedule/horses/rest/back-to-ride.server'
import { type Answered, askAgain } from '~/models/schedule/instructors/cover/report.server'
import type { Beyond } from '~/models/schedule/lessons/change-lesson.server'
import { type Also, changeLesson, type Entry } from '~/models/schedule/lessons/change-lesson.server'
import {
  changedSince,
  horsesGiven,
  isAsNow,
  type MadeUp,
  madeUpSince,
  takeBack,
  withoutHorses,
  withoutMadeUp,
} from '~/models/schedule/lessons/decide/undo'
import { type MovedWaiting, moveLine, openAgain } from '~/models/schedule/offers/move-line.server'
import { hasBegun } from '~/models/schedule/places/take'
import { setPublished } from '~/models/schedule/season/season.server'
import type { Book, MakeupRow, Span } from '~/models/schedule/snapshot/book'
import { type RowChanges, type TableChange, touchedRows } from '~/models/schedule/snapshot/book-rows.server'
import { atTime } from '~/models/schedule/vocabulary/slot-words'
import { describeLessonChange } from '~/models/schedule/week/lesson-changes'
import { schoolNow, today } from '~/platform/clock.server'
import { prisma } from '~/platform/db.server'
import { notFound, Refused, RefusedList } from '~/platform/refused'
import type { Db, Tx } from '~/platform/tx.server'
import { fromDbDate, type LocalDate } from '~/utils/dates'
import type { Allowing } from './change-rides.server'
import { type Noted, toNoted, withTheirOwn } from './undo-together.server'

export interface Undone {
  /** The changes that were undone, as the log describes them. */
  what: string[]
  /** The number of rides that stay, because someone has changed them since. */
  kept: number
  /** Sentences about what could not be restored: riders whose makeup for that ride is booked by now, horses that rest by now. */
  off: string[]
  /** The day that the changes were about. */
  day: LocalDate
}

/**
 * Restores the rows of changes as they were, exactly those that the changes had touched. Of several marks, those that
 * someone has changed since stay. After a closing, riders whose makeup is booked by now stay off. A horse that rests
 * or is at a limit by now is not restored to a ride.
 * @throws Refused 404 if the log does not know them; 409 if they were changed since, or would conflict with later
 * changes, or, but for `beyond`, if someone has the place by now.
 */
export async function undoChanges(
  actorId: string,
  ids: readonly number[],
  /** `db` is the enclosing transaction. */
  { beyond = false, allows, db = prisma }: { db?: Db } & Beyond & Allowing = {},
): Promise<Undone & { changes: number[] }> {
  const entries = await db.auditEntry.findMany({
    where: { id: { in: [...ids] }, entity: { in: ['lesson', 'ride'] } },
    orderBy: { id: 'desc' },
  })
  const asked = entries.map(toNoted).filter(({ detail }) => detail.rows && detail.spans)
  const [first] = asked
  if (!first || asked.length !== new Set(ids).size) throw notFound('This change is too old to undo')
  const noted = await withTheirOwn(db, asked)
  const spans = distinct(noted.flatMap(({ detail }) => detail.spans as Span[]))
  const day = first.entityId.slice(0, 10)
  // Riders of the change may be in none of these days by now.
  const wish = {
    spans,
    riders: ridersIn(noted),
    makeups: makeupsIn(noted),
    advice: 'Set that ride back to Scheduled first.',
    // As for a mark, however full the lesson was.
    beyond: beyond || noted.every(isOver),
    overHeld: true,
    // A season that is published again tells those who join, as it did.
    announces: noted.some(({ detail }) => detail.season !== undefined),
  }
  const { result, changes } = await changeLesson<Undone>(actorId, wish, async (book, known, tx) => {
    await allows?.(tx)
    let next: Book = book
    const done: Noted[] = []
    const reasons: string[] = []
    const off: MadeUp[] = []
    const said: string[] = []
    for (const entry of noted) {
      const rows = touchedRows(entry.detail.rows as RowChanges)
      const changed = changedSince(next, rows, known.riderName)
      const madeUp = changed.length > 0 ? [] : madeUpSince(next, rows)
      const why = await formatMadeUp(tx, madeUp, known.riderName)
      // A change of that rider alone has nothing else to undo.
      if (madeUp.length > 0 && entry.detail.riderId) changed.push(...why)
      if (changed.length > 0) reasons.push(...changed)
      else {
        next = withoutMadeUp(takeBack(next, rows), madeUp, known.riderName)
        off.push(...madeUp)
        said.push(...why)
        done.push(entry)
      }
    }
    const evenAtRest = done.some(({ detail }) => detail.rested)
    if (evenAtRest) await tx.$executeRaw`SELECT set_config('stirrup.back_from_rest', 'on', true)`
    const isMarks = noted.every(({ entity }) => entity === 'ride')
    const kept = asked.filter((entry) => !done.includes(entry)).length
    if (kept === asked.length || (reasons.length > 0 && !isMarks)) {
      const where = { action: 'lesson.undo', detail: { path: ['of'], array_contains: [first.id] } }
      if ((await tx.auditEntry.count({ where })) > 0) throw new Refused('already_done', 'This was undone already.')
      throw new RefusedList('in_the_way', [...new Set(reasons)], 'Nothing was undone.')
    }
    const tired = await notBack(tx, horsesGiven(book, next), { evenAtRest })
    const lines = tired.map((one) => formatNotRestored(one, known.riderName))
    next = withoutHorses(book, next, tired)
    if (tired.length > 0 && isAsNow(book, next)) throw new RefusedList('in_the_way', lines, 'Nothing was undone.')
    const result = {
      what: done.map((entry) => describeLessonChange(entry, today())).reverse(),
      kept,
      off: [...said.map((line) => `${line} and stays off`), ...lines],
      day,
    }
    const strays = new Set(done.flatMap(({ detail }) => (Array.isArray(detail.strays) ? detail.strays : [])))
    const wasStray = ({ id }: MakeupRow) => strays.has(id)
    const line = done.flatMap(lineIn).map(({ id, from, to }) => ({ id, from: to, to: from }))
    const also: Also = async (inTx) => {
      await moveLine(inTx, line)
      await openAgain(inTx, done.flatMap(waitedIn))
      for (const { detail } of done) {
        if (detail.answered) await askAgain(inTx, detail.answered as Answered)
        if (detail.season) await setPublished(inTx, Number(detail.season), !detail.published)
      }
    }
    return { book: next, entries: [entryOf(done, line, off)], result, also, wasStray }
  })
  return { ...result, changes }
}

const ridersIn = (noted: readonly Noted[]): string[] => {
  const rows = noted.flatMap(({ detail }) => Object.values(detail.rows as RowChanges))
  const ids = rows.flatMap(({ before, after }) => [...before, ...after].map((row) => row.student_id))
  return [...new Set(ids.filter((id) => typeof id === 'string'))]
}

/** Returns `Ben Hill has booked the makeup for the ride at 4:00 PM on Nov 24, 2026 for 5:00 PM on Dec 3, 2026`. */
async function formatMadeUp(tx: Tx, rides: readonly MadeUp[], riderName: (id: string) => string): Promise<string[]> {
  if (rides.length === 0) return []
  const bookings = await tx.makeupBooking.findMany({ where: { makeupId: { in: rides.map((one) => one.makeupId) } } })
  return rides.map((ride) => {
    const booking = bookings.find(({ makeupId }) => makeupId === ride.makeupId)
    const into = booking && atTime({ date: fromDbDate(booking.lessonDate), time: booking.scheduledTime })
    return `${riderName(ride.riderId)} has booked the makeup for the ride at ${atTime(ride)}${into ? ` for ${into}` : ''}`
  })
}

/** Returns `Bella does not go back to Ben Hill at 4:00 PM on Nov 24, 2026 (resting through Dec 5: abscess)`. */
const formatNotRestored = ({ use, why }: NotBack, riderName: (id: string) => string): string =>
  `${use.horseName} does not go back to ${riderName(use.riderId)} at ${atTime(use)} (${why})`

const lineIn = ({ detail }: Noted) => (Array.isArray(detail.line) ? (detail.line as MovedWaiting[]) : [])

/** Returns waitlist entries that ended with the change: by taking a place, or by getting one from the office. */
const waitedIn = ({ detail: { waited, placed } }: Noted): number[] =>
  [waited, ...(Array.isArray(placed) ? placed : [])].filter((id) => typeof id === 'number')

const makeupsIn = (noted: readonly Noted[]): number[] =>
  noted.flatMap(({ detail }) => {
    const { makeups, bookings } = detail.rows as RowChanges
    const idsIn = (change: TableChange | undefined, column: string) =>
      [...(change?.before ?? []), ...(change?.after ?? [])].map((row) => Number(row[column]))
    return [...idsIn(makeups, 'id'), ...idsIn(bookings, 'makeup_id')]
  })

/** Whether an entry is about a ride that has begun. */
const isOver = ({ entity, entityId }: Noted): boolean =>
  entity === 'ride' && hasBegun({ date: entityId.slice(0, 10), time: entityId.slice(11, 16) }, schoolNow())

const distinct = (spans: readonly Span[]): Span[] => [
  ...new Map(spans.map((span) => [`${span.from} ${span.weekly}`, span])).values(),
]

function entryOf(done: readonly Noted[], line: readonly MovedWaiting[], madeUp: readonly MadeUp[]): Entry {
  const [first] = done
  const entityIds = new Set(done.map(({ entityId }) => entityId))
  const type = typeof first?.detail.type === 'string' ? first.detail.type : ''
  const [entity, entityId] =
    entityIds.size === 1
      ? ([first?.entity === 'ride' ? 'ride' : 'lesson', first?.entityId ?? ''] as const)
      : (['lesson', `${first?.entityId.slice(0, 16)} ${type}`] as const)
  const what = done.map((entry) => describeLessonChange(entry, today())).reverse()
  const scope = first?.detail.scope === 'weekly' ? 'weekly' : 'one-time'
  const moved = line.length > 0 && { line: line as unknown as Prisma.InputJsonArray }
  const off = madeUp.length > 0 && { off: madeUp.map(({ riderId, time }) => ({ riderId, time })) }
  const seasonal = done.find(({ detail }) => detail.season)?.detail
  const season = seasonal && { season: Number(seasonal.season), published: !seasonal.published }
  const detail = { of: done.map(({ id }) => id), what, scope, ...season, ...(type && { type }), ...moved, ...off }
  return { action: 'lesson.undo', entity, entityId, detail }
}

import { addIfAbsent, applyPlan, planOf } from '~/models/schedule/attendance/ride-plan'
import { closeDay } from '~/models/schedule/closing/close-decision'
import { teach } from '~/models/schedule/instructors/teach'
import type { Known } from '~/models/schedule/lessons/change-lesson.server'
import { reasonsAgainst } from '~/models/schedule/lessons/decide/check'
import { editLesson } from '~/models/schedule/lessons/decide/edit'
import { addLesson, deleteLesson } from '~/models/schedule/lessons/decide/lesson'
import { moveRider } from '~/models/schedule/lessons/decide/move'
import { addRider, removeRider } from '~/models/schedule/lessons/decide/rider'
import { withoutStrayRemovals } from '~/models/schedule/lessons/decide/settle'
import { settleMakeups, straysIn } from '~/models/schedule/lessons/decide/settle-makeups'
import { changedSince, takeBack } from '~/models/schedule/lessons/decide/undo'
import {
  type Book,
  differenceOf,
  inBook,
  lessonAt,
  type MakeupRow,
  NEW,
  type Rows,
  type Span,
  TABLE_NAMES,
  type Touched,
} from '~/models/schedule/snapshot/book'
import { rideState } from '~/models/schedule/snapshot/ride-state'
import { lessonTimesOf } from '~/models/school/lesson-times'
import type { Slot } from '~/models/vocabulary/slot'
import { Refused } from '~/platform/refused'
import { dayOfWeek } from '~/utils/dates'
import { NO_ROWS } from './book'
import {
  aimOf,
  BASES,
  DATES,
  dayOf,
  EVERYTHING,
  HORSES,
  instructorOf,
  openMakeups,
  otherOf,
  RIDERS,
  type Step,
  spansOf,
  TYPES,
  targetOf,
  WORK,
} from './steps'

const TERMS = { byId: 'office', today: DATES[0] ?? '', lastDay: (ride: string) => ride, isCounted: () => true }
const names = new Map<string, string>(RIDERS.map((id) => [id, id]))
const around = { types: TYPES, bases: BASES, names, capacities: new Map<string, number>(), held: [], awaited: [] }
const known = {
  riderName: (id) => id,
  requireType: () => {},
  times: lessonTimesOf(),
  isRecorded: (ride) => ride.attendance === 'present' || ride.attendance === 'makeup',
  mayGo: () => true,
} satisfies Known & Record<string, unknown>

/** Runs the decisions of the week on rows in memory, with what the database would do around them. */
export class MemoryWeek {
  private rows: Rows = NO_ROWS
  /** The present rows, cached so that their lessons are computed once. */
  private all: Book | undefined
  private nextId = 1
  /** Who waits for which lessons. */
  awaited: Book['awaited'] = []
  private readonly log: { spans: Span[]; touched: Touched; strays: readonly number[] }[] = []

  /** Returns all rows. */
  book(): Book {
    this.all ??= loaded(this.rows, EVERYTHING)
    return this.all
  }

  /** Returns whether it was accepted. */
  take(step: Step): boolean {
    try {
      if (step.kind === 'undo') return this.undo(step.back)
      const all = this.book()
      const { slot, rider } = aimOf(step, all)
      const makeups = step.kind === 'book' ? openMakeups(all).map(({ id }) => id) : []
      this.change(spansOf(step, all), (book) => decide(step, book, slot, rider, all), makeups)
      return true
    } catch (error) {
      if (error instanceof Refused) return false
      throw error
    }
  }

  private undo(back: number): boolean {
    const entry = this.log.at(-1 - back)
    if (!entry) return false
    const makeups = [...entry.touched.before.makeups, ...entry.touched.after.makeups].map(({ id }) => id)
    const undo = (book: Book) => {
      const reasons = changedSince(book, entry.touched, known.riderName)
      if (reasons.length > 0) throw new Refused('invalid', reasons.join())
      return takeBack(book, entry.touched)
    }
    this.change(entry.spans, undo, makeups, ({ id }) => entry.strays.includes(id))
    return true
  }

  private change(
    spans: Span[],
    next: (book: Book) => Book,
    makeups: readonly number[] = [],
    wasStray?: (row: MakeupRow) => boolean,
  ): void {
    const isIn = ({ date, weekly }: Book['awaited'][number]) => weekly || inBook({ spans }, date)
    const before = { ...loaded(this.rows, spans, makeups), awaited: this.awaited.filter(isIn) }
    const after = settleMakeups(before, withoutStrayRemovals(next(before)), { ...TERMS, wasStray })
    const reasons = reasonsAgainst(before, after, known.riderName)
    const all = Object.values(reasons).flat()
    if (all.length > 0) throw new Refused('lesson_full', all.join('. '))
    const touched = { before: { ...NO_ROWS }, after: { ...NO_ROWS } }
    let rows = this.rows
    for (const name of TABLE_NAMES) {
      const { gone, come } = differenceOf<{ id: number }>(before[name], after[name])
      const added = come.map((row) => (row.id === NEW ? { ...row, id: this.nextId++ } : row))
      const ids = new Set([...gone, ...come].map(({ id }) => id))
      const kept: readonly { id: number }[] = rows[name]
      rows = { ...rows, [name]: [...kept.filter(({ id }) => !ids.has(id)), ...added] }
      Object.assign(touched.before, { [name]: gone })
      Object.assign(touched.after, { [name]: added })
    }
    const booked = rows.bookings.map(({ makeupId }) => makeupId)
    const given = new Set(rows.makeups.map(({ id }) => id))
    // As the database does: a makeup may have been booked, or taken back, on other days than those that were loaded.
    if (new Set(booked).size < booked.length || booked.some((id) => !given.has(id)))
      throw new Refused('outdated', 'A makeup of this change was booked or used in the meantime')
    this.rows = rows
    this.all = undefined
    this.log.push({ spans, touched, strays: straysIn(before) })
  }
}

/** Returns what a change of these days loads, with these makeups. */
function loaded(rows: Rows, spans: Span[], makeupIds: readonly number[] = []): Book {
  const isIn = (date: string) => inBook({ spans }, date)
  const single = <Row extends { date: string }>(all: readonly Row[]) => all.filter(({ date }) => isIn(date))
  const bookings = single(rows.bookings)
  const held = new Set([...makeupIds, ...bookings.map(({ makeupId }) => makeupId)])
  return {
    ...around,
    spans,
    weekly: rows.weekly.filter((place) =>
      spans.some(
        ({ from, weekly }) =>
          place.dayOfWeek === dayOfWeek(from) &&
          (place.endDate === null || place.endDate >= from) &&
          (weekly || place.startDate <= from),
      ),
    ),
    participants: single(rows.participants),
    oneTimeLessons: single(rows.oneTimeLessons),
    removals: single(rows.removals),
    records: single(rows.records),
    horses: single(rows.horses),
    makeups: rows.makeups.filter(({ id, date }) => held.has(id) || (date !== null && isIn(date))),
    bookings,
    booked: new Set(rows.bookings.map(({ makeupId }) => makeupId)),
    work: single(WORK),
  }
}

function decide(step: Exclude<Step, { kind: 'undo' }>, book: Book, slot: Slot, rider: string, all: Book): Book {
  const who = { id: rider, name: rider }
  switch (step.kind) {
    case 'add':
      return addRider(book, who, slot, { scope: step.scope, create: step.create }).book
    case 'remove':
      return removeRider(book, who, slot, { scope: step.scope, isRecorded: known.isRecorded }).book
    case 'add-lesson': {
      const added = addLesson(book, slot, step.scope, step.duration).book
      const [lesson, instructorId] = [lessonAt(added, slot), instructorOf(step)]
      return lesson && instructorId ? teach(added, lesson, instructorId, step.scope) : added
    }
    case 'delete-lesson':
      return deleteLesson(book, slot, step.scope, known.isRecorded).book
    case 'close':
      return closeDay(
        book,
        slot.date,
        { from: step.from, reason: 'Snow', byId: 'office', noMakeups: step.noMakeups },
        known,
      ).book
    case 'edit':
      return editLesson(book, slot, { ...step, date: dayOf(step, slot), scope: step.scope }, known)
    case 'move':
      return moveRider(book, who, {
        from: slot,
        to: targetOf(step, all),
        scope: step.scope,
        isRecorded: known.isRecorded,
      }).book
    case 'exchange':
      return exchange(book, slot, rider, otherOf(step, slot, rider, book))
    case 'book': {
      const makeupId = openMakeups(all).find(({ riderId }) => riderId === rider)?.id
      if (makeupId === undefined) throw new Refused('nothing_left', 'There is no makeup left')
      const next = addRider(book, who, slot, { scope: 'one-time', create: false }).book
      const booking = { id: NEW, makeupId, riderId: rider, ...slot, via: 'place' as const }
      return { ...next, bookings: [...next.bookings, booking] }
    }
    case 'mark':
      return withRide(book, { riderId: rider, ...slot, attendance: step.attendance })
    case 'horse':
      return withRide(book, { riderId: rider, ...slot, horseId: HORSES[step.horse ?? -1] ?? null })
  }
}

function withRide(book: Book, wish: Parameters<typeof planOf>[1]): Book {
  const added = addIfAbsent(book, wish, known)
  return applyPlan(added.book, planOf(added.book, wish, known, null), HORSES.map(horseNamed))
}

/** Exchanges the horses of two riders in a lesson. */
function exchange(book: Book, slot: Slot, rider: string, other: string): Book {
  const horseOf = (riderId: string) => rideState(book, { ...slot, riderId }).horse?.horseId ?? null
  const given = withRide(book, { ...slot, riderId: rider, horseId: horseOf(other) })
  return withRide(given, { ...slot, riderId: other, horseId: horseOf(rider) })
}

const horseNamed = (id: number) => ({
  id,
  name: `Horse ${id}`,
  isActive: true,
  rest: null,
  dayLimit: 0,
  maxWeightLb: null,
  minLevel: null,
  coat: null,
  weekLimit: 0,
  gapMinutes: 0,
})

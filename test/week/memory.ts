import { addIfAbsent, applyPlan, planOf } from '~/models/attendance/ride-plan'
import { closeDay } from '~/models/closing/close-decision'
import { type Book, differenceOf, NEW, type Rows, type Span, TABLE_NAMES } from '~/models/lessons/book'
import type { Known } from '~/models/lessons/change-lesson.server'
import { reasonsAgainst } from '~/models/lessons/decide/check'
import { editLesson } from '~/models/lessons/decide/edit'
import { addLesson, deleteLesson } from '~/models/lessons/decide/lesson'
import { addRider, removeRider } from '~/models/lessons/decide/rider'
import { withoutStrayRemovals } from '~/models/lessons/decide/settle'
import { settleMakeups } from '~/models/lessons/decide/settle-makeups'
import { changedSince, type Touched, takeBack } from '~/models/lessons/decide/undo'
import { Refused } from '~/platform/refused'
import { dayOfWeek } from '~/utils/dates'
import { aimOf, DATES, HORSES, RIDERS, type Step, TYPES } from './steps'

const EMPTY: Rows = {
  weekly: [],
  participants: [],
  oneTimeLessons: [],
  removals: [],
  records: [],
  horses: [],
  makeups: [],
  bookings: [],
}
const TERMS = { byId: 'office', today: DATES[0] ?? '', lastDay: (ride: string) => ride }
const names = new Map<string, string>(RIDERS.map((id) => [id, id]))
const around = { types: TYPES, names, booked: new Set<number>(), capacities: new Map<string, number>(), held: [] }
const known: Known = {
  riderName: (id) => id,
  requireType: () => {},
  isRecorded: (ride) => ride.attendance === 'present' || ride.attendance === 'makeup',
}

/** The decisions of the week over rows in memory: what the database does around them, without it. */
export class MemoryWeek {
  private rows: Rows = EMPTY
  private nextId = 1
  private readonly log: { spans: Span[]; touched: Touched }[] = []

  /** Everything there is. */
  book(): Book {
    return { ...this.rows, ...around, spans: [{ from: DATES[0] ?? '', weekly: true }] }
  }

  /** Returns whether it was accepted. */
  take(step: Step): boolean {
    try {
      if (step.kind === 'undo') return this.undo(step.back)
      const { slot, rider } = aimOf(step, this.book())
      const spans = [{ from: slot.date, weekly: 'scope' in step && step.scope === 'weekly' }]
      this.change(spans, (book) => decide(step, book, slot, rider))
      return true
    } catch (error) {
      if (error instanceof Refused) return false
      throw error
    }
  }

  private undo(back: number): boolean {
    const entry = this.log.at(-1 - back)
    if (!entry) return false
    this.change(entry.spans, (book) => {
      const reasons = changedSince(book, entry.touched, known.riderName)
      if (reasons.length > 0) throw new Refused(reasons.join())
      return takeBack(book, entry.touched)
    })
    return true
  }

  private change(spans: Span[], next: (book: Book) => Book): void {
    const before = loaded(this.rows, spans)
    const after = settleMakeups(before, withoutStrayRemovals(next(before)), TERMS)
    const reasons = reasonsAgainst(before, after, known.riderName)
    const all = Object.values(reasons).flat()
    if (all.length > 0) throw new Refused(all.join('. '))
    const touched = { before: { ...EMPTY }, after: { ...EMPTY } }
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
    this.rows = rows
    this.log.push({ spans, touched })
  }
}

/** What a change of these days loads. */
function loaded(rows: Rows, spans: Span[]): Book {
  const isIn = (date: string) =>
    spans.some(({ from, weekly }) => (weekly ? date >= from && dayOfWeek(date) === dayOfWeek(from) : date === from))
  const single = <Row extends { date: string }>(all: readonly Row[]) => all.filter(({ date }) => isIn(date))
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
    makeups: rows.makeups.filter(({ date }) => date !== null && isIn(date)),
    bookings: single(rows.bookings),
  }
}

function decide(
  step: Exclude<Step, { kind: 'undo' }>,
  book: Book,
  slot: Step extends never ? never : { date: string; time: string; type: string },
  rider: string,
): Book {
  const who = { id: rider, name: rider }
  switch (step.kind) {
    case 'add':
      return addRider(book, who, slot, step.scope, { create: step.create }).book
    case 'remove':
      return removeRider(book, who, slot, step.scope, known.isRecorded).book
    case 'add-lesson':
      return addLesson(book, slot, step.scope, step.duration).book
    case 'delete-lesson':
      return deleteLesson(book, slot, step.scope, known.isRecorded).book
    case 'close':
      return closeDay(book, slot.date, { from: step.from, reason: 'Snow', byId: 'office' }, known).book
    case 'edit':
      return editLesson(book, slot, step, step.scope, known)
    default: {
      const wish = {
        riderId: rider,
        ...slot,
        ...(step.kind === 'mark'
          ? { attendance: step.attendance }
          : { horseId: step.horse === null ? null : (HORSES[step.horse] ?? null) }),
      }
      const added = addIfAbsent(book, wish, known)
      return applyPlan(added.book, planOf(added.book, wish, known, null), HORSES.map(horseNamed))
    }
  }
}

const horseNamed = (id: number) => ({
  id,
  name: `Horse ${id}`,
  isActive: true,
  onRest: false,
  dayLimit: 0,
  maxWeightLb: null,
  minLevel: null,
  weekLimit: 0,
})

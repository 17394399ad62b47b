import { type Book, inBook, isOf, isPlaceOf, lessonAt, lessonsOf } from '~/models/schedule/snapshot/book'
import { overlaps } from '~/models/schedule/vocabulary/overlap'
import { isMarked } from '~/models/schedule/week/week'
import type { Slot } from '~/models/vocabulary/slot'
import { addDays, daysBetween } from '~/utils/dates'
import { aimOf, DATES, dayOf, instructorOf, RIDERS, type Step, spansOf, targetOf } from './steps'

/** Returns the weeks as the office sees them: one line per ride, with its mark and horse, and one for each lesson without riders. */
export const weekLines = (book: Book, dates: readonly string[] = DATES): string[] =>
  dates.flatMap((date) => linesOn(book, date))

/** Cached, because the same rows are checked many times. */
const known = new WeakMap<Book, Map<string, string[]>>()

function linesOn(book: Book, date: string): string[] {
  const days = known.get(book) ?? new Map<string, string[]>()
  known.set(book, days)
  const lines = days.get(date) ?? linesOf(book, date)
  days.set(date, lines)
  return lines
}

function linesOf(book: Book, date: string): string[] {
  const records = book.records.filter((row) => row.date === date)
  const horses = book.horses.filter((row) => row.date === date)
  return lessonsOf(book, date)
    .flatMap(({ time, type, duration, weekly, riders }) => {
      const lesson = `${date} ${time} ${type} ${duration} ${weekly ? 'weekly' : 'once'}`
      const isRide = (riderId: string) => (row: { riderId: string; time: string }) =>
        row.riderId === riderId && row.time === time
      return [
        lesson,
        ...riders.map(({ riderId }) => {
          const mark = records.find(isRide(riderId))?.attendance ?? 'scheduled'
          return `${lesson}: ${riderId} ${mark} ${horses.find(isRide(riderId))?.horseName ?? 'no horse'}`
        }),
      ]
    })
    .concat(
      book.makeups
        .filter((row) => row.date === date)
        .map((row) => `${date} ${row.time}: makeup of ${row.riderId}`)
        .sort(),
      book.bookings
        .filter((row) => row.date === date)
        .map((row) => `${date} ${row.time}: ${row.riderId} with the makeup ${row.makeupId}`)
        .sort(),
    )
}

/** Returns how many rides each rider has on a day. */
export const ridesOn = (book: Book, date: string): Record<string, number> => {
  const counts: Record<string, number> = {}
  for (const { riders } of lessonsOf(book, date)) {
    for (const { riderId } of riders) counts[riderId] = (counts[riderId] ?? 0) + 1
  }
  return counts
}

/**
 * Returns violations of what must always hold, whatever was done in whatever order. `promised` collects the makeups
 * that were ever booked.
 */
export function whatIsWrong(book: Book, promised: Set<number>): string[] {
  for (const { makeupId } of book.bookings) promised.add(makeupId)
  const wrong: string[] = []
  const pairs = <Row>(rows: readonly Row[], meets: (a: Row, b: Row) => boolean) =>
    rows.some((a, i) => rows.slice(i + 1).some((b) => meets(a, b)))
  for (const date of DATES) {
    const lessons = lessonsOf(book, date)
    const rides = lessons.flatMap((lesson) => lesson.riders.map((rider) => ({ ...rider, ...lesson })))
    if (pairs(rides, (a, b) => a.riderId === b.riderId && overlaps(a, b)))
      wrong.push(`${date}: a rider is twice at one time`)
    const uses = book.horses.filter((use) => use.date === date)
    if (pairs(uses, (a, b) => a.horseId === b.horseId && overlaps(a, b)))
      wrong.push(`${date}: a horse is twice at one time`)
    if (rides.some(({ source }) => source === 'record')) wrong.push(`${date}: a rider is here by a record alone`)
    const worked = book.work.filter((row) => row.date === date)
    if (uses.some((use) => worked.some((row) => row.horseId === use.horseId && overlaps(row, use))))
      wrong.push(`${date}: a horse is ridden at its other work`)
    const isShown = (row: Slot & { riderId: string; duration: number }) =>
      rides.some(
        (ride) =>
          ride.riderId === row.riderId &&
          ride.time === row.time &&
          ride.type === row.type &&
          ride.duration === row.duration,
      )
    for (const use of uses)
      if (!isShown(use)) wrong.push(`${date} ${use.time}: ${use.horseName} for a ride that no week shows`)
    for (const ride of book.records) {
      if (ride.date !== date || !isMarked(ride.attendance)) continue
      if (!isShown(ride)) wrong.push(`${date} ${ride.time}: a mark of ${ride.riderId} for a ride that no week shows`)
      const rests = ride.attendance === 'absent' || ride.attendance === 'reschedule'
      if (rests && uses.some((use) => use.riderId === ride.riderId && use.time === ride.time)) {
        wrong.push(`${date} ${ride.time}: a horse for ${ride.riderId}, who does not come`)
      }
    }
    for (const { id, riderId, time, why } of book.makeups.filter((row) => row.date === date)) {
      // It stays, whatever became of its ride and of its booking.
      if (promised.has(id)) continue
      const isIt = (row: { riderId: string; time: string }) => row.riderId === riderId && row.time === time
      const isOff = book.records.some((row) => row.date === date && isIt(row) && row.attendance === 'reschedule')
      if (rides.some(isIt) && (why === 'closed' || !isOff))
        wrong.push(`${date} ${time}: a makeup for a ride of ${riderId} that takes place`)
    }
    for (const ride of book.records.filter((row) => row.date === date && row.attendance === 'reschedule')) {
      const own = book.makeups.filter(
        (row) => row.riderId === ride.riderId && row.date === date && row.time === ride.time,
      )
      const isOne = book.bookings.some(
        (row) => row.riderId === ride.riderId && row.date === date && row.time === ride.time,
      )
      if (own.length !== 1 && !isOne)
        wrong.push(`${date} ${ride.time}: ${own.length} makeups for a ride that was rescheduled`)
    }
    for (const { riderId, time } of book.bookings.filter((row) => row.date === date)) {
      if (!rides.some((ride) => ride.riderId === riderId && ride.time === time))
        wrong.push(`${date} ${time}: a makeup is booked for ${riderId}, who does not ride`)
    }
    const removed = book.removals.filter((row) => row.date === date)
    for (const row of removed) {
      const stands = book.weekly.some(
        (place) =>
          place.time === row.time &&
          place.type === row.type &&
          place.startDate <= date &&
          (place.endDate === null || date < place.endDate),
      )
      if (!stands) wrong.push(`${date} ${row.time}: a day off of a lesson that is gone`)
    }
    if (lessonAt(book, { date, time: '', type: '' })) wrong.push('a lesson without a time')
  }
  if (pairs(book.bookings, (a, b) => a.makeupId === b.makeupId)) wrong.push('a makeup is booked twice')
  for (const { makeupId } of book.bookings)
    if (!book.makeups.some(({ id }) => id === makeupId)) wrong.push(`the makeup ${makeupId} is booked and gone`)
  return wrong
}

/** Returns what a change did that it must not. */
export function whatItBroke(step: Exclude<Step, { kind: 'undo' }>, before: Book, after: Book): string[] {
  const { slot, rider } = aimOf(step, before)
  const weekly = 'scope' in step && step.scope === 'weekly'
  const spans = spansOf(step, before)
  const own = (id: string) => id === rider && ['add', 'remove', 'move', 'book'].includes(step.kind)
  const wrong: string[] = []
  for (const date of DATES) {
    const same = weekLines(before, [date]).join('\n') === weekLines(after, [date]).join('\n')
    if (!inBook({ spans }, date) && !same) wrong.push(`${step.kind} of ${slot.date} changed ${date}`)
    const [was, is] = [ridesOn(before, date), ridesOn(after, date)]
    for (const id of new Set([...Object.keys(was), ...Object.keys(is)])) {
      const grew = (is[id] ?? 0) - (was[id] ?? 0)
      if (step.kind === 'edit' && step.to === null && grew !== 0)
        wrong.push(`edit: ${id} rides ${grew} more on ${date}`)
      if (!['edit', 'delete-lesson', 'add-lesson', 'close'].includes(step.kind) && !own(id) && grew !== 0) {
        wrong.push(`${step.kind} of ${rider}: ${id} rides ${grew} more on ${date}`)
      }
      if (own(id) && Math.abs(grew) > 1) wrong.push(`${step.kind}: ${id} rides ${grew} more on ${date}`)
    }
  }
  // Promises move along; a ride that comes only from a weekly place needs no makeup.
  const moves = step.kind === 'edit' || step.kind === 'move'
  const target = step.kind === 'move' ? targetOf(step, before) : moves ? { ...step, date: dayOf(step, slot) } : slot
  for (const row of before.bookings.filter(({ id }) => moves && !after.bookings.some((is) => is.id === id))) {
    const isWeeklyIn = (lesson: Slot) =>
      lessonAt(after, lesson)?.riders.some(({ riderId, source }) => riderId === row.riderId && source === 'weekly')
    const moved = { ...target, date: addDays(row.date, daysBetween(slot.date, target.date)) }
    if (!isWeeklyIn(row) && !isWeeklyIn(moved)) wrong.push(`${step.kind}: the makeup ${row.makeupId} is booked no more`)
  }
  const rides = (book: Book, id: string) => DATES.reduce((sum, date) => sum + (ridesOn(book, date)[id] ?? 0), 0)
  for (const id of step.kind === 'edit' ? RIDERS : []) {
    if (rides(after, id) !== rides(before, id)) wrong.push(`edit: ${id} rides more or less often`)
  }
  if (step.kind === 'add' && (ridesOn(after, slot.date)[rider] ?? 0) <= (ridesOn(before, slot.date)[rider] ?? 0)) {
    const became = weekly && (ridesOn(before, slot.date)[rider] ?? 0) > 0
    if (!became) wrong.push(`${rider} was added and does not ride`)
  }
  if (
    step.kind === 'add-lesson' &&
    step.instructor !== null &&
    !instructorsAt(after, slot).includes(instructorOf(step))
  )
    wrong.push(`${slot.date}: the lesson was added without its instructor`)
  return wrong
}

/** Returns who is named as instructor of the lessons at that hour: the one that was added may be another one of its type. */
const instructorsAt = (book: Book, { date, time }: Slot): unknown[] =>
  lessonsOf(book, date)
    .filter((lesson) => lesson.time === time)
    .flatMap((lesson) => [
      ...book.weekly.filter(isPlaceOf(lesson)),
      ...[...book.oneTimeLessons, ...book.records].filter(isOf(lesson)),
    ])
    .map(({ instructorId }) => instructorId)

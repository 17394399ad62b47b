import { expect, test } from 'vitest'
import { type Book, lessonAt, ridersOf } from '~/models/schedule/snapshot/book'
import { booking, bookOf, guest, marked, off, refusalOf, riderNamed, slot, weekly } from '../../../../test/week/book'
import { giveBack, hasBegun, type Taking, take } from './take'

const now = { date: '2026-11-24', time: '12:00' }
const emma = { ...riderNamed('emma'), level: null }
const capacities = new Map([['Group Lesson', 2]])
const takes = (rows: Partial<Book>, change: Partial<Taking> = {}) =>
  take(bookOf({ capacities, ...rows }), { rider: emma, slot, now, ...change })
const ridersAfter = (book: Book) => ridersOf(lessonAt(book, slot))
const reason = (change: () => unknown) => {
  const refused = refusalOf(change)
  return `${refused.code}: ${refused.message}`
}

test('A lesson has begun from its start minute on, and on earlier days', () => {
  expect(hasBegun(slot, { date: slot.date, time: '15:59' })).toBe(false)
  expect(hasBegun(slot, { date: slot.date, time: '16:00' })).toBe(true)
  expect(hasBegun(slot, { date: '2026-11-25', time: '09:00' })).toBe(true)
  expect(hasBegun(slot, { date: '2026-11-23', time: '17:00' })).toBe(false)
})

test('A place is taken and canceled on its date alone', () => {
  const next = { ...slot, date: '2026-12-01' }
  const taken = takes({ weekly: [weekly('tom')] })
  expect(ridersOf(lessonAt(taken, next))).toEqual(['tom'])
  const own = { weekly: [weekly('emma'), weekly('tom')], bookings: [booking('emma', 1)] }
  const back = giveBack(bookOf(own), { rider: emma, slot, now })
  expect([slot, next].map((day) => ridersOf(lessonAt(back, day)))).toEqual([['tom'], ['emma', 'tom']])
})

test('A rider gets the last place, and nobody after that', () => {
  expect(ridersAfter(takes({ weekly: [weekly('tom')] }))).toEqual(['emma', 'tom'])
  const full = { weekly: [weekly('tom'), weekly('zoe')] }
  expect(reason(() => takes(full))).toBe('lesson_full: Someone just took the last spot.')
  expect(ridersAfter(takes(full, { beyond: true }))).toEqual(['emma', 'tom', 'zoe'])
  expect(ridersAfter(takes({ ...full, records: [marked('zoe', 'reschedule')] }))).toEqual(['emma', 'tom', 'zoe'])
  expect(ridersAfter(takes({ ...full, capacities: new Map() }))).toEqual(['emma', 'tom', 'zoe'])
})

test('A lesson that is off, gone, begun, of another type or the rider’s own has no place', () => {
  const rows = { weekly: [weekly('tom')] }
  expect(reason(() => takes({}))).toBe('not_found: Lesson not found. Someone may have changed or removed it.')
  expect(reason(() => takes({ ...rows, removals: [off(null)] }))).toBe(
    'lesson_canceled: This lesson is canceled on Nov 24, 2026.',
  )
  expect(reason(() => takes(rows, { now: { ...now, time: '16:00' } }))).toBe(
    'lesson_started: This lesson has already started.',
  )
  expect(reason(() => takes({ weekly: [weekly('emma')] }))).toBe(
    'already_rides: Emma is already riding at 4:00 PM on Nov 24, 2026.',
  )
  expect(reason(() => takes(rows, { types: ['Private Lesson'] }))).toBe(
    "type_not_covered: Emma can't book a Group Lesson with this.",
  )
  expect(ridersAfter(takes(rows, { types: ['Group Lesson'] }))).toEqual(['emma', 'tom'])
})

test('A lesson for a level accepts riders of that level alone', () => {
  const rows = { weekly: [weekly('tom', { level: 'novice' })] }
  const of = (level: Taking['rider']['level']) => () => takes(rows, { rider: { ...emma, level } })
  expect(ridersAfter(of('novice')())).toEqual(['emma', 'tom'])
  expect(reason(of('advanced'))).toBe('level_mismatch: This lesson is for level Novice. Please ask the office.')
  expect(reason(of(null))).toBe(
    "level_missing: This lesson is for level Novice, and we don't know the level of Emma yet. Please ask the office.",
  )
})

test('A family can cancel what it booked until the lesson begins', () => {
  const gives = (rows: Partial<Book>, at = now) => giveBack(bookOf(rows), { rider: emma, slot, now: at })
  const booked = { weekly: [weekly('tom')], participants: [guest('emma')] }
  expect(ridersAfter(gives(booked))).toEqual(['tom'])
  expect(reason(() => gives(booked, { ...now, time: '16:00' }))).toBe(
    'lesson_started: This lesson has already started.',
  )
  const none = "not_found: Emma isn't booked in this lesson"
  expect(reason(() => gives({ weekly: [weekly('tom')] }))).toBe(none)
  expect(reason(() => gives({}))).toBe(none)
  expect(reason(() => gives({ weekly: [weekly('tom')], bookings: [booking('emma', 1)] }))).toBe(none)
})

test('A weekly place cannot be canceled, unless its day was booked with a makeup', () => {
  const rows = { weekly: [weekly('emma'), weekly('tom')] }
  const gives = (change: Partial<Book>) => giveBack(bookOf({ ...rows, ...change }), { rider: emma, slot, now })
  expect(reason(() => gives({}))).toBe("not_found: Emma isn't booked in this lesson")
  expect(reason(() => gives({ participants: [guest('ann')] }))).toBe("not_found: Emma isn't booked in this lesson")
  expect(reason(() => gives({ bookings: [booking('emma', 1, { via: 'mark' })] }))).toBe(
    "not_found: Emma isn't booked in this lesson",
  )
  expect(ridersAfter(gives({ bookings: [booking('emma', 1)] }))).toEqual(['tom'])
})

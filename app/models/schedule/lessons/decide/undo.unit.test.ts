import { expect, test } from 'vitest'
import { type Book, lessonAt, type Rows, ridersOf } from '~/models/schedule/snapshot/book'
import {
  booking,
  bookOf,
  guest,
  lessonRow,
  makeup,
  marked,
  NO_ROWS,
  nameOf,
  off,
  on,
  slot,
  weekly,
} from '../../../../../test/week/book'
import { changedSince, horsesGiven, isAsNow, madeUpSince, takeBack, withoutHorses, withoutMadeUp } from './undo'

const touched = (before: Partial<Rows>, after: Partial<Rows>) => ({
  before: { ...NO_ROWS, ...before },
  after: { ...NO_ROWS, ...after },
})
const ann = guest('ann')

test('A change can be undone while its rows are as it left them', () => {
  const added = touched({}, { participants: [ann] })
  const since = (rows: Partial<Book>) => changedSince(bookOf(rows), added, nameOf)
  expect(since({ participants: [guest('tom'), ann] })).toEqual([])
  expect(since({ participants: [{ ...ann, duration: 30 }] })).toEqual([
    'Ann at 4:00 PM on Nov 24, 2026 was changed since',
  ])
  expect(since({ participants: [] })).toEqual(['Ann at 4:00 PM on Nov 24, 2026 was changed since'])
  // A column that was added later.
  expect(since({ participants: [{ ...ann, color: 'red' }] })).toEqual([])
})

test('A row that a change removed and that exists again is named', () => {
  const removed = touched({ participants: [ann] }, {})
  expect(changedSince(bookOf({}), removed, nameOf)).toEqual([])
  expect(changedSince(bookOf({ participants: [guest('tom')] }), removed, nameOf)).toEqual([])
  expect(changedSince(bookOf({ participants: [ann] }), removed, nameOf)).toHaveLength(1)
})

test('A mark or a horse that a change removed is named if the same ride has another by now, unless the change set that', () => {
  const [was, is] = [marked('ann', 'absent'), marked('ann', 'present')]
  const since = (rows: Partial<Book>, change: ReturnType<typeof touched>) => changedSince(bookOf(rows), change, nameOf)
  const cleared = touched({ records: [was], horses: [on('ann', 'Bella')] }, {})
  expect(since({ records: [is] }, cleared)).toHaveLength(1)
  expect(since({ horses: [on('ann', 'Max')] }, cleared)).toHaveLength(1)
  // Others' marks, or those of other rides, do not count, nor what the change itself set.
  const others = [{ riderId: 'tom' }, { date: '2026-12-01' }, { time: '17:00' }]
  expect(since({ records: others.map((other) => ({ ...is, ...other })) }, cleared)).toEqual([])
  expect(since({ records: [is] }, touched({ records: [was] }, { records: [is] }))).toEqual([])
  const replaced = touched({ participants: [ann] }, { participants: [guest('tom')] })
  expect(since({ participants: [...replaced.after.participants, ann] }, replaced)).toHaveLength(1)
})

test('A guest, a lesson of one day, or a day off that a change removed is named if there is another like it by now', () => {
  const since = (was: Partial<Rows>, rows: Partial<Book>) => changedSince(bookOf(rows), touched(was, {}), nameOf)
  expect(since({ participants: [ann] }, { participants: [guest('ann')] })).toEqual([
    'Ann at 4:00 PM on Nov 24, 2026 was changed since',
  ])
  expect(since({ oneTimeLessons: [lessonRow()] }, { oneTimeLessons: [lessonRow()] })).toHaveLength(1)
  expect(since({ removals: [off('ann')] }, { removals: [off('ann')] })).toHaveLength(1)
  const hack = { type: 'Hack' }
  expect(since({ oneTimeLessons: [lessonRow()] }, { oneTimeLessons: [lessonRow(hack)] })).toEqual([])
  expect(since({ removals: [off('ann')] }, { removals: [off('ann', hack), off(null)] })).toEqual([])
  // A weekly place may follow another one of its rider.
  expect(since({ weekly: [weekly('ann')] }, { weekly: [weekly('ann')] })).toEqual([])
})

test('A row that a change has changed is unchanged while it is as the change left it', () => {
  const changed = touched({ participants: [{ ...ann, duration: 30 }] }, { participants: [guest('tom'), ann] })
  const left = changed.after.participants
  expect(changedSince(bookOf({ participants: [...left] }), changed, nameOf)).toEqual([])
})

test('What was changed since is named by its day, or as every week; a row without a rider is the lesson', () => {
  const all = touched({}, { weekly: [weekly('tom')], oneTimeLessons: [lessonRow()] })
  expect(changedSince(bookOf({}), all, nameOf)).toEqual([
    'Tom at 4:00 PM on Tuesdays was changed since',
    'The lesson at 4:00 PM on Nov 24, 2026 was changed since',
  ])
})

test('An undone change leaves nothing behind, in any table, and everything else stays', () => {
  const was: Partial<Rows> = {
    weekly: [weekly('tom')],
    participants: [guest('tom')],
    oneTimeLessons: [lessonRow()],
    removals: [off('tom')],
    records: [marked('tom', 'absent')],
    horses: [on('tom', 'Max')],
    makeups: [makeup('tom')],
    bookings: [booking('tom', 7)],
  }
  const is: Partial<Rows> = {
    weekly: [weekly('emma')],
    participants: [guest('emma')],
    oneTimeLessons: [lessonRow()],
    removals: [off('emma')],
    records: [marked('emma', 'absent')],
    horses: [on('emma', 'Bella')],
    makeups: [makeup('emma')],
    bookings: [booking('emma', 8)],
  }
  const other = guest('ann')
  const book = bookOf({ ...is, participants: [other, ...(is.participants ?? [])] })
  expect(takeBack(book, touched(was, is))).toEqual({
    ...book,
    ...was,
    participants: [other, ...(was.participants ?? [])],
  })
  const [row] = is.participants ?? []
  const changed = touched({ participants: [{ ...ann, duration: 30 }] }, { participants: [ann] })
  expect(takeBack(bookOf({ participants: row ? [ann, row] : [] }), changed).participants).toEqual([
    row,
    { ...ann, duration: 30 },
  ])
})

test('A ride is not restored once its makeup is booked into another one', () => {
  const closed = makeup('tom', { id: 7, why: 'closed' })
  const ride = { riderId: 'tom', date: slot.date, time: slot.time, makeupId: 7 }
  const since = (change: ReturnType<typeof touched>, ...booked: number[]) =>
    madeUpSince({ booked: new Set(booked) }, change)
  expect(since(touched({}, { makeups: [closed] }), 7)).toEqual([ride])
  expect(since(touched({}, { makeups: [closed] }), 8)).toEqual([])
  expect(since(touched({ makeups: [closed] }, { makeups: [closed] }), 7)).toEqual([])
  expect(since(touched({}, { makeups: [makeup('tom', { id: 7 })] }), 7)).toEqual([])
  expect(since(touched({}, { makeups: [{ ...closed, date: null, time: null }] }), 7)).toEqual([])
  // The one that the ride had been booked with.
  expect(since(touched({ bookings: [booking('tom', 7)] }, {}), 7)).toEqual([ride])
  expect(since(touched({ bookings: [booking('tom', 7)] }, {}), 8)).toEqual([])
  const kept = [booking('tom', 7)]
  expect(since(touched({ bookings: kept }, { bookings: kept }), 7)).toEqual([])
  // What the change did with other makeups does not count.
  const other = { makeups: [makeup('ann', { id: 9 })], bookings: [booking('ann', 9)] }
  expect(since(touched(other, { ...other, makeups: [...other.makeups, closed] }), 7)).toEqual([ride])
  expect(since(touched({ bookings: [booking('tom', 7)] }, other), 7)).toEqual([ride])
})

test('A rider who makes up the ride elsewhere stays off when the others are restored', () => {
  const ride = { date: slot.date, time: slot.time }
  const rides = [
    { ...ride, riderId: 'tom', makeupId: 7 },
    { ...ride, riderId: 'ann', makeupId: 10 },
  ]
  const others = [booking('tom', 8, { date: '2026-12-01' }), booking('tom', 11, { time: '17:00' })]
  const book = bookOf({
    weekly: [weekly('emma'), weekly('tom'), weekly('tom', { time: '09:00' })],
    bookings: [booking('tom', 7), ...others, booking('emma', 9), booking('ann', 10)],
  })
  const next = withoutMadeUp(book, rides, nameOf)
  expect(ridersOf(lessonAt(next, slot))).toEqual(['emma'])
  expect(ridersOf(lessonAt(next, { ...slot, date: '2026-12-01' }))).toEqual(['emma', 'tom'])
  expect(ridersOf(lessonAt(next, { ...slot, time: '09:00' }))).toEqual(['tom'])
  expect(next.bookings.map(({ makeupId }) => makeupId)).toEqual([8, 11, 9])
  expect(withoutMadeUp(bookOf({ weekly: [weekly('emma')] }), rides, nameOf).weekly).toHaveLength(1)
})

test('A horse counts as newly assigned unless it moves along to another time of its day', () => {
  const [bella, duke] = [on('ann', 'Bella', { id: 1 }), on('tom', 'Duke', { id: 2 })]
  const given = (before: (typeof bella)[], after: (typeof bella)[]) =>
    horsesGiven(bookOf({ horses: before }), bookOf({ horses: after }))
  expect(given([], [bella])).toEqual({ gone: [], come: [bella] })
  expect(given([bella, duke], [bella])).toEqual({ gone: [duke], come: [] })
  const changed = (change: Partial<typeof bella>) => given([bella], [{ ...bella, ...change }]).come.length
  expect([changed({ time: '17:00' }), changed({ date: '2026-11-25' }), changed({ horseId: 9 })]).toEqual([0, 1, 1])
  expect(given([bella], [{ ...bella, id: 3 }]).come).toHaveLength(1)
})

test('A ride whose horse cannot be restored keeps its present one, and no other ride is affected', () => {
  const [bella, duke, max] = [on('ann', 'Bella'), on('ann', 'Duke'), on('tom', 'Max')]
  const before = bookOf({ horses: [duke, on('tom', 'Comet')] })
  const after = bookOf({ horses: [bella, max] })
  expect(withoutHorses(before, after, [{ use: bella }]).horses).toEqual([max, duke])
  expect(withoutHorses(bookOf({}), after, [{ use: bella }]).horses).toEqual([max])
  expect(withoutHorses(before, after, [])).toBe(after)
})

test('A book is unchanged if no row of it differs', () => {
  const before = bookOf({ horses: [on('ann', 'Bella', { id: 1 })], weekly: [weekly('ann', { id: 1 })] })
  expect(isAsNow(before, { ...before, horses: [on('ann', 'Bella', { id: 1 })] })).toBe(true)
  expect(isAsNow(before, { ...before, weekly: [] })).toBe(false)
  expect(isAsNow(before, { ...before, weekly: [weekly('tom', { id: 1 })] })).toBe(false)
  expect(isAsNow(before, { ...before, horses: [...before.horses, on('tom', 'Max')] })).toBe(false)
})

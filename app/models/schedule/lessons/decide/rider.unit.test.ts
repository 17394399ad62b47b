import { describe, expect, test } from 'vitest'
import { type Book, lessonAt, NEW, ridersOf } from '~/models/schedule/snapshot/book'
import type { Slot } from '~/models/vocabulary/slot'
import {
  bookOf,
  guest,
  lessonRow,
  marked,
  off,
  on,
  refusalOf,
  riderNamed,
  slot,
  weekly,
} from '../../../../../test/week/book'
import { addRider, instructorIdOf, leaveWeekly, removeMoved, removeRider } from './rider'

const emma = riderNamed('emma')
const next = { ...slot, date: '2026-12-01' }
const rode = (book: Book, at: Slot = slot) => ridersOf(lessonAt(book, at)).join()
const refused = (change: () => unknown) => {
  const { status, message } = refusalOf(change)
  return `${status}: ${message}`
}
const isRecorded = ({ attendance }: { attendance: string | null }) => attendance === 'present'
const GONE = '404: Lesson not found. Someone may have changed or removed it.'

describe('A rider who is added for one day', () => {
  const add = (rows: Partial<Book>, create = false, duration?: number) =>
    addRider(bookOf(rows), emma, slot, { scope: 'one-time', create, duration })

  test('A rider added for one day rides in the existing lesson, for its length, and on no other day', () => {
    const { book, offOn, aloneOn } = add({ weekly: [weekly('tom', { duration: 45 })] })
    expect([rode(book), rode(book, next)]).toEqual(['emma,tom', 'tom'])
    expect(book.participants[0]?.duration).toBe(45)
    expect({ offOn, aloneOn }).toEqual({ offOn: [], aloneOn: undefined })
  })

  test('A rider added for one day needs a lesson, or creates one of an hour or of the requested length', () => {
    expect(refused(() => add({}))).toBe(GONE)
    expect(add({}, true)).toMatchObject({
      book: { participants: [{ riderId: 'emma', duration: 60 }] },
      aloneOn: undefined,
    })
    expect(add({}, true, 30).book.participants[0]).toMatchObject({ riderId: 'emma', duration: 30 })
  })

  test('A rider added for one day returns from a day off, or alone into a lesson that was taken off', () => {
    const others = [
      weekly('zoe', { time: '17:00', duration: 90 }),
      weekly('zoe', { startDate: next.date, duration: 90 }),
    ]
    const rows = { weekly: [weekly('emma', { duration: 45 }), weekly('tom'), ...others] }
    expect(add({ ...rows, removals: [off('emma')] }).book.removals).toEqual([])
    const { book, aloneOn } = add({ ...rows, removals: [off(null)] }, true, 30)
    expect(rode(book)).toBe('emma')
    expect(aloneOn).toBe(slot.date)
    expect(lessonAt(book, slot)?.duration).toBe(60)
  })

  test('A rider added for one day is in the lesson once', () => {
    expect(refused(() => add({ weekly: [weekly('emma')] }))).toBe(
      '409: Emma is already riding at 4:00 PM on Nov 24, 2026',
    )
    expect(refused(() => add({ weekly: [weekly('tom')], records: [marked('emma', 'present')] }))).toBe(
      '409: Emma’s ride at 4:00 PM on Nov 24, 2026 already has attendance',
    )
  })
})

describe('A rider who is added every week', () => {
  const add = (rows: Partial<Book>, create = false) => addRider(bookOf(rows), emma, slot, { scope: 'weekly', create })
  const placeOf = (book: Book) => book.weekly.find(({ riderId }) => riderId === 'emma')

  test('A rider added every week has a place from that day on with the lesson’s terms', () => {
    const tom = weekly('tom', { duration: 45, capacity: 4, level: 'novice', arena: 'Indoor', instructorId: 'kim' })
    const { book } = add({ weekly: [tom] })
    expect(placeOf(book)).toEqual({ ...tom, id: NEW, riderId: 'emma', startDate: slot.date })
    expect([rode(book), rode(book, next), rode(book, { ...slot, date: '2026-11-17' })]).toEqual([
      'emma,tom',
      'emma,tom',
      'tom',
    ])
  })

  test('A rider added every week is in the lesson once, but may stay for good where the place ends', () => {
    expect(refused(() => add({ weekly: [weekly('emma')] }))).toBe('409: Emma is already riding at 4:00 PM on Tuesdays')
    expect(placeOf(add({ weekly: [weekly('emma', { endDate: next.date })] }).book)?.endDate).toBe(null)
    const begins = weekly('emma', { startDate: slot.date, endDate: next.date })
    expect(placeOf(add({ weekly: [begins] }).book)?.endDate).toBe(null)
    expect(add({ weekly: [weekly('emma', { startDate: next.date }), weekly('tom')] }).book.weekly).toHaveLength(2)
  })

  test('A rider added every week is no longer a guest there, nor off on days that were theirs alone', () => {
    const rows = { weekly: [weekly('tom')], participants: [guest('emma'), guest('emma', next)] }
    expect(add(rows).book.participants).toEqual([])
  })

  test('A rider added every week leaves days with their own length as they are', () => {
    const { book } = add({ weekly: [weekly('tom')], oneTimeLessons: [lessonRow({ ...next, duration: 90 })] })
    expect([lessonAt(book, slot)?.duration, lessonAt(book, next)?.duration]).toEqual([60, 90])
  })

  test('A rider added every week stays off on later days that the office took off, and the answer says so', () => {
    const rows = { weekly: [weekly('tom')], removals: [off(null, next), off('emma', next), off('tom', next)] }
    const { book, offOn } = add(rows)
    expect(offOn).toEqual([next.date])
    expect(book.removals).toEqual([rows.removals[0], rows.removals[2]])
    const today = add({ weekly: [weekly('tom')], removals: [off(null)] }, true)
    expect(today).toMatchObject({ aloneOn: slot.date, offOn: [] })
    expect([rode(today.book), rode(today.book, next)]).toEqual(['emma', 'emma,tom'])
  })

  describe('The lesson changes later', () => {
    const placesOf = (...rows: Book['weekly']) =>
      add({ weekly: rows })
        .book.weekly.filter(({ riderId }) => riderId === 'emma')
        .map(({ startDate, endDate, duration, capacity }) => [startDate, endDate, duration, capacity ?? null])

    test('A rider added every week has the terms of each time, whatever lessons at other times have', () => {
      const tom = [
        weekly('tom', { startDate: '2026-12-15', duration: 30 }),
        weekly('tom', { startDate: next.date, endDate: '2026-12-15', duration: 90, capacity: 4 }),
        weekly('tom', { endDate: next.date }),
      ]
      const zoe = weekly('zoe', { time: '17:00', startDate: '2026-11-10', duration: 45, capacity: 9 })
      expect(placesOf(...tom, zoe)).toEqual([
        ['2026-11-24', '2026-12-01', 60, null],
        ['2026-12-01', '2026-12-15', 90, 4],
        ['2026-12-15', null, 30, null],
      ])
    })

    test('A rider added every week has one place while nothing changes, though others join or left before their first day', () => {
      const tom = weekly('tom', { capacity: 4 })
      expect(placesOf(tom, weekly('zoe', { startDate: next.date, capacity: 4 }))).toEqual([[slot.date, null, 60, 4]])
      const left = { startDate: '2026-12-02', endDate: '2026-12-03' }
      const ends = weekly('tom', { endDate: next.date, capacity: 4 })
      expect(placesOf(ends, weekly('zoe', left))).toEqual([[slot.date, null, 60, 4]])
    })

    test('A rider who has a place from a later day on keeps its terms, and is added until then', () => {
      const own = weekly('emma', { startDate: '2026-12-15', duration: 90 })
      const others = [
        weekly('tom', { endDate: '2026-12-22' }),
        weekly('zoe', { startDate: '2026-12-08' }),
        weekly('tom', { startDate: '2026-12-22', duration: 30 }),
      ]
      expect(placesOf(own, ...others)).toEqual([
        ['2026-12-15', null, 90, null],
        [slot.date, '2026-12-15', 60, null],
      ])
    })
  })

  test('A rider added every week rides on after the lesson has ended, which is no day off', () => {
    const { book, offOn } = add({ weekly: [weekly('tom', { endDate: next.date })] })
    expect([rode(book, next), offOn]).toEqual(['emma', []])
  })

  test('A rider added every week needs a lesson, or creates one', () => {
    expect(refused(() => add({}))).toBe(GONE)
    expect(placeOf(add({}, true).book)).toMatchObject({ duration: 60, instructorId: null })
  })
})

test('A weekly lesson’s instructor is that of the rider’s own place, otherwise of any of its places', () => {
  const rows = {
    weekly: [weekly('tom'), weekly('zoe', { instructorId: 'kim' }), weekly('emma', { instructorId: 'lee' })],
  }
  expect(instructorIdOf(bookOf(rows), slot)).toBe('kim')
  expect(instructorIdOf(bookOf(rows), slot, 'emma')).toBe('lee')
  expect(instructorIdOf(bookOf(rows), slot, 'tom')).toBe(null)
  expect(instructorIdOf(bookOf({}), slot)).toBe(null)
  const later = [weekly('zoe', { instructorId: 'kim', startDate: next.date })]
  expect(instructorIdOf(bookOf({ weekly: later }), slot)).toBe(null)
})

describe('A rider who is taken off one day', () => {
  const remove = (rows: Partial<Book>) => removeRider(bookOf(rows), emma, slot, { scope: 'one-time', isRecorded })

  test('A rider taken off one day rides in other weeks, and the answer lists the mark and the horse', () => {
    const at5 = [marked('emma', 'present', { time: '17:00' })]
    const rows = {
      weekly: [weekly('emma'), weekly('tom')],
      records: [marked('emma', 'present', next), ...at5, marked('emma', 'absent'), marked('tom', 'absent')],
      horses: [on('emma', 'Max', next), on('emma', 'Ace', { time: '17:00' }), on('emma', 'Bella'), on('tom', 'Duke')],
    }
    const { book, ...was } = remove(rows)
    expect(was).toEqual({ attendance: 'absent', horse: 'Bella' })
    expect([rode(book), rode(book, next)]).toEqual(['tom', 'emma,tom'])
    expect(book.records.map(({ attendance }) => attendance)).toEqual(['present', 'present', 'scheduled', 'absent'])
    expect(book.horses.map(({ horseName }) => horseName)).toEqual(['Max', 'Ace', 'Duke'])
    const { attendance, horse } = remove({ weekly: rows.weekly })
    expect({ attendance, horse }).toEqual({ attendance: 'scheduled', horse: null })
  })

  test('A rider taken off one day takes along a lesson that was there for them alone, unless someone waits for it', () => {
    const wait = { id: 1, riderId: 'tom', ...slot, weekly: false }
    const stays = (rows: Partial<Book>) =>
      lessonAt(remove({ participants: [guest('emma')], ...rows }).book, slot) !== undefined
    expect(stays({})).toBe(false)
    expect(stays({ participants: [guest('emma'), guest('tom')] })).toBe(true)
    expect(stays({ oneTimeLessons: [lessonRow()] })).toBe(true)
    expect(stays({ weekly: [weekly(null)] })).toBe(true)
    expect(stays({ awaited: [wait] })).toBe(true)
    expect(stays({ awaited: [{ ...wait, weekly: true }] })).toBe(false)
    expect(stays({ awaited: [{ ...wait, time: '17:00' }] })).toBe(false)
  })

  test('A rider taken off one day has to be in the lesson', () => {
    expect(refused(() => remove({ weekly: [weekly('tom')] }))).toBe('404: Emma is not in this lesson')
    expect(refused(() => remove({}))).toBe('404: Emma is not in this lesson')
  })
})

describe('A rider who leaves for good', () => {
  const leave = (rows: Partial<Book>) => removeRider(bookOf(rows), emma, slot, { scope: 'weekly', isRecorded })

  test('A rider who leaves for good has ridden until that day, and has no single days after it', () => {
    const rows = {
      weekly: [weekly('emma'), weekly('tom')],
      removals: [off('emma', next), off('tom', next)],
      participants: [guest('emma', { date: '2026-12-08', time: '17:00' })],
    }
    const { book } = leave(rows)
    expect(rode(book, { ...slot, date: '2026-11-17' })).toBe('emma,tom')
    expect([rode(book), rode(book, { ...slot, date: '2026-12-15' })]).toEqual(['tom', 'tom'])
    expect(book.removals).toEqual([rows.removals[1]])
    expect(book.participants).toEqual(rows.participants)
    expect(
      leave({ participants: [guest('emma'), guest('emma', next)], weekly: [weekly('tom')] }).book.participants,
    ).toEqual([])
  })

  test('A rider who leaves for good is no longer off on a day on which the whole lesson is, but stays off in another lesson', () => {
    const at5 = { time: '17:00' }
    const removals = [off(null, next), off('emma', next), off('emma', { ...next, ...at5 })]
    const { book } = leave({ weekly: [weekly('emma'), weekly('tom'), weekly('emma', at5)], removals })
    expect(book.removals).toEqual([removals[2], removals[0]])
  })

  test('A rider who leaves for good frees the horses of coming rides in that lesson, and recorded rides stay', () => {
    const rows = {
      weekly: [weekly('emma'), weekly('tom'), weekly('emma', { time: '17:00' }), weekly('emma', { dayOfWeek: 3 })],
      records: [
        marked('emma', 'present', { date: '2026-12-08' }),
        marked('emma', 'absent', next),
        marked('tom', 'absent'),
      ],
      horses: [
        on('emma', 'Bella'),
        on('tom', 'Duke'),
        on('emma', 'Max', { time: '17:00' }),
        on('emma', 'Star', { date: '2026-12-08' }),
        on('emma', 'Rex', { date: '2026-11-17' }),
        on('emma', 'Ace', { date: '2026-11-25' }),
      ],
    }
    const { book } = leave(rows)
    expect(book.horses.map(({ horseName }) => horseName)).toEqual(['Duke', 'Max', 'Star', 'Rex', 'Ace'])
    expect(book.records.map(({ attendance }) => attendance)).toEqual(['present', 'scheduled', 'absent'])
  })

  test('Of riders who leave together, the recorded ride of one, or at another time, keeps no horse', () => {
    const week = (weeks: number) => ({ date: ['2026-12-01', '2026-12-08'][weeks] })
    const rows = {
      weekly: [weekly('emma'), weekly('tom'), weekly('emma', { time: '17:00' })],
      records: [marked('emma', 'present', week(0)), marked('emma', 'present', { ...week(1), time: '17:00' })],
      horses: [on('emma', 'Bella', week(0)), on('tom', 'Max', week(0)), on('emma', 'Duke', week(1))],
    }
    const isMeant = ({ time }: { time: string }) => time === slot.time
    const book = leaveWeekly(bookOf(rows), slot, { isMeant, riderIds: ['emma', 'tom'], isRecorded })
    expect(book.horses.map(({ horseName }) => horseName)).toEqual(['Bella'])
  })

  test('A rider who leaves for good keeps rides in a lesson of another type at that time', () => {
    const hack = { ...next, type: 'Hack' }
    const rows = {
      weekly: [weekly('emma', { endDate: next.date }), weekly('tom')],
      participants: [guest('emma', hack)],
      horses: [on('emma', 'Bella', hack)],
    }
    expect(leave(rows).book.horses).toEqual(rows.horses)
  })

  test('A rider who leaves for good takes the lesson along if nobody is left, except days with a row of their own', () => {
    const rows = { weekly: [weekly('emma')], oneTimeLessons: [lessonRow(next)] }
    const { book } = leave(rows)
    expect(lessonAt(book, slot)).toBe(undefined)
    expect(lessonAt(book, next)?.riders).toEqual([])
  })
})

describe('A lesson that someone waits for', () => {
  const line = { id: 1, riderId: 'ann', ...next, weekly: true }
  const left = (rows: Partial<Book>, riders = ['emma']) =>
    leaveWeekly(bookOf(rows), slot, { isMeant: ({ riderId }) => riderId === 'emma', riderIds: riders, isRecorded })
  const emptyPlaces = (book: Book) => book.weekly.filter(({ riderId }) => riderId === null)
  const rows = {
    weekly: [weekly('emma', { instructorId: 'kim', capacity: 3, level: 'novice' as const, arena: 'Indoor' })],
  }

  test('A lesson that someone waits for every week has an empty place when its last rider leaves, with the same terms', () => {
    const [place] = emptyPlaces(left({ ...rows, awaited: [line] }))
    expect(place).toEqual({ ...rows.weekly[0], id: NEW, riderId: null, startDate: slot.date })
    const later = [weekly('emma', { startDate: '2026-12-08' }), weekly('emma', { startDate: next.date })]
    for (const rows of [later, [...later].reverse()])
      expect(emptyPlaces(left({ weekly: rows, awaited: [line] }))[0]?.startDate).toBe(next.date)
    expect(emptyPlaces(left({ weekly: [weekly('emma')], awaited: [line] }))[0]).toMatchObject({
      instructorId: null,
      capacity: null,
      level: null,
    })
  })

  test('A lesson has no empty place while someone else rides, for the rider who leaves, or for another lesson, day or date', () => {
    const empty = (change: Partial<Book>) => emptyPlaces(left({ ...rows, awaited: [line], ...change })).length
    expect(empty({ weekly: [...rows.weekly, weekly('tom')] })).toBe(0)
    expect(empty({ awaited: [] })).toBe(0)
    const others = [{ riderId: 'emma' }, { time: '17:00' }, { type: 'Hack' }, { date: '2026-12-02' }, { weekly: false }]
    expect(others.map((other) => empty({ awaited: [{ ...line, ...other }] }))).toEqual([0, 0, 0, 0, 0])
    expect(empty({ weekly: [weekly('emma', { endDate: next.date })] })).toBe(0)
    expect(empty({ weekly: [...rows.weekly, weekly('tom', { endDate: '2026-12-08' })] })).toBe(1)
  })

  test('A lesson that someone waits for on one date stays on that date, empty', () => {
    const once = { ...line, weekly: false }
    const book = left({ weekly: [weekly('emma', { duration: 45 })], awaited: [once] })
    expect(lessonAt(book, next)).toMatchObject({ duration: 45, riders: [] })
    expect(lessonAt(book, slot)).toBe(undefined)
    const others = [
      { riderId: 'emma' },
      { time: '17:00' },
      { type: 'Hack' },
      { date: '2026-12-02' },
      { date: '2026-11-17' },
    ]
    for (const other of others) expect(left({ ...rows, awaited: [{ ...once, ...other }] }).oneTimeLessons).toEqual([])
    const guests = { ...rows, participants: [guest('tom', next)], awaited: [once] }
    expect(left(guests).oneTimeLessons).toEqual([])
  })
})

describe('A day that was moved from a lesson that its rider leaves', () => {
  const moved = { ...slot, date: '2026-11-26' }
  const from = { movedFrom: '2026-11-24 16:00 Group Lesson' }
  const removed = (rows: Partial<Book>, riders = [emma]) =>
    removeMoved(
      bookOf({ spans: [{ from: moved.date, weekly: false }], ...rows }),
      riders,
      [{ ...moved, riderId: 'emma' }],
      isRecorded,
    )

  test('A moved day is removed too, with its lesson if that was moved and nobody is left', () => {
    const lesson = lessonRow({ date: moved.date, ...from })
    const other = lessonRow({ date: moved.date, time: '09:00' })
    const rows = { participants: [guest('emma', moved)], oneTimeLessons: [lesson, other] }
    expect(removed(rows).oneTimeLessons).toEqual([other])
    expect(rode(removed({ ...rows, participants: [guest('emma', moved), guest('tom', moved)] }), moved)).toBe('tom')
    const own = { ...rows, oneTimeLessons: [{ ...lesson, movedFrom: null }] }
    expect(lessonAt(removed(own), moved)?.riders).toEqual([])
  })

  test('A moved day alone is removed, and later weeks of its lesson stay', () => {
    const later = guest('emma', { ...moved, date: '2026-12-03' })
    const weeks = { spans: [{ from: moved.date, weekly: true }], participants: [guest('emma', moved), later] }
    expect(removed(weeks).participants).toEqual([later])
  })

  test('A moved day stays if it is recorded, or someone else’s', () => {
    const rows = { participants: [guest('emma', moved), guest('tom', moved)] }
    expect(rode(removed(rows), moved)).toBe('tom')
    expect(rode(removed({ ...rows, records: [marked('emma', 'present', moved)] }), moved)).toBe('emma,tom')
    for (const other of [{ riderId: 'tom' }, { date: slot.date }, { time: '17:00' }, { attendance: 'absent' }])
      expect(rode(removed({ ...rows, records: [marked('emma', 'present', { ...moved, ...other })] }), moved)).toBe(
        'tom',
      )
    expect(rode(removed(rows, [riderNamed('tom')]), moved)).toBe('emma,tom')
    expect(removed({ participants: [guest('tom', moved)] }).participants).toHaveLength(1)
  })
})

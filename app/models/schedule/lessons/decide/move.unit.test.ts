import { describe, expect, test } from 'vitest'
import { type Book, lessonAt, ridersOf } from '~/models/schedule/snapshot/book'
import type { Slot } from '~/models/vocabulary/slot'
import {
  booking,
  bookOf,
  guest,
  makeup,
  marked,
  off,
  on,
  refusalOf,
  riderNamed,
  slot,
  weekly,
} from '../../../../../test/week/book'
import { moveRider } from './move'

const at5 = { ...slot, time: '17:00' }
const thursday = { date: '2026-11-26', time: '10:00', type: 'Group Lesson' }
const weekLater = (at: Slot, days = 7) => ({
  ...at,
  date: new Date(Date.parse(at.date) + days * 86_400_000).toISOString().slice(0, 10),
})
const place = (riderId: string | null, { date, time, type }: Slot, change = {}) =>
  weekly(riderId, { dayOfWeek: new Date(date).getUTCDay(), time, type, ...change })
/** Emma at four, Tom at five and on Thursdays. */
const rows = { weekly: [weekly('emma'), place('tom', at5), place('tom', thursday)] }
const isRecorded = ({ attendance }: { attendance: string | null }) => attendance === 'present'
const move = (change: Partial<Book>, to: Slot, scope: 'weekly' | 'one-time' = 'one-time') =>
  moveRider(
    bookOf({ ...rows, spans: [slot, thursday].map(({ date }) => ({ from: date, weekly: true })), ...change }),
    riderNamed('emma'),
    { from: slot, to, scope, isRecorded },
  )
const rode = (book: Book, at: Slot) => lessonAt(book, at) && ridersOf(lessonAt(book, at)).join()

describe('A rider who is moved for one day', () => {
  test('A rider moved for one day rides in the other lesson on that day, which records where from', () => {
    const { book, freed } = move({}, at5)
    expect([rode(book, slot), rode(book, at5)]).toEqual(['', 'emma,tom'])
    expect([rode(book, weekLater(slot)), rode(book, weekLater(at5))]).toEqual(['emma', 'tom'])
    expect(book.participants).toMatchObject([{ riderId: 'emma', movedFrom: '2026-11-24 16:00 Group Lesson' }])
    expect(freed).toEqual([])
  })

  test('A rider moved for one day has no origin if the lesson was not weekly, and nobody else has one', () => {
    const once = { weekly: rows.weekly.slice(1), participants: [guest('emma'), guest('ann', at5)] }
    expect(move(once, at5).book.participants.map(({ movedFrom }) => movedFrom)).toEqual([null, null])
    const beside = { participants: [guest('ann', at5), guest('emma', { time: '09:00' })] }
    expect(move(beside, at5).book.participants.map(({ movedFrom }) => movedFrom)).toEqual([
      null,
      null,
      '2026-11-24 16:00 Group Lesson',
    ])
  })

  test('A rider moved for one day takes the horse along on the same day, if it is free then', () => {
    const bella = on('emma', 'Bella')
    const same = move({ horses: [bella] }, at5)
    expect(same.freed).toEqual([])
    expect(same.book.horses).toEqual([{ ...bella, time: '17:00' }])
    const busy = move({ horses: [bella, on('tom', 'Bella', at5)] }, at5)
    expect(busy.freed).toEqual(['Bella'])
    expect(busy.book.horses.map(({ riderId }) => riderId)).toEqual(['tom'])
    const others = [{ time: '18:00' }, { date: '2026-12-01', time: '17:00' }, { time: '17:00', horseId: 99 }]
    for (const other of others) expect(move({ horses: [bella, on('tom', 'Bella', other)] }, at5).freed).toEqual([])
    const soon = { ...slot, time: '16:30' }
    expect(move({ weekly: [...rows.weekly, place('ann', soon)], horses: [bella] }, soon).freed).toEqual([])
    const away = move({ horses: [bella] }, thursday)
    expect([away.freed, away.book.horses]).toEqual([['Bella'], []])
  })

  test('A rider moved for one day takes along the makeup that the ride was booked with, but into no lesson of another type', () => {
    const hack = { ...at5, type: 'Hack' }
    const booked = {
      weekly: [weekly(null), place('tom', at5), place('tom', hack)],
      participants: [guest('emma')],
      makeups: [makeup('emma', { id: 7 })],
      bookings: [booking('emma', 7)],
    }
    expect(move(booked, at5).book.bookings).toMatchObject([{ ...at5, makeupId: 7 }])
    expect(refusalOf(() => move(booked, hack)).message).toMatch(/^Emma booked the Group Lesson at 4:00 PM/)
  })

  test('A rider moved for one day has no mark', () => {
    const refused = (attendance: string) => {
      const { status, message } = refusalOf(() => move({ records: [marked('emma', attendance)] }, at5))
      return `${status}: ${message}`
    }
    expect(refused('present')).toBe(
      '409: Emma’s ride at 4:00 PM on Nov 24, 2026 has attendance. Set it back to Scheduled first.',
    )
    expect(refused('reschedule')).toBe(
      '409: Emma’s ride at 4:00 PM on Nov 24, 2026 is canceled. To have Emma ride in the other lesson, add Emma there.',
    )
    const next = marked('emma', 'absent', weekLater(slot))
    const unmarked = move({ records: [marked('emma', 'scheduled'), next] }, at5)
    expect(unmarked.book.records).toMatchObject([{ ...at5, attendance: 'scheduled' }, next])
    const away = move({ records: [marked('emma', 'scheduled')] }, weekLater(thursday))
    expect(away.book.records).toMatchObject([weekLater(thursday)])
  })

  test('Moving a rider needs both lessons, and the rider is not in the other one already', () => {
    const horses = [on('emma', 'Bella'), on('tom', 'Bella', at5)]
    expect(refusalOf(() => move({ horses }, { ...slot, time: '09:00' })).status).toBe(404)
    expect(refusalOf(() => move({ weekly: rows.weekly.slice(1) }, at5)).status).toBe(404)
    expect(refusalOf(() => move({ participants: [guest('emma', at5)] }, at5)).status).toBe(409)
  })
})

describe('A rider who is moved every week', () => {
  const moved = (change: Partial<Book>, to: Slot = thursday) => move(change, to, 'weekly')

  test('A rider moved every week rides there from then on, and until then where they rode', () => {
    const { book } = moved({})
    expect([rode(book, weekLater(slot, -7)), rode(book, slot)]).toEqual(['emma', undefined])
    expect([thursday, weekLater(thursday, 70)].map((day) => rode(book, day))).toEqual(['emma,tom', 'emma,tom'])
    expect(rode(book, weekLater(thursday, -7))).toBe('tom')
  })

  test('A rider moved every week takes along absences of later weeks, with their makeups', () => {
    const next = weekLater(slot)
    const record = marked('emma', 'reschedule', next)
    const { book } = moved({ records: [record], makeups: [makeup('emma', next)] })
    expect(book.records).toEqual([{ ...record, ...weekLater(thursday) }])
    expect(book.makeups).toMatchObject([{ date: '2026-12-03', time: '10:00' }])
    expect(moved({ records: [marked('emma', 'reschedule')] }).book.records).toMatchObject([thursday])
  })

  test('A rider moved every week frees the horses of all weeks, whatever the day, and each is named once', () => {
    const later = [1, 2, 3].map((weeks) => weekLater(slot, 7 * weeks))
    const horses = ['Bella', 'Comet', 'Bella'].map((name, at) => on('emma', name, later[at]))
    const toms = on('tom', 'Max', weekLater(at5))
    for (const first of [[], [on('emma', 'Bella')]]) {
      const { book, freed } = moved({ horses: [...first, ...horses, toms] }, at5)
      expect([freed, book.horses]).toEqual([['Bella', 'Comet'], [toms]])
    }
  })

  test('A rider moved every week is off on the days on which the office had taken them off', () => {
    const next = weekLater(slot)
    const { book } = moved({ removals: [off('emma', next), off('tom', weekLater(thursday))] })
    expect([rode(book, weekLater(thursday)), rode(book, weekLater(thursday, 14))]).toEqual(['', 'emma,tom'])
    // Nor do makeups there of others, or of another day, count.
    const bookings = [booking('tom', 1, weekLater(thursday)), booking('emma', 2, weekLater(thursday, 14))]
    expect(rode(moved({ removals: [off('emma', next)], bookings }).book, weekLater(thursday))).toBe('tom')
  })

  test('A rider moved every week rides there in the week of a closed lesson, though others are off or moved elsewhere that day', () => {
    const next = weekLater(slot)
    const removals = [off(null, next), off('tom', next), off('emma', { ...next, time: '09:00' })]
    const participants = [
      guest('tom', { ...thursday, time: '17:00', movedFrom: '2026-12-01 16:00 Group Lesson' }),
      guest('emma', { ...thursday, time: '17:00', movedFrom: '2026-12-01 09:00 Hack' }),
    ]
    const { book } = moved({ removals, participants })
    expect(rode(book, weekLater(thursday))).toBe('emma,tom')
    expect(book.participants).toEqual(participants)
  })

  test('A rider moved every week rides on such a day all the same if a makeup was booked for it there', () => {
    const there = weekLater(thursday)
    const { book } = moved({
      removals: [off('emma', weekLater(slot))],
      participants: [guest('emma', there)],
      makeups: [makeup('emma', { id: 1 })],
      bookings: [booking('emma', 1, there)],
    })
    expect([rode(book, there), book.removals]).toEqual(['emma,tom', []])
  })

  test('A rider moved every week, with a day moved elsewhere, has that day moved from the new lesson', () => {
    const elsewhere = guest('emma', { ...thursday, time: '17:00', movedFrom: '2026-12-01 16:00 Group Lesson' })
    const toms = guest('tom', { ...thursday, time: '17:00', movedFrom: '2026-12-01 16:00 Group Lesson' })
    const { book } = moved({ removals: [off('emma', weekLater(slot))], participants: [elsewhere, toms] })
    const from = (riderId: string) => book.participants.find((row) => row.riderId === riderId)?.movedFrom
    expect([from('emma'), from('tom')]).toEqual(['2026-12-03 10:00 Group Lesson', '2026-12-01 16:00 Group Lesson'])
  })

  test('A rider moved every week, who moved with the whole lesson of a day, is not in the new lesson of that week too', () => {
    const elsewhere = guest('emma', { ...thursday, time: '17:00', movedFrom: '2026-12-01 16:00 Group Lesson' })
    const { book } = moved({ removals: [off(null, weekLater(slot))], participants: [elsewhere, guest('ann', at5)] })
    expect([rode(book, weekLater(thursday)), book.participants[0]?.movedFrom]).toEqual([
      'tom',
      '2026-12-03 10:00 Group Lesson',
    ])
  })

  test('A rider moved every week leaves an absence on a day on which the other lesson is off', () => {
    const next = weekLater(slot)
    const { book } = moved({ records: [marked('emma', 'absent', next)], removals: [off(null, weekLater(thursday))] })
    expect(rode(book, weekLater(thursday))).toBe(undefined)
    expect(book.records).toMatchObject([{ ...next, attendance: 'scheduled' }])
  })

  test('A rider moved every week from a later week on is absent in the weeks that the family named', () => {
    const weeks = [7, 14, 21].map((days) => weekLater(slot, days))
    const records = weeks.slice(1).map((at) => marked('emma', 'absent', at))
    const other = { ...slot, type: 'Private Lesson' }
    const same = { weekly: [...rows.weekly, place('ann', other)], records }
    const { book } = move(same, weekLater(other, 14), 'weekly')
    expect(book.records.map(({ date, type, attendance }) => [date, type, attendance])).toEqual(
      weeks.slice(1).map(({ date }) => [date, 'Private Lesson', 'absent']),
    )
    // The weeks between have neither lesson.
    const all = [marked('emma', 'absent', weekLater(slot)), ...records]
    const there = moveRider(
      bookOf({ ...rows, spans: [slot, thursday].map(({ date }) => ({ from: date, weekly: true })), records: all }),
      riderNamed('emma'),
      {
        ...{ from: slot, to: weekLater(thursday, 14), scope: 'weekly', isRecorded },
      },
    )
    const marks = there.book.records.map(({ date, attendance }) => [date, attendance])
    expect(marks).toEqual([
      [weekLater(slot).date, 'scheduled'],
      ...[14, 21].map((days) => [weekLater(thursday, days).date, 'absent']),
    ])
  })

  test('A rider moved every week has no recorded ride on the first day', () => {
    expect(refusalOf(() => moved({ records: [marked('emma', 'present')] })).status).toBe(409)
  })
})

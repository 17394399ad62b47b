import { describe, expect, test } from 'vitest'
import { type Book, lessonAt, NEW } from '~/models/schedule/snapshot/book'
import { booking, bookOf, guest, lessonRow, makeup, marked, off, on, slot, weekly } from '../../../../../test/week/book'
import { carry, clearRides, settle, type Wanted, withoutStrayRemovals } from './settle'

const two = [weekly('emma'), weekly('tom')]
const settled = (rows: Partial<Book>, wanted: Partial<Wanted> | null) =>
  settle(bookOf(rows), slot, wanted && { riders: ['emma', 'tom'], duration: 60, ...wanted })
/** Returns the day's own rows, and who rides then. */
const said = (book: Book) => ({
  guests: book.participants.map(({ riderId, duration }) => `${riderId} ${duration}`),
  lessons: book.oneTimeLessons.map(({ duration, capacity, level }) => [duration, capacity, level]),
  off: book.removals.map(({ riderId }) => riderId),
})
const nothing = { guests: [], lessons: [], off: [] }

describe('A day of a weekly lesson', () => {
  test('A day like every week has no rows of its own, whatever it had', () => {
    expect(said(settled({ weekly: two }, {}))).toEqual(nothing)
    const rows = { weekly: two, participants: [guest('ann')], removals: [off('tom')], oneTimeLessons: [lessonRow()] }
    expect(said(settled(rows, {}))).toEqual(nothing)
    expect(said(settled({ weekly: two, removals: [off(null)] }, {}))).toEqual(nothing)
  })

  test('A day keeps the rows of other days, times and types', () => {
    const elsewhere = [{ date: '2026-12-01' }, { time: '17:00' }, { type: 'Private Lesson' }]
    const rows = {
      weekly: two,
      participants: elsewhere.map((change) => guest('ann', change)),
      removals: elsewhere.map((change) => off('tom', change)),
      oneTimeLessons: elsewhere.map(lessonRow),
    }
    for (const wanted of [null, {}]) {
      const next = settled(rows, wanted)
      expect(next.participants).toEqual(rows.participants)
      expect(next.removals.filter(({ riderId }) => riderId)).toEqual(rows.removals)
      expect(next.oneTimeLessons).toEqual(rows.oneTimeLessons)
    }
  })

  test('A day stores who is off and who is a guest, reusing existing rows', () => {
    const [tomOff, ann] = [off('tom'), guest('ann')]
    const rows = { weekly: two, removals: [tomOff], participants: [ann] }
    const next = settled(rows, { riders: ['ann', 'ben'] })
    expect(said(next)).toEqual({ guests: ['ann 60', 'ben 60'], lessons: [], off: ['emma', 'tom'] })
    expect(next.removals).toContain(tomOff)
    expect(next.participants[0]).toEqual(ann)
    expect(next.participants[1]).toEqual({ id: NEW, ...slot, riderId: 'ben', movedFrom: null, duration: 60 })
    const names = new Map([['emma', 'Emma Stone']])
    expect(settle(bookOf({ weekly: two, names }), slot, { riders: ['tom'], duration: 60 }).removals).toEqual([
      { id: NEW, ...slot, riderId: 'emma', riderName: 'Emma Stone', removalType: 'one-time' },
    ])
  })

  test('A day has a row for its own length, capacity, level or arena', () => {
    expect(said(settled({ weekly: two }, { duration: 30 })).lessons).toEqual([[30, null, null]])
    expect(said(settled({ weekly: two }, { own: { capacity: 4, level: null } })).lessons).toEqual([[60, 4, null]])
    expect(said(settled({ weekly: two }, { own: { capacity: null, level: 'novice' } })).lessons).toEqual([
      [60, null, 'novice'],
    ])
    const usual = two.map((place) => ({ ...place, capacity: 4, level: 'novice' as const }))
    expect(said(settled({ weekly: usual }, { own: { capacity: 4, level: 'novice' } }))).toEqual(nothing)
    const own = lessonRow({ duration: 30, capacity: 3 })
    expect(settled({ weekly: two, oneTimeLessons: [own] }, { duration: 45 }).oneTimeLessons).toEqual([
      { ...own, duration: 45, level: null, arena: null },
    ])
    // On its day an empty arena is none, which only a weekly lesson with one has to say.
    const inside = two.map((place) => ({ ...place, arena: 'Indoor' }))
    const arenaOf = (weekly: typeof two, arena: string) =>
      settled({ weekly }, { own: { arena } }).oneTimeLessons.map((row) => row.arena)
    expect([arenaOf(inside, ''), arenaOf(inside, 'Indoor'), arenaOf(two, ''), arenaOf(two, 'Indoor')]).toEqual([
      [''],
      [],
      [],
      ['Indoor'],
    ])
  })

  test('A day is as long as the longest of its places usually is', () => {
    const rows = [weekly('emma', { duration: 45 }), weekly('tom', { duration: 90 })]
    expect(said(settled({ weekly: rows }, { duration: 90 }))).toEqual(nothing)
    expect(said(settled({ weekly: rows }, { duration: 45 })).lessons).toEqual([[45, null, null]])
  })

  test('A day off hides the whole lesson, and riders who were off before stay off when it is restored', () => {
    const rows = { weekly: two, removals: [off('tom')], participants: [guest('ann')], oneTimeLessons: [lessonRow()] }
    const next = settled(rows, null)
    expect(said(next)).toEqual({ guests: [], lessons: [], off: ['tom', null] })
    expect(next.removals[1]).toEqual({ id: NEW, ...slot, riderId: null, riderName: null, removalType: 'daily' })
    expect(lessonAt(next, slot)).toBe(undefined)
    expect(said(settled({ weekly: two, removals: [off(null)] }, null)).off).toEqual([null])
  })

  test('A day counts only places that apply then', () => {
    const rows = [weekly('emma'), weekly('tom', { endDate: slot.date })]
    expect(said(settled({ weekly: rows }, {}))).toEqual({ ...nothing, guests: ['tom 60'] })
    expect(said(settled({ weekly: rows }, { riders: ['emma'] }))).toEqual(nothing)
  })
})

describe('A one-time lesson', () => {
  test('A one-time lesson has a row only if nobody rides or it has terms of its own', () => {
    expect(said(settled({}, {}))).toEqual({ ...nothing, guests: ['emma 60', 'tom 60'] })
    expect(said(settled({}, { riders: [] })).lessons).toEqual([[60, null, null]])
    expect(said(settled({}, { own: { capacity: 2 } })).lessons).toEqual([[60, 2, null]])
    const own = lessonRow()
    expect(settled({ oneTimeLessons: [own] }, {}).oneTimeLessons[0]?.id).toBe(own.id)
  })

  test('A one-time lesson that was moved records where from, and so do its riders', () => {
    const next = settled({}, { movedFrom: '2026-11-24 09:00 Group Lesson' })
    expect(next.oneTimeLessons[0]).toMatchObject({ id: NEW, ...slot, movedFrom: '2026-11-24 09:00 Group Lesson' })
    expect(next.participants.map(({ movedFrom }) => movedFrom)).toEqual(Array(2).fill('2026-11-24 09:00 Group Lesson'))
  })

  test('A one-time lesson that is off leaves nothing', () => {
    const rows = { participants: [guest('ann')], oneTimeLessons: [lessonRow()], removals: [off('emma')] }
    expect(said(settled(rows, null))).toEqual(nothing)
  })
})

test('The days off of a lesson that no longer exists are removed, and those of an existing lesson stay', () => {
  const removals = [off('emma'), off('emma', { time: '17:00' })]
  const book = bookOf({ weekly: two, removals })
  expect(withoutStrayRemovals(book).removals).toEqual(removals.slice(0, 1))
  const clean = bookOf({ weekly: two, removals: removals.slice(0, 1) })
  expect(withoutStrayRemovals(clean)).toBe(clean)
})

describe('Riders who move along', () => {
  const to = { date: '2026-11-26', time: '10:00', type: 'Private Lesson' }
  const isRecorded = ({ attendance }: { attendance: string | null }) => attendance === 'present'
  const carried = (rows: Partial<Book>, goesAlong?: () => boolean) =>
    carry(bookOf(rows), { from: slot, to, riders: ['emma'], duration: 45, isRecorded, goesAlong })
  const others = [{ date: '2026-12-01' }, { time: '17:00' }, { riderId: 'tom' }]

  test('Riders who move along take their horses, announced absences, bookings and makeups with them, and nobody else’s', () => {
    const rows = {
      records: [marked('emma', 'reschedule'), ...others.map((change) => marked('emma', 'absent', change))],
      horses: [on('emma', 'Bella'), ...others.map((change) => on('emma', 'Max', change))],
      bookings: [booking('emma', 7), ...others.map((change) => booking('emma', 8, change))],
      makeups: [makeup('emma'), ...others.map((change) => makeup('emma', change))],
    }
    const next = carried(rows)
    expect(next.records).toEqual([{ ...rows.records[0], ...to, duration: 45 }, ...rows.records.slice(1)])
    expect(next.horses).toEqual([{ ...rows.horses[0], ...to, duration: 45 }, ...rows.horses.slice(1)])
    expect(next.bookings).toEqual([{ ...rows.bookings[0], ...to }, ...rows.bookings.slice(1)])
    // A makeup stays valid for its ride type.
    expect(next.makeups).toEqual([{ ...rows.makeups[0], date: to.date, time: to.time }, ...rows.makeups.slice(1)])
  })

  test('Riders who move along leave what is recorded, and the makeup that it used', () => {
    const records = [marked('emma', 'present')]
    const next = carried({ records, bookings: [booking('emma', 7)], makeups: [makeup('emma')] })
    expect(next.records).toEqual(records)
    expect(next.bookings[0]).toMatchObject(slot)
    expect(next.makeups[0]).toMatchObject(slot)
  })

  test('Riders who move along leave horses that cannot move', () => {
    const tom = on('tom', 'Max')
    expect(carried({ horses: [on('emma', 'Bella'), tom] }, () => false).horses).toEqual([tom])
  })

  test('Riders who move along are not blocked by an unmarked ride at an earlier time', () => {
    const there = (attendance: string, change = {}) => marked('emma', attendance, { ...to, ...change })
    const left = (row: Book['records'][number]) => carried({ records: [marked('emma', 'absent'), row] }).records
    expect(left(there('scheduled'))).toHaveLength(1)
    expect(left(there('absent'))).toHaveLength(2)
    expect(left(there('scheduled', { riderId: 'tom' }))).toHaveLength(2)
    expect(left(there('scheduled', { time: '11:00' }))).toHaveLength(2)
    expect(left(there('scheduled', { date: '2026-11-27' }))).toHaveLength(2)
  })

  test('Riders who stay at their time keep their only record', () => {
    const row = marked('emma', 'scheduled')
    const next = carry(bookOf({ records: [row] }), {
      from: slot,
      to: { ...slot, type: to.type },
      riders: ['emma'],
      duration: 45,
      isRecorded,
    })
    expect(next.records).toEqual([{ ...row, type: to.type, duration: 45 }])
  })
})

test('Rides that do not take place are reset and canceled once, and their horses are freed', () => {
  const done = marked('tom', 'scheduled', { status: 'canceled' })
  const open = marked('zoe', 'scheduled', { status: 'scheduled' })
  const other = marked('ann', 'absent')
  const rows = {
    records: [marked('emma', 'absent'), done, open, other],
    horses: [on('emma', 'Bella'), on('ann', 'Max')],
  }
  const next = clearRides(bookOf(rows), ({ riderId }) => riderId !== 'ann')
  expect(next.records.map(({ attendance, status }) => `${attendance} ${status}`)).toEqual([
    'scheduled canceled',
    'scheduled canceled',
    'scheduled canceled',
    'absent completed',
  ])
  expect(next.records[1]).toBe(done)
  expect(next.horses).toEqual(rows.horses.slice(1))
  const canceled = marked('emma', 'absent', { status: 'canceled' })
  expect(clearRides(bookOf({ records: [canceled] }), () => true).records[0]?.attendance).toBe('scheduled')
})

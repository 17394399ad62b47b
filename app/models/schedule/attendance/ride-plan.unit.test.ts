import { describe, expect, test } from 'vitest'
import { type Book, lessonAt, NEW, ridersOf } from '~/models/schedule/snapshot/book'
import type { HorseRow } from '~/models/schedule/snapshot/horse-lock.server'
import { lessonTimesOf } from '~/models/school/lesson-times'
import { statusOf } from '~/models/vocabulary/attendance'
import { booking, bookOf, guest, marked, nameOf, off, on, refusalOf, slot, weekly } from '../../../../test/week/book'
import { addIfAbsent, applyPlan, entriesOf, horseIdsOf, ofBooked, planOf, type RideChange } from './ride-plan'

const known = {
  riderName: nameOf,
  isRecorded: () => false,
  times: lessonTimesOf(),
  requireType: (type: string) => {
    if (type === 'Unknown') throw new Error('no such type')
  },
}
const horse = (name: string, change: Partial<HorseRow> = {}): HorseRow => ({
  id: name.length,
  name,
  isActive: true,
  rest: null,
  dayLimit: 0,
  weekLimit: 0,
  gapMinutes: 0,
  maxWeightLb: null,
  minLevel: null,
  coat: null,
  ...change,
})
const horses = [horse('Bella'), horse('Max')]
const two = { weekly: [weekly('emma', { duration: 45 }), weekly('tom')] }
const emmas = (wish: Partial<RideChange>) => ({ riderId: 'emma', date: slot.date, time: slot.time, ...wish })
const plan = (rows: Partial<Book>, wish: Partial<RideChange>) =>
  planOf(bookOf({ ...two, ...rows }), emmas(wish), known, null)
const applied = (rows: Partial<Book>, wish: Partial<RideChange>, barn = horses) =>
  applyPlan(bookOf({ ...two, ...rows }), plan(rows, wish), barn)
const entries = (rows: Partial<Book>, wish: Partial<RideChange>, barn = horses) =>
  entriesOf(plan(rows, wish), applied(rows, wish, barn), barn)

describe('A mark', () => {
  test('A mark of a rider in the lesson is recorded with its length and state', () => {
    expect(applied({}, { attendance: 'present' }).records).toEqual([
      {
        id: NEW,
        ...slot,
        riderId: 'emma',
        duration: 60,
        attendance: 'present',
        status: 'completed',
        announcedAt: null,
      },
    ])
    expect(refusalOf(() => plan({}, { riderId: 'ann', attendance: 'present' }))).toMatchObject({
      status: 404,
      message: 'Ann has no lesson at 4:00 PM on Nov 24, 2026',
    })
    expect(refusalOf(() => plan({}, { type: 'Hack', attendance: 'present' })).status).toBe(404)
    expect(refusalOf(() => plan({}, { time: '17:00', attendance: 'present' })).status).toBe(404)
    expect(plan({}, { type: slot.type }).ride.type).toBe(slot.type)
  })

  test('A mark replaces the one before, and keeps its row', () => {
    const record = marked('emma', 'present')
    const other = marked('tom', 'present')
    const announcedAt = '2026-11-23T10:00:00Z'
    expect(applied({ records: [other, record] }, { attendance: 'reschedule', announcedAt }).records).toEqual([
      other,
      { ...record, attendance: 'reschedule', status: 'canceled', announcedAt },
    ])
  })

  test('A mark that is the same as before changes nothing', () => {
    const rows = { records: [marked('emma', 'present')], horses: [on('emma', 'Bella')] }
    expect(plan(rows, { attendance: 'present' }).changes).toBe(false)
    expect(plan({}, { attendance: 'scheduled' }).changes).toBe(false)
    expect(plan(rows, {}).changes).toBe(false)
    expect(plan(rows, { attendance: 'absent' }).changes).toBe(true)
    // A mark alone, and a horse alone.
    expect(plan({}, { attendance: 'present' }).changes).toBe(true)
    expect(plan(rows, { horseId: 'Max'.length }).changes).toBe(true)
    expect(applied({}, {}).records).toEqual([])
    expect(applied(rows, {})).toMatchObject(rows)
    expect(entries(rows, {})).toEqual([])
  })

  test('A mark records whether the ride is coming, over or canceled', () => {
    expect((['scheduled', 'present', 'absent', 'makeup', 'reschedule'] as const).map(statusOf)).toEqual([
      'scheduled',
      'completed',
      'completed',
      'completed',
      'canceled',
    ])
  })

  test('A mark of a ride that was booked with a makeup uses it, and never gives another one', () => {
    const booked = booking('emma', 7)
    const became = (attendance: string) => ofBooked(booked, attendance, 'Emma')
    expect([became('present'), became('absent'), became('scheduled')]).toEqual(['makeup', 'absent', 'scheduled'])
    expect(refusalOf(() => became('reschedule'))).toMatchObject({
      status: 409,
      field: 'attendanceStatus',
      message: 'This ride of Emma is a makeup itself. Cancel its booking, and it can be booked again.',
    })
    expect(ofBooked(booking('emma', 7, { via: 'mark' }), 'reschedule', 'Emma')).toBe('reschedule')
    expect(ofBooked(undefined, 'present', 'Emma')).toBe('present')
    expect(applied({ bookings: [booked] }, { attendance: 'present' }).records[0]?.attendance).toBe('makeup')
  })
})

describe('A horse', () => {
  test('A horse is assigned, exchanged and freed', () => {
    expect(applied({}, { horseId: 5 }).horses).toEqual([
      {
        id: NEW,
        ...slot,
        horseId: 5,
        horseName: 'Bella',
        riderId: 'emma',
        riderName: 'Emma',
        duration: 60,
        overReason: null,
      },
    ])
    const given = { horses: [on('tom', 'Duke'), on('emma', 'Bella')] }
    const names = (wish: Partial<RideChange>) => applied(given, wish).horses.map(({ horseName }) => horseName)
    expect(names({ horseId: 3 })).toEqual(['Duke', 'Max'])
    expect(names({ horseId: null })).toEqual(['Duke'])
    expect(names({ horseId: 5 })).toEqual(['Duke', 'Bella'])
    expect(names({ attendance: 'present' })).toEqual(['Duke', 'Bella'])
  })

  test('A horse is not with a rider who does not come', () => {
    const given = { horses: [on('emma', 'Bella')] }
    expect(applied(given, { attendance: 'absent' }).horses).toEqual([])
    expect(applied(given, { attendance: 'reschedule', horseId: 3 }).horses).toEqual([])
  })

  test('A horse that no longer exists cannot be assigned', () => {
    expect(refusalOf(() => applied({}, { horseId: 99 }))).toMatchObject({ field: 'horseId', message: 'Choose a horse' })
    expect(refusalOf(() => applied({}, { horseId: 5 }, [horse('Bella', { isActive: false })])).field).toBe('horseId')
  })

  test('A horse is locked if it is assigned or freed', () => {
    const given = { horses: [on('emma', 'Bella')] }
    expect(horseIdsOf([plan(given, { horseId: 3 }), plan({}, {})])).toEqual([3, 5])
  })
})

describe('A rider who is not in the lesson', () => {
  const add = (rows: Partial<Book>, wish: Partial<RideChange>) =>
    addIfAbsent(bookOf(rows), { ...emmas(wish), riderId: 'ann' }, known)

  test('A rider who is not in the lesson is added on that day, if requested', () => {
    const { book, entry } = add(two, { add: true, type: slot.type })
    expect(ridersOf(lessonAt(book, slot))).toEqual(['ann', 'emma', 'tom'])
    expect(ridersOf(lessonAt(book, { ...slot, date: '2026-12-01' }))).toEqual(['emma', 'tom'])
    expect(entry).toEqual({
      action: 'lesson.add-rider',
      entity: 'lesson',
      entityId: '2026-11-24 16:00 Group Lesson',
      detail: { riderId: 'ann', name: 'Ann', scope: 'one-time' },
      of: { tables: ['participants', 'oneTimeLessons', 'removals'] },
    })
    expect(add(two, { type: slot.type }).entry).toBe(null)
    expect(add(two, { add: true }).entry).toBe(null)
  })

  test('A rider who is in the lesson is not added, and a new lesson needs an existing type', () => {
    expect(add({ participants: [guest('ann')] }, { add: true, type: slot.type }).entry).toBe(null)
    expect(ridersOf(lessonAt(add({}, { add: true, type: 'Hack' }).book, { ...slot, type: 'Hack' }))).toEqual(['ann'])
    expect(() => add({}, { add: true, type: 'Unknown' })).toThrow('no such type')
    const there = { weekly: [weekly('tom', { type: 'Unknown' })] }
    expect(add(there, { add: true, type: 'Unknown' }).entry).not.toBe(null)
    expect(add({ weekly: [weekly('ann')], removals: [off('ann')] }, { add: true, type: slot.type }).entry).not.toBe(
      null,
    )
  })
})

describe('The log', () => {
  const entityId = '2026-11-24 16:00 emma'
  const noted = { key: 'phone-1', madeAt: '2026-11-24T16:10:00Z' }

  test('The log has a mark’s old and new values, and the rows that Undo compares', () => {
    expect(entries({}, { attendance: 'present', noted })).toEqual([
      {
        action: 'ride.attendance',
        entity: 'ride',
        entityId,
        detail: { name: 'Emma', type: slot.type, from: 'scheduled', to: 'present', ...noted },
        of: { tables: ['records', 'makeups', 'bookings'], riderId: 'emma' },
      },
    ])
  })

  test('The log has a ride’s old and new horse', () => {
    const given = { horses: [on('emma', 'Bella'), on('tom', 'Duke'), on('emma', 'Rex', { time: '17:00' })] }
    expect(entries(given, { horseId: 3, noted })).toEqual([
      {
        action: 'ride.horse',
        entity: 'ride',
        entityId,
        detail: { name: 'Emma', type: slot.type, from: 'Bella', to: 'Max', reason: null, ...noted },
        of: { tables: ['horses'], riderId: 'emma', date: slot.date },
      },
    ])
    const detail = (rows: Partial<Book>, wish: Partial<RideChange>, barn?: HorseRow[]) =>
      entries(rows, wish, barn)[0]?.detail
    expect(detail({}, { horseId: 3 })).toMatchObject({ from: null, to: 'Max' })
    expect(detail(given, { horseId: null })).toMatchObject({ from: 'Bella', to: null })
  })

  test('The log says that a horse was taken off because it rests', () => {
    const rest = { from: null, until: null, reason: null }
    const given = { horses: [on('emma', 'Bella')] }
    const [entry] = entries(given, { horseId: null }, [horse('Bella', { rest }), horse('Max')])
    expect(entry?.detail).toMatchObject({ rested: true })
    const [other] = entries(given, { horseId: 3 }, [horse('Bella'), horse('Max', { rest })])
    expect(other?.detail).not.toHaveProperty('rested')
  })

  test('The log has the horse, the mark and the added rider, and why a horse goes over its limit', () => {
    const over = { ...on('emma', 'Bella'), overReason: 'Show' }
    const book = bookOf({ ...two, horses: [over] })
    const wished = planOf(bookOf(two), emmas({ attendance: 'present', horseId: 5 }), known, null)
    const added = { action: 'lesson.add-rider', entity: 'lesson', entityId: 'x', detail: {} } as const
    const log = entriesOf({ ...wished, added }, book, horses)
    expect(log.map(({ action }) => action)).toEqual(['lesson.add-rider', 'ride.horse', 'ride.attendance'])
    expect(log[1]?.detail).toMatchObject({ reason: 'Show' })
  })
})

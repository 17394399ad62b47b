import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { addDays, dayOfWeek } from '~/utils/dates'
import { type ScheduleDay, type ScheduleRows, scheduleOf } from './week'

const types = ['Group Lesson', 'Private Lesson']
const none: ScheduleRows = { weekly: [], participants: [], oneTimeLessons: [], removals: [], records: [], types }
let nextId = 1
const dates = (days: ScheduleDay[]) => days.filter((day) => day.lessons.length).map((day) => day.date)

describe('The schedule of any rows', () => {
  const day = fc.integer({ min: 0, max: 120 }).map((n) => addDays('2026-10-01', n))
  const time = fc.constantFrom('09:00', '16:00', '16:30')
  const type = fc.constantFrom(...types)
  const riderId = fc.constantFrom('ann', 'ben', 'cy', 'dee')
  const duration = fc.constantFrom(30, 60)
  const base = { date: day, time, type }
  const weekly = fc
    .record({
      riderId: fc.option(riderId),
      dayOfWeek: fc.integer({ min: 0, max: 6 }),
      time,
      type,
      duration,
      active: fc.boolean(),
      startDate: day,
      endDate: fc.option(day),
    })
    .map((row) => ({ id: nextId++, ...row }))
  const rowsArb = fc.record({
    weekly: fc.array(weekly, { maxLength: 25 }),
    participants: fc.array(fc.record({ id: fc.nat(), riderId, duration, ...base }), { maxLength: 25 }),
    oneTimeLessons: fc.array(fc.record({ id: fc.nat(), duration, ...base }), { maxLength: 10 }),
    removals: fc.array(fc.record({ riderId: fc.option(riderId), ...base }), { maxLength: 15 }),
    records: fc.array(
      fc.record({ riderId, duration, attendance: fc.constantFrom(null, 'scheduled', 'present', 'absent'), ...base }),
      { maxLength: 15 },
    ),
    types: fc.constant(types),
  })
  const range = { from: '2026-09-25', to: '2027-02-05' }

  test('No rider is twice in a lesson, no lesson is there twice, and everything is in order', () => {
    fc.assert(
      fc.property(rowsArb, (rows) => {
        for (const { lessons } of scheduleOf(rows, range)) {
          const keys = lessons.map((lesson) => `${lesson.time} ${types.indexOf(lesson.type)}`)
          expect(keys).toEqual([...new Set(keys)].sort())
          for (const { riders } of lessons) {
            expect(new Set(riders.map((rider) => rider.riderId)).size).toBe(riders.length)
          }
        }
      }),
    )
  })

  test('The order of the rows does not matter', () => {
    fc.assert(
      fc.property(rowsArb, fc.infiniteStream(fc.nat()), (rows, keys) => {
        const shuffled = <T>(list: T[]) =>
          list
            .map((row) => ({ row, key: keys.next().value }))
            .sort((a, b) => a.key - b.key)
            .map(({ row }) => row)
        const other = {
          weekly: shuffled(rows.weekly),
          participants: shuffled(rows.participants),
          oneTimeLessons: shuffled(rows.oneTimeLessons),
          removals: shuffled(rows.removals),
          records: shuffled(rows.records),
          types,
        }
        expect(scheduleOf(other, range)).toEqual(scheduleOf(rows, range))
      }),
    )
  })

  test('The schedule of each day equals that of the whole range', () => {
    fc.assert(
      fc.property(rowsArb, day, (rows, date) => {
        const whole = scheduleOf(rows, range).find((other) => other.date === date)
        expect(scheduleOf(rows, { from: date, to: date })[0]).toEqual(whole)
      }),
    )
  })

  test('A weekly change leaves earlier days as they were', () => {
    fc.assert(
      fc.property(rowsArb, day, weekly, (rows, date, added) => {
        const ended = rows.weekly.map((row) => ({
          ...row,
          endDate: row.endDate !== null && row.endDate < date ? row.endDate : date,
        }))
        const opened = { ...added, startDate: date, endDate: null }
        const before = { from: range.from, to: addDays(date, -1) }
        const changed = { ...rows, weekly: [...ended, opened] }
        expect(scheduleOf(changed, before)).toEqual(scheduleOf(rows, before))
      }),
    )
  })

  test('Adding a rider weekly and ending that place on the same day changes nothing', () => {
    fc.assert(
      fc.property(rowsArb, weekly, (rows, added) => {
        const undone = { ...added, endDate: added.startDate }
        expect(scheduleOf({ ...rows, weekly: [...rows.weekly, undone] }, range)).toEqual(scheduleOf(rows, range))
      }),
    )
  })

  test('Removing a rider changes that day alone', () => {
    fc.assert(
      fc.property(rowsArb, day, time, type, riderId, (rows, date, at, kind, rider) => {
        const removals = [...rows.removals, { date, time: at, type: kind, riderId: rider }]
        const after = scheduleOf({ ...rows, removals }, range)
        const before = scheduleOf(rows, range)
        expect(after.filter((other) => other.date !== date)).toEqual(before.filter((other) => other.date !== date))
        const lesson = after.find((other) => other.date === date)?.lessons.find((l) => l.time === at && l.type === kind)
        expect(lesson?.riders.some((other) => other.riderId === rider) ?? false).toBe(false)
      }),
    )
  })

  test('A weekly rider rides on their own weekday only', () => {
    fc.assert(
      fc.property(weekly, (row) => {
        const days = scheduleOf({ ...none, weekly: [row] }, range)
        expect(dates(days).every((date) => dayOfWeek(date) === row.dayOfWeek && date >= row.startDate)).toBe(true)
      }),
    )
  })
})

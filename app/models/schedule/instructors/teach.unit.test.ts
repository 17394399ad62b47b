import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type Book, lessonAt, NEW } from '~/models/schedule/snapshot/book'
import { type ScheduledLesson, scheduleOf } from '~/models/schedule/week/week'
import { Refused } from '~/platform/refused'
import { addDays, dayOfWeek } from '~/utils/dates'
import { bookOf, lessonRow, marked, refusalOf, slot as tuesday, weekly } from '../../../../test/week/book'
import { teach } from './teach'

const types = ['Group Lesson', 'Hack']
const range = { from: '2026-10-26', to: '2026-12-27' }
const day = fc.integer({ min: 0, max: 40 }).map((n) => addDays('2026-11-02', n))
const slot = { date: day, time: fc.constantFrom('09:00', '16:00'), type: fc.constantFrom(...types) }
const riderId = fc.constantFrom('ann', 'ben', 'cy')
let nextId = 1
const withId = <Row>(row: Row) => ({ id: nextId++, ...row })

const book = fc
  .record({
    weekly: fc.array(
      fc
        .record({ ...slot, riderId: fc.option(riderId), startDate: day, endDate: fc.option(day) })
        .map(({ date, ...row }) => withId({ ...row, dayOfWeek: dayOfWeek(date), duration: 60, active: true })),
      { maxLength: 8 },
    ),
    participants: fc.array(
      fc.record({ ...slot, riderId }).map((row) => withId({ ...row, duration: 60 })),
      {
        maxLength: 5,
      },
    ),
    oneTimeLessons: fc.array(
      fc.record(slot).map((row) => withId({ ...row, duration: 60 })),
      { maxLength: 3 },
    ),
    removals: fc.array(fc.record({ ...slot, riderId: fc.option(riderId) }).map(withId), { maxLength: 4 }),
    records: fc.uniqueArray(
      fc
        .record({ ...slot, riderId, attendance: fc.constantFrom(null, 'scheduled', 'present', 'absent') })
        .map((row) => withId({ ...row, duration: 60, status: 'scheduled' })),
      { maxLength: 6, selector: (row) => `${row.date} ${row.time} ${row.riderId}` },
    ),
  })
  .map(
    (rows): Book => ({
      ...rows,
      horses: [],
      makeups: [],
      bookings: [],
      bases: new Map(),
      booked: new Set(),
      spans: [],
      types,
      names: new Map(),
      capacities: new Map(),
      held: [],
      awaited: [],
      work: [],
    }),
  )

const lessonsOf = (rows: Book) => scheduleOf(rows, range).flatMap(({ lessons }) => lessons)

test('Setting an instructor changes no lesson, no rider and no mark of any week', () => {
  fc.assert(
    fc.property(book, fc.nat(), fc.constantFrom('sarah', null), fc.boolean(), (rows, pick, instructor, weekly) => {
      const lessons = lessonsOf(rows)
      const lesson: ScheduledLesson | undefined = lessons[pick % Math.max(1, lessons.length)]
      if (!lesson) return
      try {
        const after = teach(rows, lesson, instructor, weekly ? 'weekly' : 'one-time')
        expect(lessonsOf(after)).toEqual(lessons)
        const marks = ({ records }: Book) => records.filter(({ attendance }) => attendance).map(({ id }) => id)
        expect(marks(after).sort()).toEqual(marks(rows).sort())
      } catch (error) {
        if (!(error instanceof Refused)) throw error
      }
    }),
  )
})

describe('An instructor', () => {
  const teaches = (rows: Book['weekly'] | Book['records'] | Book['oneTimeLessons']) =>
    rows.map(({ instructorId = null }) => instructorId)
  const at = (rows: Book, date = tuesday.date) => lessonAt(rows, { ...tuesday, date }) as ScheduledLesson

  test('every week from a day on leaves the weeks before, and the day’s own gives way', () => {
    const rows = bookOf({
      weekly: [
        weekly('ann', { instructorId: 'marcus' }),
        weekly('ben', { startDate: '2026-12-01' }),
        weekly('cy', { instructorId: 'sarah' }),
        weekly('dee', { startDate: tuesday.date }),
      ],
      records: [marked('ann', 'present', { instructorId: 'lea' })],
    })
    const after = teach(rows, at(rows), 'sarah', 'weekly')
    const places = after.weekly.map(({ riderId, startDate, endDate, instructorId }) => [
      riderId,
      startDate,
      endDate,
      instructorId,
    ])
    expect(places).toEqual([
      ['ann', '2026-11-03', '2026-11-24', 'marcus'],
      ['ann', '2026-11-24', null, 'sarah'],
      ['ben', '2026-12-01', null, 'sarah'],
      ['cy', '2026-11-03', null, 'sarah'],
      ['dee', '2026-11-24', null, 'sarah'],
    ])
    expect(after.weekly.map(({ id }) => id === NEW)).toEqual([false, true, false, false, false])
    expect(teaches(after.records)).toEqual([null])
    expect(teach(after, at(after), 'sarah', 'weekly').weekly).toEqual(after.weekly)
  })

  test('is not set every week for a lesson of one day', () => {
    const rows = bookOf({ oneTimeLessons: [lessonRow()] })
    expect(refusalOf(() => teach(rows, at(rows), 'sarah', 'weekly'))).toBeRefused(
      'single_date_lesson',
      'this date only',
    )
  })

  test('of one day stands with its lesson, and is taken away again', () => {
    const rows = bookOf({ oneTimeLessons: [lessonRow(), lessonRow({ time: '17:00', instructorId: 'lea' })] })
    const after = teach(rows, at(rows), 'sarah', 'one-time')
    expect([teaches(after.oneTimeLessons), after.records]).toEqual([['sarah', 'lea'], []])
    const [lesson, other] = rows.oneTimeLessons
    expect(teach(after, at(after), null, 'one-time').oneTimeLessons).toEqual([{ ...lesson, instructorId: null }, other])
  })

  test('of one day of a weekly lesson stands with the rides of its riders, marked or not', () => {
    const rows = bookOf({
      weekly: [weekly('ann'), weekly('ben'), weekly('cy', { time: '17:00' })],
      records: [
        ...[{ date: '2026-12-01' }, { time: '17:00' }].map((other) => marked('ann', 'absent', other)),
        ...[marked('ann', 'present'), marked('cy', 'present', { time: '17:00' })],
      ],
      oneTimeLessons: [lessonRow({ duration: 60, capacity: 2 })],
    })
    const { records, weekly: places, oneTimeLessons } = teach(rows, at(rows), 'sarah', 'one-time')
    expect(oneTimeLessons).toEqual(rows.oneTimeLessons)
    expect(records.map(({ riderId, attendance, instructorId = null }) => [riderId, attendance, instructorId])).toEqual([
      ['ann', 'absent', null],
      ['ann', 'absent', null],
      ['ann', 'present', 'sarah'],
      ['cy', 'present', null],
      ['ben', null, 'sarah'],
    ])
    expect(records[4]).toMatchObject({ id: NEW, ...tuesday, duration: 60, status: 'scheduled' })
    expect(places).toEqual(rows.weekly)
  })

  test('of one day takes over what is left of an earlier lesson, unless it is marked', () => {
    const old = { type: 'Private Lesson', duration: 30 }
    const rows = bookOf({
      weekly: [weekly('ann'), weekly('ben')],
      records: [marked('ann', 'scheduled', old), marked('ben', 'present', old)],
    })
    const { records } = teach(rows, at(rows), 'sarah', 'one-time')
    expect(records.map(({ riderId, type, duration }) => [riderId, type, duration])).toEqual([
      ['ann', tuesday.type, 60],
      ['ben', 'Private Lesson', 30],
    ])
  })

  test('is refused on a day on which nobody rides, because nothing would keep it', () => {
    const rows = bookOf({ weekly: [weekly(null)] })
    expect(refusalOf(() => teach(rows, at(rows), 'sarah', 'one-time'))).toBeRefused('invalid', 'Choose every week')
    expect(teach(rows, at(rows), null, 'one-time').records).toEqual([])
  })
})

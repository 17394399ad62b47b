import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { Book } from '~/models/schedule/snapshot/book'
import { type ScheduledLesson, scheduleOf } from '~/models/schedule/week/week'
import { Refused } from '~/platform/refused'
import { addDays, dayOfWeek } from '~/utils/dates'
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

import { describe, expect, test } from 'vitest'
import { type Book, lessonAt, ridersOf } from '~/models/schedule/snapshot/book'
import {
  booking,
  bookOf,
  guest,
  lessonRow,
  makeup,
  marked,
  off,
  on,
  refusalOf,
  slot,
  weekly,
} from '../../../../../test/week/book'
import { addLesson, deleteLesson } from './lesson'

const next = { ...slot, date: '2026-12-01' }
const later = { ...slot, date: '2026-12-08' }
const rode = (book: Book, at = slot) => lessonAt(book, at) && ridersOf(lessonAt(book, at)).join()
const isRecorded = ({ attendance }: { attendance: string | null }) => attendance === 'present'

describe('A lesson that is added', () => {
  const add = (rows: Partial<Book>, scope: 'weekly' | 'one-time' = 'weekly', duration?: number) =>
    addLesson(bookOf(rows), slot, scope, duration)

  test('An added lesson is there on its day alone, or every week from it on, for an hour by default', () => {
    const once = add({}, 'one-time').book
    expect([rode(once), rode(once, next)]).toEqual(['', undefined])
    expect(lessonAt(once, slot)?.duration).toBe(60)
    const { book, offOn, back } = add({}, 'weekly', 45)
    expect([rode(book), rode(book, next), rode(book, { ...slot, date: '2026-11-17' })]).toEqual(['', '', undefined])
    expect(lessonAt(book, next)).toMatchObject({ duration: 45, weekly: true })
    expect({ offOn, back }).toEqual({ offOn: [], back: undefined })
  })

  test('An added lesson must not exist already', () => {
    const { status, field, message } = refusalOf(() => add({ weekly: [weekly('emma')] }))
    expect([status, field]).toEqual([409, 'time'])
    expect(message).toBe('Lesson already exists - A lesson for this time slot already exists for this date')
  })

  test('An added lesson that was taken off is restored with its riders, except those who were off before', () => {
    const rows = { weekly: [weekly('emma'), weekly('tom')] }
    const removals = [off(null), off('tom'), off(null, next)]
    const { book, back, offOn } = add({ ...rows, removals })
    expect([rode(book), back, offOn]).toEqual(['emma', 1, []])
    expect(book.removals).toEqual(removals.slice(1))
  })

  test('A weekly lesson that is added takes over single days, each with its riders and length', () => {
    const rows = { participants: [guest('emma', { ...next, duration: 30 })], oneTimeLessons: [lessonRow(later)] }
    const { book } = add(rows)
    expect(rode(book, next)).toBe('emma')
    expect(lessonAt(book, next)?.duration).toBe(30)
    expect(book.oneTimeLessons.map(({ date }) => date)).toEqual([next.date])
    expect([next, later].map((day) => lessonAt(book, day)?.weekly)).toEqual([true, true])
  })

  test('A weekly lesson that is added can begin before the existing place, and stays off on days that were taken off', () => {
    const rows = { weekly: [weekly('emma', { startDate: next.date })], removals: [off(null, later)] }
    const { book, offOn } = add(rows)
    expect(offOn).toEqual([later.date])
    expect([rode(book), rode(book, next), rode(book, later)]).toEqual(['', 'emma', undefined])
  })
})

describe('A lesson that is deleted', () => {
  const remove = (rows: Partial<Book>, scope: 'weekly' | 'one-time') =>
    deleteLesson(bookOf(rows), slot, scope, isRecorded)
  const two = { weekly: [weekly('emma'), weekly('tom')] }

  test('A deleted lesson has to exist', () => {
    expect(refusalOf(() => remove({}, 'weekly')).status).toBe(404)
  })

  test('A lesson deleted on one day is off: attendance is reset, horses are free, and other rides of that day stay', () => {
    const rows = {
      ...two,
      records: [
        marked('emma', 'absent'),
        marked('ann', 'absent', { type: 'Private Lesson' }),
        marked('emma', 'absent', { time: '17:00' }),
      ],
      horses: [on('emma', 'Bella'), on('ann', 'Duke'), on('emma', 'Max', { time: '17:00' }), on('emma', 'Rex', next)],
    }
    const { book, riderIds } = remove(rows, 'one-time')
    expect(riderIds).toEqual(['emma', 'tom'])
    expect([rode(book), rode(book, next)]).toEqual([undefined, 'emma,tom'])
    expect(book.records.map(({ attendance }) => attendance)).toEqual(['scheduled', 'absent', 'absent'])
    expect(book.horses.map(({ horseName }) => horseName)).toEqual(['Duke', 'Max', 'Rex'])
  })

  test('A lesson deleted on one day extends the makeups that were booked for it, as a closing does', () => {
    const rows = {
      ...two,
      participants: [guest('ann'), guest('ben', next), guest('cy', { time: '17:00' })],
      makeups: ['ann', 'ben', 'cy'].map((id, i) => makeup(id, { id: i + 1, validTo: next.date })),
      bookings: [booking('ann', 1), booking('ben', 2, next), booking('cy', 3, { time: '17:00' })],
    }
    const until = (scope: 'weekly' | 'one-time', change: Partial<Book> = {}) =>
      remove({ ...rows, ...change }, scope).book.makeups.map(({ validTo }) => validTo)
    expect(until('one-time')).toEqual(['2026-12-31', next.date, next.date])
    expect(until('weekly')).toEqual(['2026-12-31', '2027-01-31', next.date])
    const elsewhere = [{ date: '2026-11-17' }, { type: 'Hack' }, { date: '2026-12-02' }]
    for (const other of elsewhere) expect(until('weekly', { bookings: [booking('ann', 1, other)] })[0]).toBe(next.date)
  })

  test('A lesson deleted for good leaves no days after it, whatever they had, and the past as it was', () => {
    const rows = {
      weekly: [weekly('emma'), weekly('zoe', { startDate: later.date }), weekly('tom', { time: '17:00' })],
      participants: [guest('ann', next)],
      oneTimeLessons: [
        lessonRow({ ...next, capacity: 4 }),
        lessonRow({ date: '2026-11-17', duration: 30 }),
        lessonRow({ time: '17:00', duration: 30 }),
        lessonRow({ type: 'Hack' }),
        lessonRow({ date: '2026-11-25' }),
      ],
      horses: [on('zoe', 'Bella', later), on('ann', 'Max', next), on('tom', 'Duke', { time: '17:00' })],
    }
    const { book, riderIds } = remove(rows, 'weekly')
    expect(riderIds).toEqual(['emma'])
    expect([slot, next, later].map((day) => rode(book, day))).toEqual([undefined, undefined, undefined])
    expect(rode(book, { ...slot, date: '2026-11-17' })).toBe('emma')
    expect(rode(book, { ...slot, time: '17:00' })).toBe('tom')
    expect(book.oneTimeLessons).toEqual(rows.oneTimeLessons.slice(1))
    expect(book.horses).toEqual(rows.horses.slice(2))
  })
})

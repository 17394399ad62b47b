import { describe, expect, test } from 'vitest'
import { bookOf, guest, lessonRow, off, slot, weekly } from '../../../../test/week/book'
import {
  changeAt,
  datesOf,
  daysOfLesson,
  differenceOf,
  inBook,
  isPlaceOf,
  isSameRow,
  isTakenOff,
  NEW,
  nameInRow,
  placesAt,
  spanOf,
  standsOn,
} from './book'

test('Rows are equal in every column, whatever their order', () => {
  expect(isSameRow({ a: 1, b: 2 }, { b: 2, a: 1 })).toBe(true)
  expect(isSameRow({ a: 1, b: 2 }, { a: 1, b: 3 })).toBe(false)
  expect(isSameRow({ a: 1 }, { a: 1, b: 2 })).toBe(false)
})

test('A change removes rows, adds new ones, and does both with those that it changes', () => {
  const [kept, gone, changed] = [guest('ann'), guest('ben'), guest('cy')]
  const [fresh, later] = [guest('dee', { id: NEW }), { ...changed, duration: 30 }]
  expect(differenceOf([kept, gone, changed], [{ ...kept }, later, fresh])).toEqual({
    gone: [gone, changed],
    come: [later, fresh],
  })
  const news = [guest('ann', { id: NEW }), guest('ben', { id: NEW })]
  expect(differenceOf(news, news).come).toEqual(news)
})

test('A change at one time of a weekday sees the rows of that time alone, and leaves the others', () => {
  const rows = {
    weekly: [weekly('emma'), weekly('ann', { dayOfWeek: 4 }), weekly('ben', { time: '17:00' })],
    removals: [off('emma', { date: '2026-12-01' }), off('ann', { date: '2026-12-03' })],
  }
  const book = bookOf(rows)
  const changed = changeAt(book, 2, slot.time, (part) => {
    expect([part.weekly, part.removals]).toEqual([rows.weekly.slice(0, 1), rows.removals.slice(0, 1)])
    return { ...part, removals: [] }
  })
  expect([changed.weekly, changed.removals]).toEqual([expect.arrayContaining(rows.weekly), rows.removals.slice(1)])
})

describe('The days of a book', () => {
  const spans = [
    { from: slot.date, weekly: true },
    { from: '2026-11-27', weekly: false },
  ]

  test('The days of a book are single days, or a weekday from a day on', () => {
    const days = ['2026-11-17', '2026-11-24', '2026-11-25', '2026-12-01', '2026-11-27', '2026-12-04']
    expect(days.map((date) => inBook({ spans }, date))).toEqual([false, true, false, true, true, false])
  })

  test('A change of one day needs that day, and a weekly change its weekday from then on', () => {
    const days = ['2026-11-17', slot.date, '2026-12-01']
    const needs = (scope: 'one-time' | 'weekly') => days.map((date) => inBook({ spans: [spanOf(slot, scope)] }, date))
    expect([needs('one-time'), needs('weekly')]).toEqual([
      [false, true, false],
      [false, true, true],
    ])
  })

  test('The days that differ from the week before have rows, or begin or end a place, or are the first without rows', () => {
    const book = bookOf({
      weekly: [weekly('emma', { startDate: '2026-12-03', endDate: '2027-01-05' })],
      removals: [off('emma', { date: '2026-12-08' })],
      participants: [guest('ann', { date: '2026-11-17' }), guest('ann', { date: '2027-02-02' })],
    })
    expect(datesOf(book)).toEqual(['2026-11-24', '2026-12-08', '2026-12-15', '2027-01-05', '2027-02-02'])
    expect(daysOfLesson(book, { ...slot, date: '2026-12-15' })).toEqual(['2026-12-15', '2027-01-05', '2027-02-02'])
    expect(daysOfLesson(bookOf({ spans, oneTimeLessons: [lessonRow()] }), slot)).toEqual(['2026-11-24', '2026-12-01'])
  })
})

test('A place applies on its weekday from its first day up to its last, which is not included', () => {
  const place = weekly('emma', { startDate: '2026-11-24', endDate: '2026-12-08' })
  const days = ['2026-11-17', '2026-11-24', '2026-11-25', '2026-12-01', '2026-12-08']
  expect(days.map((date) => standsOn(place, date))).toEqual([false, true, false, true, false])
  expect(standsOn({ ...place, active: false }, slot.date)).toBe(false)
  expect(standsOn({ ...place, endDate: null }, '2027-11-23')).toBe(true)
})

test('The places of a lesson are those that apply on its day or later, and those at it apply then', () => {
  const [now, later] = [weekly('emma', { endDate: '2026-12-08' }), weekly('tom', { startDate: '2026-12-01' })]
  const others = [
    weekly('ann', { endDate: slot.date }),
    weekly('ben', { active: false }),
    weekly('cy', { dayOfWeek: 4 }),
    weekly('dee', { time: '17:00' }),
    weekly('eve', { type: 'Hack' }),
  ]
  const rows = [...others, now, later]
  expect(rows.filter(isPlaceOf(slot))).toEqual([now, later])
  expect(placesAt({ weekly: rows }, slot)).toEqual([now])
})

test('A lesson is taken off on a day on which it applies', () => {
  const rows = { weekly: [weekly('emma')], removals: [off(null)] }
  expect(isTakenOff(bookOf(rows), slot)).toBe(true)
  expect(isTakenOff(bookOf({ ...rows, weekly: [] }), slot)).toBe(false)
  expect(isTakenOff(bookOf({ ...rows, removals: [off('emma')] }), slot)).toBe(false)
  expect(isTakenOff(bookOf(rows), { ...slot, date: '2026-12-01' })).toBe(false)
})

test('A long name is cut between characters', () => {
  expect(nameInRow(`${'a'.repeat(199)}🐴🐴`)).toBe(`${'a'.repeat(199)}🐴`)
})

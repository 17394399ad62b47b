import { describe, expect, test } from 'vitest'
import { type Book, lessonAt, NEW } from '~/models/schedule/snapshot/book'
import type { PlacesInput } from '~/models/schedule/vocabulary/free'
import { bookOf, guest, lessonRow, marked, refusalOf, slot, weekly } from '../../../../test/week/book'
import { hasPlacesWeekly, setPlaces } from './set-places'

const next = { ...slot, date: '2026-12-01' }
const capacities = new Map([['Group Lesson', 6]])
const set = (rows: Partial<Book>, wish: Partial<PlacesInput>, scope: 'weekly' | 'one-time') => {
  const book = bookOf({ capacities, ...rows })
  const lesson = lessonAt(book, slot)
  if (!lesson) throw new Error('no lesson')
  return setPlaces(book, lesson, { capacity: null, level: null, arena: null, ...wish }, scope)
}
const says = (book: Book, at = slot) => {
  const { capacity, level } = lessonAt(book, at) ?? {}
  return [capacity, level]
}
const usual = { capacity: 4, level: 'novice' as const, arena: 'Indoor' }

describe('Places of one day', () => {
  test('The places of one day are its own, and other weeks keep theirs', () => {
    const book = set({ weekly: [weekly('emma')] }, usual, 'one-time')
    expect([says(book), says(book, next)]).toEqual([
      [4, 'novice'],
      [undefined, undefined],
    ])
  })

  test('The places of one day that differ from the weekly ones are stored in full: any level, no arena, and the type’s places', () => {
    const rows = { weekly: [weekly('emma', usual)] }
    expect(set(rows, {}, 'one-time').oneTimeLessons).toMatchObject([{ capacity: 6, level: 'any', arena: '' }])
    expect(set({ ...rows, capacities: new Map() }, {}, 'one-time').oneTimeLessons).toMatchObject([{ capacity: 0 }])
    expect(set(rows, usual, 'one-time').oneTimeLessons).toEqual([])
    expect(set({ weekly: [weekly('emma')] }, {}, 'one-time').oneTimeLessons).toEqual([])
  })

  test('The places of one day are compared with the weekly lesson on that day', () => {
    const rows = { weekly: [weekly('emma'), weekly('tom', { ...usual, startDate: next.date })] }
    expect(set(rows, {}, 'one-time').oneTimeLessons).toEqual([])
    const other = { weekly: [weekly('emma'), weekly('tom', { ...usual, time: '17:00' })] }
    expect(set(other, {}, 'one-time').oneTimeLessons).toEqual([])
  })

  test('Setting the places of one day keeps its riders and length, and adds nobody who has only a record', () => {
    const rows = { weekly: [weekly('emma', { duration: 45 })], records: [marked('ann', 'present')] }
    const book = set({ ...rows, participants: [guest('tom', { duration: 45 })] }, usual, 'one-time')
    expect(book.participants.map(({ riderId }) => riderId)).toEqual(['tom'])
  })
})

describe('Weekly places', () => {
  test('Weekly places apply from that day on, and the past keeps its own', () => {
    const rows = { weekly: [weekly('emma', { capacity: 5 }), weekly('ann', { time: '17:00' })] }
    const book = set(rows, usual, 'weekly')
    expect([{ ...slot, date: '2026-11-17' }, slot, next].map((day) => says(book, day))).toEqual([
      [5, undefined],
      [4, 'novice'],
      [4, 'novice'],
    ])
    expect(book.weekly).toEqual([
      { ...rows.weekly[0], endDate: slot.date },
      { ...rows.weekly[0], ...usual, id: NEW, startDate: slot.date },
      rows.weekly[1],
    ])
  })

  test('Weekly places change rows that begin then or later directly, and leave those that agree', () => {
    const rows = {
      weekly: [weekly('emma', { startDate: slot.date }), weekly('tom', { startDate: next.date }), weekly('zoe', usual)],
    }
    expect(set(rows, usual, 'weekly').weekly).toEqual([
      { ...rows.weekly[0], ...usual },
      { ...rows.weekly[1], ...usual },
      rows.weekly[2],
    ])
    const none = { weekly: [weekly('emma')] }
    expect(set(none, {}, 'weekly').weekly).toEqual(none.weekly)
    expect(set({ weekly: [weekly('emma', { level: 'novice' })] }, {}, 'weekly').weekly).toHaveLength(2)
    expect(set({ weekly: [weekly('emma', { capacity: 4 })] }, {}, 'weekly').weekly).toHaveLength(2)
  })

  test('Weekly places end a day’s own values', () => {
    const rows = { weekly: [weekly('emma', { startDate: slot.date })], oneTimeLessons: [lessonRow({ capacity: 2 })] }
    expect(set(rows, usual, 'weekly').oneTimeLessons).toEqual([])
  })

  test('Weekly places end only those of a day’s own values that are given', () => {
    const own = { capacity: 2, level: 'novice' as const, arena: 'Outdoor' }
    const book = bookOf({ weekly: [weekly('emma')], oneTimeLessons: [lessonRow({ time: '17:00' }), lessonRow(own)] })
    const placesWith = (wish: Partial<PlacesInput>) => {
      const lesson = lessonAt(book, slot)
      const { capacity, level, arena } = (lesson && lessonAt(setPlaces(book, lesson, wish, 'weekly'), slot)) ?? {}
      return [capacity, level, arena]
    }
    expect(placesWith({ capacity: 5 })).toEqual([5, 'novice', 'Outdoor'])
    expect(placesWith({ level: 'beginner' })).toEqual([2, 'beginner', 'Outdoor'])
    expect(placesWith({ arena: 'Indoor' })).toEqual([2, 'novice', 'Indoor'])
  })

  test('A lesson has its weekly places already if its day and each later week have them', () => {
    const has = (rows: Partial<Book>, wish: Partial<PlacesInput>) => {
      const book = bookOf(rows)
      const lesson = lessonAt(book, slot)
      return lesson && hasPlacesWeekly(book, lesson, wish)
    }
    const rows = { weekly: [weekly('emma', usual), weekly('zoe', { time: '17:00' })] }
    expect([has(rows, usual), has(rows, { capacity: 4 }), has(rows, { capacity: 5 })]).toEqual([true, true, false])
    const later = weekly('tom', { ...usual, capacity: 5, startDate: next.date })
    expect(has({ weekly: [...rows.weekly, later] }, usual)).toBe(false)
    expect(has({ ...rows, oneTimeLessons: [lessonRow({ capacity: 2 })] }, usual)).toBe(false)
  })

  test('Weekly places need a weekly lesson', () => {
    expect(refusalOf(() => set({ participants: [guest('emma')] }, usual, 'weekly'))).toMatchObject({
      field: 'scope',
      message: 'This lesson takes place on this date only',
    })
  })
})

import { expect, test } from 'vitest'
import { freePlaces } from '~/models/schedule/vocabulary/free'
import { bookOf, guest, lessonRow, marked, off, slot, weekly } from '../../../../test/week/book'
import type { Book } from './book'
import { datesOfPlaces, placesIn, seatsIn, whyFull } from './seats'

const capacities = new Map([['Group Lesson', 3]])
const hold = { id: 1, ...slot, weekly: false }
const seats = (rows: Partial<Book>, at = slot) => {
  const book = bookOf({ capacities, ...rows })
  const lesson = { ...at, duration: 60, weekly: true, riders: [] }
  return seatsIn(book, { ...lesson, riders: ridersAt(rows) })
}
const ridersAt = ({ weekly: places = [] }: Partial<Book>) =>
  places.map(({ riderId }) => ({ riderId: riderId ?? '', source: 'weekly' as const }))

test('A rider who called off leaves a place, on that day and at that time alone', () => {
  const places = [weekly('emma'), weekly('tom')]
  const free = (records: Book['records']) => freePlaces(seats({ weekly: places, records }))
  expect(free([])).toBe(1)
  expect(free([marked('emma', 'reschedule')])).toBe(2)
  expect(free([marked('emma', 'absent')])).toBe(2)
  expect(free([marked('emma', 'present')])).toBe(1)
  expect(free([marked('emma', 'absent', { date: '2026-12-01' })])).toBe(1)
  expect(free([marked('emma', 'absent', { time: '17:00' })])).toBe(1)
  expect(free([marked('zoe', 'absent')])).toBe(1)
})

test('Held places are nobody else’s, and a type without a limit has any number', () => {
  expect(seats({ weekly: [weekly('emma')], held: [hold] })).toEqual({ capacity: 3, riding: 1, held: 1 })
  expect(seats({ weekly: [weekly('emma')], capacities: new Map() }).capacity).toBe(null)
})

test('A lesson’s own places override those of its type', () => {
  const lesson = { ...slot, duration: 60, weekly: true, riders: [], capacity: 2, level: 'novice' as const }
  expect(placesIn(bookOf({ capacities }), lesson)).toEqual({ capacity: 2, level: 'novice', arena: null })
})

test('Places differ from the week before on days with rows, and where one becomes held or free', () => {
  const book = bookOf({ weekly: [weekly('emma')], held: [{ ...hold, date: '2026-12-15' }] })
  expect(datesOfPlaces(book)).toEqual([
    ...datesOfPlaces(bookOf({ weekly: [weekly('emma')] })),
    '2026-12-15',
    '2026-12-22',
  ])
})

test('A change that puts more riders into a lesson than there are places says how many places there are', () => {
  const three = [weekly('emma'), weekly('tom'), weekly('zoe')]
  const day = { spans: [{ from: slot.date, weekly: false }], capacities }
  const why = (before: Partial<Book>, after: Partial<Book>) =>
    whyFull(bookOf({ ...day, ...before }), bookOf({ ...day, ...after }))
  expect(why({ weekly: three }, { weekly: three, participants: [guest('ann')] })).toBe('Full: 3 of 3')
  const two = three.slice(0, 2)
  expect(why({ weekly: two }, { weekly: two, participants: [guest('ann')] })).toBe(null)
  expect(why({ weekly: two }, { weekly: two, participants: [guest('ann'), guest('ben')] })).toBe('Only 1 free: 2 of 3')
  const held = [hold]
  expect(why({ weekly: two, held }, { weekly: two, held, participants: [guest('ann')] })).toBe(
    'Full: 2 and 1 held for a family of 3',
  )
  expect(why({}, { participants: ['ann', 'ben', 'cy', 'dee'].map((id) => guest(id)) })).toBe('Only 3 free: 0 of 3')
  // The day is left out only if the change concerns single days.
  const spans = [...day.spans, { from: slot.date, weekly: true }]
  expect(why({ spans, weekly: three }, { spans, weekly: three, participants: [guest('ann')] })).toMatch(/ of 3 at /)
})

test('A change that adds nobody, or removes someone, is not questioned', () => {
  const four = ['emma', 'tom', 'zoe', 'ann'].map((id) => weekly(id))
  const book = bookOf({ weekly: four, capacities })
  expect(whyFull(book, book)).toBe(null)
  expect(whyFull(book, bookOf({ weekly: four, capacities, removals: [off('emma')] }))).toBe(null)
})

test('For a weekly change, the first day that is too full is named', () => {
  const three = ['emma', 'tom', 'zoe'].map((id) => weekly(id))
  const free = { weekly: three, capacities, removals: [off('emma')] }
  const after = { ...free, weekly: [...three, weekly('ann', { startDate: slot.date })] }
  expect(whyFull(bookOf(free), bookOf(after))).toBe(`Full: 3 of 3 at 4:00 PM on Dec 1, 2026`)
  const on = (date: string) => ['ann', 'ben', 'cy', 'dee'].map((id) => guest(id, { date }))
  const later = bookOf({ capacities, oneTimeLessons: [lessonRow({ date: '2026-12-22' })] })
  expect(whyFull(later, { ...later, participants: [...on('2026-12-22'), ...on('2026-12-08')] })).toMatch('Dec 8')
})

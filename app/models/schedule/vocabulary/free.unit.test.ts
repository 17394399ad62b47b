import { expect, test } from 'vitest'
import { formatFreePlaces, formatOverCapacity, freePlaces, hasSamePlaces, placesOf } from './free'

test('A lesson has its ride type’s places unless it has its own, where 0 is no limit', () => {
  expect(placesOf({}, 6)).toEqual({ capacity: 6, level: null, arena: null })
  expect(placesOf({ capacity: null }, 6).capacity).toBe(6)
  expect(placesOf({ capacity: 4 }, 6).capacity).toBe(4)
  expect(placesOf({ capacity: 0 }, 6).capacity).toBe(null)
  expect(placesOf({ capacity: 4 }, null).capacity).toBe(4)
  expect(placesOf({}, null).capacity).toBe(null)
})

test('A lesson for any level is for everyone', () => {
  expect([null, 'any', 'novice'].map((level) => placesOf({ level: level as 'any' | null }, 6).level)).toEqual([
    null,
    null,
    'novice',
  ])
})

test('Riders and held places use up the places of a lesson, which may have no limit', () => {
  expect(freePlaces({ capacity: 6, riding: 3, held: 1 })).toBe(2)
  expect(freePlaces({ capacity: 6, riding: 7, held: 1 })).toBe(-2)
  expect(freePlaces({ capacity: null, riding: 3, held: 1 })).toBe(null)
  expect(formatFreePlaces({ capacity: 6, riding: 4, held: 0 })).toBe('2 free')
  expect(formatFreePlaces({ capacity: 6, riding: 6, held: 0 })).toBe('full')
  expect(formatFreePlaces({ capacity: null, riding: 5, held: 1 })).toBe(null)
})

test('A held place is neither free nor full, and is held for a named rider', () => {
  const held = { capacity: 6, riding: 5, held: 1 }
  expect(formatFreePlaces(held)).toBe('1 held')
  expect(formatFreePlaces({ ...held, riding: 3 })).toBe('1 held, 2 free')
  expect(formatFreePlaces(held, ['Emma Novak'])).toBe('held for Emma Novak')
  expect(formatFreePlaces({ ...held, riding: 3, held: 2 }, ['Emma Novak', 'Ben Li'])).toBe(
    'held for Emma Novak and Ben Li, 1 free',
  )
})

test('More riders than places are shown, with both numbers', () => {
  expect(formatOverCapacity({ capacity: 6, riding: 7, held: 0 })).toBe('7 of 6')
  expect(formatOverCapacity({ capacity: 6, riding: 6, held: 1 })).toBe(null)
  expect(formatOverCapacity({ capacity: null, riding: 7, held: 0 })).toBe(null)
})

test('Rows set the same places if capacity, level, and arena agree; what they do not say is nothing', () => {
  const row = { capacity: 4, level: 'novice' as const, arena: 'Indoor' }
  expect(hasSamePlaces(row, { ...row })).toBe(true)
  for (const other of [{ capacity: 5 }, { level: null }, { arena: 'Outdoor' }])
    expect(hasSamePlaces(row, { ...row, ...other })).toBe(false)
  expect(hasSamePlaces({}, { capacity: null, level: null, arena: null })).toBe(true)
})

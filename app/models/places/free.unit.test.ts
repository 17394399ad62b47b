import { expect, test } from 'vitest'
import { ATTENDANCE } from '~/models/attendance/attendance'
import { freePlaces, placesOf, sayBeyond, sayFree, takesPlace } from './free'

test('Whoever is absent or reschedules leaves the place to somebody else', () => {
  expect(ATTENDANCE.filter((attendance) => takesPlace({ attendance }))).toEqual(['scheduled', 'present', 'makeup'])
  expect(takesPlace({ attendance: null })).toBe(true)
})

test('A lesson has the places of its ride type unless it has its own, of which 0 is no limit', () => {
  expect(placesOf({}, 6)).toEqual({ capacity: 6, level: null })
  expect(placesOf({ capacity: null }, 6).capacity).toBe(6)
  expect(placesOf({ capacity: 4 }, 6).capacity).toBe(4)
  expect(placesOf({ capacity: 0 }, 6).capacity).toBe(null)
  expect(placesOf({ capacity: 4 }, null).capacity).toBe(4)
  expect(placesOf({}, null).capacity).toBe(null)
})

test('A lesson for any level is for everybody', () => {
  expect([null, 'any', 'novice'].map((level) => placesOf({ level: level as 'any' | null }, 6).level)).toEqual([
    null,
    null,
    'novice',
  ])
})

test('Riders and held places take the places of a lesson, which may have no limit', () => {
  expect(freePlaces({ capacity: 6, riding: 3, held: 1 })).toBe(2)
  expect(freePlaces({ capacity: 6, riding: 7, held: 1 })).toBe(-2)
  expect(freePlaces({ capacity: null, riding: 3, held: 1 })).toBe(null)
  expect(sayFree({ capacity: 6, riding: 3, held: 1 })).toBe('2 free')
  expect(sayFree({ capacity: 6, riding: 4, held: 1 })).toBe('1 free')
  expect(sayFree({ capacity: 6, riding: 5, held: 1 })).toBe('full')
  expect(sayFree({ capacity: null, riding: 5, held: 1 })).toBe(null)
})

test('More riders than places are told, as many as places are not', () => {
  expect(sayBeyond({ capacity: 6, riding: 7, held: 0 })).toBe('7 of 6')
  expect(sayBeyond({ capacity: 6, riding: 6, held: 1 })).toBe(null)
  expect(sayBeyond({ capacity: null, riding: 7, held: 0 })).toBe(null)
})

import { expect, test } from 'vitest'
import type { NewPlace, PlaceRow } from '~/models/schedule/snapshot/book'
import { bookOf, weekly } from '../../../../../test/week/book'
import { endPlaces, hasSameTerms, meets, openPlace, ownOf } from './places'

const from = (startDate: string, endDate: string | null = null, change: Partial<PlaceRow> = {}) =>
  weekly('emma', { startDate, endDate, ...change })
const spans = (rows: readonly PlaceRow[]) => rows.map(({ startDate, endDate }) => `${startDate} to ${endDate}`)
/** Returns Emma's places after a place is opened in addition to the given ones. */
const opened = (rows: PlaceRow[], startDate: string, change: Partial<PlaceRow> = {}) => {
  const { id: _, active: __, ...place } = from(startDate, null, change)
  return spans(openPlace(bookOf({ weekly: rows }), place as NewPlace).weekly)
}

test('Two places overlap on the days that both have; where one ends the other may begin', () => {
  const november = from('2026-11-03', '2026-12-01')
  const meetsBoth = (other: PlaceRow) => [meets(november, other), meets(other, november)]
  expect(meetsBoth(from('2026-11-24'))).toEqual([true, true])
  expect(meetsBoth(from('2026-12-01'))).toEqual([false, false])
  expect(meetsBoth(from('2026-10-06', '2026-11-03'))).toEqual([false, false])
  expect(meetsBoth(from('2026-10-06', '2026-11-10'))).toEqual([true, true])
  expect(meets(from('2026-10-06'), from('2027-10-05'))).toBe(true)
})

test('Places end on a day, and those that begin then or later are gone', () => {
  const rows = [from('2026-11-03'), from('2026-11-24'), from('2026-12-01'), weekly('tom')]
  const ended = endPlaces(rows, ({ riderId }) => riderId === 'emma', '2026-11-24')
  expect(spans(ended)).toEqual(['2026-11-03 to 2026-11-24', '2026-11-03 to null'])
})

test('Places agree about their lesson if length, instructor, capacity and level are the same', () => {
  const terms = { duration: 60, instructorId: 'kim', capacity: 4, level: 'novice' as const }
  const others = [{ duration: 30 }, { instructorId: 'lee' }, { capacity: 5 }, { level: 'advanced' as const }]
  expect(hasSameTerms(terms, { ...terms })).toBe(true)
  expect(others.map((other) => hasSameTerms(terms, { ...terms, ...other }))).toEqual([false, false, false, false])
  expect(hasSameTerms({ duration: 60 }, { duration: 60, instructorId: null, capacity: null, level: null })).toBe(true)
})

test('A place is opened in addition to those of other riders, days, times and lessons', () => {
  const others = [
    weekly('tom'),
    from('2026-11-03', null, { dayOfWeek: 3 }),
    from('2026-11-03', null, { time: '17:00' }),
    from('2026-11-03', null, { type: 'Private Lesson' }),
    from('2026-11-03', null, { active: false }),
  ]
  expect(opened(others, '2026-11-24').slice(5)).toEqual(['2026-11-24 to null'])
})

test('A place takes over those of the same rider that it overlaps or follows', () => {
  expect(opened([from('2026-11-03', '2026-11-24')], '2026-11-24')).toEqual(['2026-11-03 to null'])
  expect(opened([from('2026-11-03', '2026-11-17')], '2026-11-24')).toEqual([
    '2026-11-03 to 2026-11-17',
    '2026-11-24 to null',
  ])
  expect(opened([from('2026-12-08')], '2026-11-24')).toEqual(['2026-11-24 to null'])
  expect(opened([from('2026-12-08', '2026-12-22')], '2026-11-24')).toEqual(['2026-11-24 to null'])
  expect(opened([from('2026-11-03', '2026-12-01'), from('2026-12-08')], '2026-11-24')).toEqual(['2026-11-03 to null'])
})

test('A place that ends takes over those up to its end, and ends with the last of them', () => {
  const endsAt = (endDate: string, rows: PlaceRow[]) => opened(rows, '2026-11-24', { endDate })
  expect(endsAt('2026-12-08', [from('2026-12-08', '2026-12-22')])).toEqual(['2026-11-24 to 2026-12-22'])
  expect(endsAt('2026-12-08', [from('2026-11-03', '2026-12-01')])).toEqual(['2026-11-03 to 2026-12-08'])
  expect(endsAt('2026-12-08', [from('2026-12-15')])).toEqual(['2026-12-15 to null', '2026-11-24 to 2026-12-08'])
})

test('Where the lesson differs, the place ends as that begins', () => {
  const long = (startDate: string) => from(startDate, null, { duration: 90 })
  expect(opened([long('2026-12-22'), long('2026-12-08')], '2026-11-24').at(-1)).toBe('2026-11-24 to 2026-12-08')
  expect(opened([from('2026-11-03', '2026-11-24', { duration: 90 })], '2026-11-24').at(-1)).toBe('2026-11-24 to null')
  expect(opened([weekly('tom', { startDate: '2026-12-08' }), long('2026-12-15')], '2026-11-24').at(-1)).toBe(
    '2026-11-24 to 2026-12-15',
  )
})

test('A lesson has the capacity, the level and the arena of the newest place that sets each', () => {
  const old = from('2026-11-03', null, { capacity: 4, level: 'novice', arena: 'Indoor' })
  expect(ownOf([])).toEqual({ capacity: null, level: null, arena: null })
  expect(ownOf([old, from('2026-11-10', null, { capacity: 5, level: null })])).toEqual({
    capacity: 5,
    level: 'novice',
    arena: 'Indoor',
  })
  expect(ownOf([from('2026-11-10', null, { capacity: 0 }), old])).toEqual({
    capacity: 0,
    level: 'novice',
    arena: 'Indoor',
  })
})

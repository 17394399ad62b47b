import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  addDays,
  addMonths,
  dayInZone,
  dayOfWeek,
  isLocalDate,
  isoWeek,
  monthEnd,
  monthRange,
  startOfDayInZone,
  weekDays,
} from './dates'

const day = fc
  .date({ min: new Date('2020-01-01T12:00Z'), max: new Date('2040-12-31T12:00Z'), noInvalidDate: true })
  .map((date) => date.toISOString().slice(0, 10))

describe('days', () => {
  test.each([
    ['2026-02-29', false],
    ['2028-02-29', true],
    ['2026-13-01', false],
    ['2026-1-1', false],
    ['2000-01-01', true],
    ['2199-12-31', true],
    ['1999-12-31', false],
    ['2200-01-01', false],
    ['9999-12-31', false],
    ['2026-11-31', false],
    ['', false],
  ])('The day %s exists: %s', (text, exists) => expect(isLocalDate(text)).toBe(exists))

  test('Going forward and back by the same number of days ends on the same day', () => {
    fc.assert(
      fc.property(day, fc.integer({ min: -800, max: 800 }), (start, n) => addDays(addDays(start, n), -n) === start),
    )
  })

  test('A month ends on its last day', () => {
    expect(addMonths('2026-01-31', 1)).toBe('2026-02-28')
    expect(monthEnd('2028-02-10')).toBe('2028-02-29')
    expect(monthRange(2026, 12)).toEqual({ from: '2026-12-01', to: '2026-12-31' })
  })

  test('A week has seven days and begins on Monday', () => {
    fc.assert(
      fc.property(day, (start) => {
        const week = weekDays(start)
        expect(week.map(dayOfWeek)).toEqual([1, 2, 3, 4, 5, 6, 0])
        expect(week).toContain(start)
      }),
    )
  })
})

describe('the school’s zone', () => {
  const zone = 'America/New_York'

  test('The zone decides what day it is', () => {
    expect(dayInZone(zone, new Date('2026-11-21T03:00Z'))).toBe('2026-11-20')
    expect(dayInZone('Asia/Tokyo', new Date('2026-11-20T16:00Z'))).toBe('2026-11-21')
  })

  test.each([
    ['2026-03-08', '2026-03-08T05:00:00.000Z'],
    ['2026-03-09', '2026-03-09T04:00:00.000Z'],
    ['2026-11-01', '2026-11-01T04:00:00.000Z'],
    ['2026-11-02', '2026-11-02T05:00:00.000Z'],
  ])('The day %s begins at %s, around both changes of the clock', (start, instant) => {
    expect(startOfDayInZone(start, zone).toISOString()).toBe(instant)
  })

  test('The instant at which a day begins is on that day', () => {
    fc.assert(
      fc.property(
        day,
        fc.constantFrom('America/New_York', 'Europe/Berlin', 'Australia/Sydney', 'UTC'),
        (start, place) => {
          const begin = startOfDayInZone(start, place)
          expect(dayInZone(place, begin)).toBe(start)
          expect(dayInZone(place, new Date(begin.getTime() - 1000))).toBe(addDays(start, -1))
        },
      ),
    )
  })
})

describe('weeks of ISO 8601', () => {
  test.each([
    ['2026-01-01', 2026, 1],
    ['2027-01-03', 2026, 53],
    ['2024-12-30', 2025, 1],
    ['2026-11-22', 2026, 47],
  ])('%s is in week %i/%i', (text, year, week) => expect(isoWeek(text)).toEqual({ year, week }))
})

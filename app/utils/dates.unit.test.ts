import fc from 'fast-check'
import { afterEach, describe, expect, test } from 'vitest'
import {
  addDays,
  addMonths,
  dayInZone,
  dayOfWeek,
  daysBetween,
  formatComing,
  formatDayFrom,
  isLocalDate,
  isoWeek,
  monthEnd,
  monthRange,
  nameOfZone,
  startOfDayInZone,
  weekDays,
  weekStart,
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

describe('The school’s time zone', () => {
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

describe('ISO 8601 weeks', () => {
  test.each([
    ['2026-01-01', 2026, 1],
    ['2027-01-03', 2026, 53],
    ['2024-12-30', 2025, 1],
    ['2026-11-22', 2026, 47],
  ])('%s is in week %i/%i', (text, year, week) => expect(isoWeek(text)).toEqual({ year, week }))
})

/** The same arithmetic by hand, as before date-fns was used. */
const byHand = {
  date: (day: string) => new Date(`${day}T12:00:00Z`),
  day: (date: Date) => date.toISOString().slice(0, 10),
  addDays(day: string, count: number) {
    return this.day(new Date(this.date(day).getTime() + count * 86_400_000))
  },
  monthEnd(day: string) {
    return this.day(new Date(Date.UTC(Number(day.slice(0, 4)), Number(day.slice(5, 7)), 0)))
  },
  addMonths(day: string, count: number) {
    const first = this.day(new Date(Date.UTC(Number(day.slice(0, 4)), Number(day.slice(5, 7)) - 1 + count, 1)))
    const last = this.monthEnd(first)
    return day.slice(8) < last.slice(8) ? first.slice(0, 8) + day.slice(8) : last
  },
  weekStart(day: string) {
    return this.addDays(day, -((this.date(day).getUTCDay() + 6) % 7))
  },
  isoWeek(day: string) {
    const thursday = this.addDays(this.weekStart(day), 3)
    const year = Number(thursday.slice(0, 4))
    return { year, week: 1 + Math.floor((this.date(thursday).getTime() - Date.UTC(year, 0, 1)) / (7 * 86_400_000)) }
  },
}

describe('Days are the same in every time zone of the machine', () => {
  const home = process.env.TZ
  afterEach(() => {
    if (home === undefined) delete process.env.TZ
    else process.env.TZ = home
  })

  const anyDay = fc
    .date({ min: new Date('1900-01-01T12:00Z'), max: new Date('2199-12-31T12:00Z'), noInvalidDate: true })
    .map((date) => date.toISOString().slice(0, 10))

  // Zones whose clocks change at midnight, and one with a missing day: Samoa skipped 2011-12-30.
  test.each(['UTC', 'America/New_York', 'America/Sao_Paulo', 'Pacific/Apia'])('in %s', (zone) => {
    process.env.TZ = zone
    expect(addDays('2011-12-29', 1)).toBe('2011-12-30')
    fc.assert(
      fc.property(anyDay, anyDay, fc.integer({ min: -2000, max: 2000 }), (one, other, n) => {
        expect(addDays(one, n)).toBe(byHand.addDays(one, n))
        expect(addMonths(one, n)).toBe(byHand.addMonths(one, n))
        expect(daysBetween(one, other)).toBe(
          Math.round((byHand.date(other).getTime() - byHand.date(one).getTime()) / 86_400_000),
        )
        expect(weekStart(one)).toBe(byHand.weekStart(one))
        expect(isoWeek(one)).toEqual(byHand.isoWeek(one))
        expect(monthEnd(one)).toBe(byHand.monthEnd(one))
      }),
      { numRuns: 500 },
    )
  })
})

test.each([
  ['2026-11-26', 'Nov 26'],
  ['2027-11-25', 'Nov 25'],
  ['2027-11-26', 'Nov 26, 2027'],
  ['2026-11-25', 'Nov 25, 2026'],
])('On Nov 26, 2026 the day %s is called %s', (day, name) => {
  expect(formatDayFrom('2026-11-26', day)).toBe(name)
})

test('A future day shows its year from twelve months on, and a past day always', () => {
  expect(
    ['2026-11-26', '2027-11-25', '2027-11-26', '2026-11-25'].map((day) => formatComing('2026-11-26', day)),
  ).toEqual(['Thursday, Nov 26', 'Thursday, Nov 25', 'Friday, Nov 26, 2027', 'Wednesday, Nov 25, 2026'])
})

test.each([
  ['America/New_York', 'Eastern Time (New York)'],
  ['America/Indiana/Indianapolis', 'Eastern Time (Indianapolis)'],
  ['Europe/Berlin', 'Central European Time (Berlin)'],
  ['UTC', 'UTC'],
])('The zone %s is named %s', (zone, name) => {
  expect(nameOfZone(zone)).toBe(name)
})

import { expect, test } from 'vitest'
import type { RideCounts } from '~/models/schedule/rides/ride-counts'
import { NO_END } from '~/models/vocabulary/makeup'
import { formatBooking, formatContents, saidCounts } from './say-counts'

const counts = (more: Partial<RideCounts> = {}): RideCounts => ({
  bought: 0,
  over: 0,
  ...{ ridden: 0, missed: 0, booked: 0, madeUp: 0, toBook: 0, spare: 0, expired: 0 },
  ...more,
})
const none = { lessons: counts(), privateLessons: counts(), makeups: counts(), hacks: counts(), horseUse: counts() }
const said = (more: Partial<typeof none>) =>
  saidCounts({ ...none, ...more }).map(({ bought, fates, over }) => [bought, fates, over])

test('What a month holds is said in one breath', () => {
  expect(formatContents({ lessons: 4, makeups: 1, hacks: 2 })).toBe('4 lessons, 1 makeup, and 2 hacks')
  expect(formatContents({ lessons: 0 })).toBe('')
})

test('What has no time yet is said with its month', () => {
  expect(formatBooking({ lessons: 1 }, 'November')).toBe("1 lesson in November isn't booked yet")
  expect(formatBooking({ lessons: 1, hacks: 2 }, 'November')).toBe("1 lesson and 2 hacks in November aren't booked yet")
})

test('Ridden, booked and to book are always said, the rest where there is some', () => {
  expect(said({ lessons: counts({ bought: 4, toBook: 4 }) })).toEqual([
    ['4 lessons', '0 ridden · 0 booked · 4 to book', ''],
  ])
  expect(said({ hacks: counts({ bought: 1, ridden: 1, missed: 1, over: 1 }) })).toEqual([
    ['1 hack', '1 ridden · 1 missed (it counts) · 0 booked · 0 to book', '1 more than you bought'],
  ])
  expect(
    said({ lessons: counts({ bought: 4, booked: 3, madeUp: 1 }), makeups: counts({ bought: 1, toBook: 1 }) }),
  ).toEqual([
    ['4 lessons', '0 ridden · 3 booked · 1 moved to a makeup · 0 to book', ''],
    ['1 makeup', '1 to book', ''],
  ])
})

test('A makeup that no lesson needs and horse use have words of their own', () => {
  expect(
    said({ makeups: counts({ bought: 1, spare: 1 }), horseUse: counts({ bought: 2, ridden: 1, toBook: 1 }) }),
  ).toEqual([
    ['1 makeup', '1 if you cancel in time', ''],
    ['2 horse use', '1 used · 1 to use', ''],
  ])
})

test('The last day of a makeup is said where it is counted, the first of several', () => {
  const makeups = (toBook: number, ...days: string[]) =>
    saidCounts(
      { ...none, makeups: counts({ bought: 2, toBook, spare: 2 - toBook }) },
      days.map((until) => ({ until })),
    ).map(({ fates }) => fates)
  expect(makeups(1, '2026-12-24')).toEqual(['1 to book by Dec 24 · 1 if you cancel in time'])
  expect(makeups(2, '2026-12-24', '2026-12-31')).toEqual(['2 to book, the first by Dec 24'])
  expect(makeups(1, NO_END)).toEqual(['1 to book · 1 if you cancel in time'])
})

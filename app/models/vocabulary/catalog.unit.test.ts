import { expect, test } from 'vitest'
import { paceOf } from './catalog'

test('A package of several lessons shows the price of one and lessons per week, unless its price includes hacks', () => {
  const pace = (price: number, lessonsPerMonth: number, privateLessonsPerMonth = 0, hacksPerMonth = 0) =>
    paceOf({ price, lessonsPerMonth, privateLessonsPerMonth, makeupLessons: 2, hacksPerMonth })
  expect(pace(22_000, 4)).toBe('$55 a lesson · once a week')
  expect(pace(64_000, 0, 8)).toBe('$80 a lesson · twice a week')
  expect(pace(10_001, 2)).toBe('$50.01 a lesson · every other week')
  expect(pace(20_000, 3)).toBe('$66.67 a lesson')
  expect(pace(30_000, 2, 2)).toBe('$75 a lesson · once a week')
  expect(pace(30_000, 4, 0, 2)).toBe('once a week')
  expect([pace(6_000, 1), pace(9_000, 0, 0, 2)]).toEqual(['', ''])
})

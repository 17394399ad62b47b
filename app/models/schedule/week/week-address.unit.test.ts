import { expect, test } from 'vitest'
import { shownWeek } from './week-address'

const today = '2026-11-20'
const shown = (query: string, lessonDay?: string) => shownWeek(new URLSearchParams(query), lessonDay, today)

test.each([
  ['', undefined, '2026-11-16', '2026-11-20'],
  ['week=2026-11-23', undefined, '2026-11-23', '2026-11-23'],
  ['week=2026-11-26', undefined, '2026-11-23', '2026-11-26'],
  ['week=2026-11-23&day=2026-11-28', undefined, '2026-11-23', '2026-11-28'],
  ['week=2026-11-23&day=2026-12-28', undefined, '2026-11-23', '2026-11-23'],
  ['day=2026-12-28', undefined, '2026-12-28', '2026-12-28'],
  ['week=2026-02-30', undefined, '2026-11-16', '2026-11-20'],
  ['week=0001-01-01', undefined, '2026-11-16', '2026-11-20'],
  ['', '2026-12-02', '2026-11-30', '2026-12-02'],
  ['', '2026-02-30', '2026-11-16', '2026-11-20'],
  ['week=2026-12-28&day=2027-01-03', undefined, '2026-12-28', '2027-01-03'],
])('The address ?%s with the lesson of %s shows the week %s and the day %s', (query, lessonDay, week, day) => {
  expect(shown(query, lessonDay)).toEqual({ week, day })
})

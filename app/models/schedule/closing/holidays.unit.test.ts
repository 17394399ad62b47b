import { expect, test } from 'vitest'
import { usualHolidays } from './holidays'

test('The holidays of 2027 fall on the days of the official calendar', () => {
  expect(usualHolidays('2027-01-01', '2027-12-31').map(({ date, name }) => `${date} ${name}`)).toEqual([
    '2027-01-01 New Year’s Day',
    '2027-01-18 Martin Luther King Jr. Day',
    '2027-02-15 Presidents’ Day',
    '2027-05-31 Memorial Day',
    '2027-06-19 Juneteenth',
    '2027-07-04 Independence Day',
    '2027-09-06 Labor Day',
    '2027-10-11 Columbus Day',
    '2027-11-11 Veterans Day',
    '2027-11-25 Thanksgiving',
    '2027-11-26 Day after Thanksgiving',
    '2027-12-24 Christmas Eve',
    '2027-12-25 Christmas',
    '2027-12-31 New Year’s Eve',
  ])
})

test('A year that begins today goes on into the next one, both ends included', () => {
  const names = usualHolidays('2026-11-26', '2027-01-01').map(({ date }) => date)
  expect(names).toEqual(['2026-11-26', '2026-11-27', '2026-12-24', '2026-12-25', '2026-12-31', '2027-01-01'])
  expect(usualHolidays('2026-11-12', '2026-11-25')).toEqual([])
})

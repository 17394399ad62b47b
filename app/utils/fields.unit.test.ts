import { expect, test } from 'vitest'
import { dayWith } from './fields'

const day = dayWith('Choose a day that exists', 'Choose a day')

test.each([
  '2026-11-30',
  ' 2026-11-30 ',
  '2026-11-30T12:00:00.000Z',
  '2026-11-30T12:00:00Z',
  '2026-11-30T12:00',
  '2026-11-30T23:30:00-05:00',
  '2026-11-30T12:00:00.000+0100',
])('%j is the day before its T', (text) => {
  expect(day.parse(text)).toBe('2026-11-30')
})

test.each(['2026-11-31', '2026-11-31T12:00:00Z', '2026-11-30T', '2026-11-30 12:00', '30.11.2026', 'soon', ''])(
  '%j is no day',
  (text) => {
    expect(day.safeParse(text).error?.issues[0]?.message).toBe('Choose a day that exists')
  },
)

test('Without a text the day is asked for', () => {
  expect(day.safeParse(undefined).error?.issues[0]?.message).toBe('Choose a day')
})

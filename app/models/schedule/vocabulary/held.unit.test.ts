import { expect, test } from 'vitest'
import { slot } from '../../../../test/week/book'
import { heldAt } from './held'

const once = { ...slot, weekly: false }
const every = { ...slot, weekly: true }

test.each([
  ['on its date', '2026-11-24', 2],
  ['a week later, where the weekly one alone is', '2026-12-01', 1],
  ['a week before', '2026-11-17', 0],
  ['on another weekday', '2026-11-25', 0],
])('Held places: %s', (_, date, count) => {
  expect(heldAt([once, every], { ...slot, date })).toHaveLength(count)
})

test('A held place counts only for its own time and type', () => {
  expect(heldAt([once, every], { ...slot, time: '17:00' })).toEqual([])
  expect(heldAt([once, every], { ...slot, type: 'Private Lesson' })).toEqual([])
})

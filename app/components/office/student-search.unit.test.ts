import { expect, test } from 'vitest'
import { searchIn, withSearch } from './student-search'

test('A form is sent to the address with the search, or to the plain one without', () => {
  expect(withSearch('/add', '')).toBe('/add')
  expect(withSearch('/add', 'Zoë & Leo')).toBe('/add?search=Zo%C3%AB+%26+Leo')
  const address = withSearch('/add?day=2026-11-23', 'leo')
  expect(address).toBe('/add?day=2026-11-23&search=leo')
  expect(searchIn(new URL(address, 'https://stirrup.example').searchParams)).toBe('leo')
})

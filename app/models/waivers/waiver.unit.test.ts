import { expect, test } from 'vitest'
import { isFullName } from './waiver'

const signer = { firstName: 'Ruth', lastName: 'Woźniak' }

test.each([
  ['Ruth Woźniak', true],
  ['R. Woźniak', true],
  ["Pat O'Neil", true],
  ['Ruth', false],
  ["O'Neil", false],
  ['Ruth .', false],
  ['王小明', true],
  ['김철수', true],
  ['สมชาย', true],
  ['محمد علي', true],
])('A full name has a first and a last name, or is in a writing without spaces: %s', (typed, isFull) => {
  expect(isFullName(typed, signer)).toBe(isFull)
})

test.each([
  ['Cher', null],
  ['Cher', 'Cher'],
  ['Cher', '-'],
  [null, 'Cher'],
])('Whoever has one name in the account signs with it: %s %s', (firstName, lastName) => {
  expect(isFullName('cher', { firstName, lastName })).toBe(true)
  expect(isFullName('Sonny', { firstName, lastName })).toBe(false)
})

test('An account without a name makes nothing of a single word', () => {
  expect(isFullName('Cher', { firstName: null, lastName: '' })).toBe(false)
})

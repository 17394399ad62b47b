import { expect, test } from 'vitest'
import { Chance } from './chance'

const rolls = (seed: number, index: number) => {
  const chance = new Chance(seed, index)
  return Array.from({ length: 20 }, () => chance.below(1_000))
}

test('An input has the same choices each time, and its neighbors have others', () => {
  expect(rolls(7, 3)).toEqual(rolls(7, 3))
  expect(rolls(7, 3)).not.toEqual(rolls(7, 4))
  expect(rolls(7, 3)).not.toEqual(rolls(8, 3))
})

test('A weight of zero is never chosen', () => {
  const chance = new Chance(1, 1)
  const chosen = new Set(Array.from({ length: 500 }, () => chance.weighted({ often: 3, seldom: 1, never: 0 })))
  expect(chosen).toEqual(new Set(['often', 'seldom']))
})

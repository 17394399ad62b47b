import { expect, test } from 'vitest'
import { Pairs } from './pairs'

test('What is tried again and again and never accepted is named, also if there was nothing to do it with', () => {
  const pairs = new Pairs()
  for (const outcome of ['idle', 'refused', 'idle'] as const) pairs.count('erase', outcome)
  for (const outcome of ['refused', 'refused', 'accepted'] as const) pairs.count('merge', outcome)
  pairs.count('import', 'refused')
  expect(pairs.inVain(3)).toEqual(['erase'])
  expect(pairs.inVain(4)).toEqual([])
})

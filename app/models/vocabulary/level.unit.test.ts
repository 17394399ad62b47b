import { expect, test } from 'vitest'
import { levelFits, levelLabel, levelOf } from './level'

test('A lesson accepts riders of its level, and one for any level everyone', () => {
  expect([levelFits(null, null), levelFits(null, 'novice'), levelFits('novice', 'novice')]).toEqual(
    Array(3).fill('fits'),
  )
  expect(levelFits('novice', 'advanced')).toBe('level_mismatch')
  expect(levelFits('novice', null)).toBe('level_missing')
})

test('A level is one of four', () => {
  expect(['beginner', 'novice', 'intermediate', 'advanced', 'expert', null].map(levelOf)).toEqual([
    'beginner',
    'novice',
    'intermediate',
    'advanced',
    null,
    null,
  ])
  expect(levelLabel('novice')).toBe('Novice')
})

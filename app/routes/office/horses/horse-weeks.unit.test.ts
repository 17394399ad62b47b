import { createElement } from 'react'
import { expect, test } from 'vitest'
import { rendered } from '../../../../test/rendered'
import { HorseWeeks } from './horse-weeks'

test('A horse’s name leads to its workload, its year, and its care', async () => {
  const limits = { dayLimit: 0, weekLimit: 0, dayLimits: [], gapMinutes: 0, maxWeightLb: null, minLevel: null }
  const row = { id: 7, name: 'Apollo', isActive: true, rest: null, coat: null, days: [], total: 0, ...limits }
  const html = await rendered(() =>
    createElement(HorseWeeks, { from: '2026-10-05', days: 56, horses: [], rows: [row] }),
  )
  expect(html).toMatch(/<a [^>]*href="\/horses\/workload\?horse=7"/)
})

import { expect, test } from 'vitest'
import { overlaps } from './overlap'

test('Two lessons overlap unless one ends before the other begins, or as it begins', () => {
  const ride = { time: '16:00', duration: 60 }
  const meets = (time: string, duration = 30) => [
    overlaps(ride, { time, duration }),
    overlaps({ time, duration }, ride),
  ]
  expect([meets('15:30'), meets('17:00')]).toEqual([
    [false, false],
    [false, false],
  ])
  expect([meets('15:31'), meets('16:59'), meets('16:00'), meets('15:00', 180)].flat()).toEqual(Array(8).fill(true))
})

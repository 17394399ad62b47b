import { describe, expect, test } from 'vitest'
import { countRidden, ribbonsByRider, ribbonsOf } from './ribbon'

const rides = (riderId: string, count: number, attendance = 'present') =>
  Array.from({ length: count }, () => ({ riderId, rider: riderId, attendance }))

describe('ribbons', () => {
  test.each([
    [0, []],
    [9, []],
    [10, [10]],
    [24, [10]],
    [25, [10, 25]],
    [99, [10, 25, 50]],
    [100, [10, 25, 50, 100]],
    [1000, [10, 25, 50, 100]],
  ])('after %i rides: %j', (ridden, ribbons) => {
    expect(ribbonsOf(ridden)).toEqual(ribbons)
  })

  test('a ride counts that took place, a makeup too; an absence, a canceled ride, and a coming one do not', () => {
    expect(
      ['present', 'makeup', 'absent', 'reschedule', 'scheduled'].map((one) => countRidden(rides('Ada', 3, one))),
    ).toEqual([3, 3, 0, 0, 0])
  })

  test('each rider of a family has their own, and who has none is not named', () => {
    const family = [...rides('Finn', 10), ...rides('Ada', 9), ...rides('Ada', 16, 'makeup'), ...rides('Riley', 9)]
    expect(ribbonsByRider(family)).toEqual([
      { riderId: 'Ada', rider: 'Ada', ribbons: [10, 25] },
      { riderId: 'Finn', rider: 'Finn', ribbons: [10] },
    ])
  })
})

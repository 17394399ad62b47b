import { expect, test } from 'vitest'
import { paths } from '~/utils/paths'
import { CALLS, rideAddress } from './addresses'

const ride = { date: '2026-11-28', time: '16:00', type: 'Hack/Trail', riderId: 'emma 1' }

test('The addresses of rides on both sheets are those of their pages', () => {
  const [office, taught] = [
    paths.lessonRider(ride, ride.riderId, { back: 'sheet' }),
    paths.taughtRide(ride, ride.riderId),
  ]
  expect([rideAddress('/admin/day', ride), rideAddress('/teaching', ride)]).toEqual([office, taught])
})

test('The sheets are those that the school has', () => {
  expect(Object.keys(CALLS)).toEqual([paths.daySheet(), paths.teaching()])
})

import { expect, test } from 'vitest'
import { paths } from '~/utils/paths'
import { CALLS, rideAddress, rideAt } from './addresses'

const ride = { date: '2026-11-28', time: '16:00', type: 'Hack/Trail', riderId: 'emma 1' }
const parts = [ride.date, ride.time, ride.type, ride.riderId]

test('The addresses of rides on both sheets are parsed and built alike', () => {
  const [office, taught] = [
    paths.lessonRider(ride, ride.riderId, { back: 'sheet' }),
    paths.taughtRide(ride, ride.riderId),
  ]
  expect([rideAt(office), rideAt(taught)]).toEqual([parts, parts])
  expect([rideAddress('/admin/day', ride), rideAddress('/teaching', ride)]).toEqual([office, taught])
  expect(rideAt(paths.teaching({ date: ride.date }))).toEqual([])
})

test('The sheets are those that the school has', () => {
  expect(Object.keys(CALLS)).toEqual([paths.daySheet(), paths.teaching()])
})

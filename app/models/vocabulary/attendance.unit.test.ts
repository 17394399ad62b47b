import { expect, test } from 'vitest'
import { ATTENDANCE, isAway } from './attendance'

test('A rider who is absent or reschedules frees the place and the horse for others', () => {
  expect(ATTENDANCE.filter((attendance) => isAway({ attendance }))).toEqual(['absent', 'reschedule'])
  expect(isAway({ attendance: null })).toBe(false)
})

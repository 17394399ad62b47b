import { expect, test } from 'vitest'
import { ATTENDANCE, isAway } from './attendance'

test('A rider who is absent or reschedules leaves the place and the horse to others', () => {
  expect(ATTENDANCE.filter((attendance) => isAway({ attendance }))).toEqual(['absent', 'reschedule'])
  expect(isAway({ attendance: null })).toBe(false)
})

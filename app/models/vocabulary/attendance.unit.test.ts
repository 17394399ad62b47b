import { expect, test } from 'vitest'
import { isAway } from '~/models/vocabulary/away'
import { ATTENDANCE } from './attendance'

test('A rider who is absent or reschedules frees the place and the horse for others', () => {
  expect(ATTENDANCE.filter((attendance) => isAway({ attendance }))).toEqual(['absent', 'reschedule'])
  expect(isAway({ attendance: null })).toBe(false)
})

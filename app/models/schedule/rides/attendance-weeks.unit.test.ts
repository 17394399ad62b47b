import { expect, test } from 'vitest'
import { attendanceWeeks } from './attendance-weeks'

test('Rides are grouped into the twelve weeks that end with this one, in the order of their days', () => {
  const ride = (date: string, attendance: string) => ({ date, attendance })
  const rides = [
    ride('2026-11-20', 'absent'),
    ride('2026-11-16', 'present'),
    ride('2026-09-06', 'present'),
    ride('2026-08-30', 'present'),
    ride('2026-12-01', 'absent'),
  ]
  const weeks = attendanceWeeks(rides, '2026-11-21')
  expect(weeks).toHaveLength(12)
  expect(weeks[0]).toEqual({ monday: '2026-08-31', marks: ['present'] })
  expect(weeks[11]).toEqual({ monday: '2026-11-16', marks: ['present', 'absent'] })
  expect(weeks.flatMap(({ marks }) => marks)).toHaveLength(3)
})

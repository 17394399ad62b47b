import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { addDays } from '~/utils/dates'
import { formatHours, type Work, workloadOf } from './workload'

const NOTHING = { resting: null, fewer: 0, limit: 0 }
const loadOf = (work: Work[], from: string, to: string) => workloadOf(work, from, to, () => NOTHING)

const ride = (date: string, time = '09:00', duration = 60): Work => ({
  date,
  time,
  duration,
  type: 'Group Lesson',
  rider: 'Emma Stone',
  overReason: null,
  overBy: null,
  otherWorkId: null,
})

describe('The workload of a horse', () => {
  test('Each day has its rides in order of time, and a day without one is a rest day', () => {
    const load = loadOf(
      [ride('2026-11-03', '16:00', 45), ride('2026-11-01'), ride('2026-11-03')],
      '2026-11-01',
      '2026-11-04',
    )
    expect(load.days.map(({ date, work, minutes }) => [date, work.map(({ time }) => time), minutes])).toEqual([
      ['2026-11-01', ['09:00'], 60],
      ['2026-11-02', [], 0],
      ['2026-11-03', ['09:00', '16:00'], 105],
      ['2026-11-04', [], 0],
    ])
    expect(load).toMatchObject({ rides: 3, minutes: 165, restDays: 2, longestRun: 1 })
  })

  test('Days in a row end with a rest day, also when the clocks change', () => {
    const days = ['2026-10-30', '2026-10-31', '2026-11-01', '2026-11-02', '2026-11-04']
    const load = loadOf(
      days.map((day) => ride(day)),
      '2026-10-30',
      '2026-11-04',
    )
    expect(load).toMatchObject({ longestRun: 4, restDays: 1 })
  })

  test('Work outside of the days is left out', () => {
    expect(loadOf([ride('2026-10-31'), ride('2026-11-02')], '2026-11-01', '2026-11-01')).toMatchObject({
      rides: 0,
      restDays: 1,
    })
  })

  test('Days worked and rest days are all days, and every minute is in one of them', () => {
    const work = fc.array(
      fc
        .record({ day: fc.integer({ min: 0, max: 40 }), duration: fc.constantFrom(30, 45, 60, 90) })
        .map(({ day, duration }) => ride(addDays('2026-02-20', day), '10:00', duration)),
    )
    fc.assert(
      fc.property(work, (rides) => {
        const load = loadOf(rides, '2026-02-20', addDays('2026-02-20', 40))
        expect(load.days.filter(({ work }) => work.length > 0).length + load.restDays).toBe(41)
        expect(load.minutes).toBe(rides.reduce((sum, { duration }) => sum + duration, 0))
        expect(load.longestRun).toBeLessThanOrEqual(41 - load.restDays)
      }),
    )
  })
})

test('Minutes read as hours', () => {
  expect([0, 45, 60, 165].map(formatHours)).toEqual(['0:00', '0:45', '1:00', '2:45'])
})

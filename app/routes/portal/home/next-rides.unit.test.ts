import { expect, test } from 'vitest'
import { nextRidesOf } from './next-rides'

const today = '2026-11-25'
const ride = (riderId: string, date: string, attendance = 'scheduled', time = '16:00') => ({
  riderId,
  rider: riderId,
  date,
  time,
  type: 'Group Lesson',
  duration: 60,
  attendance,
  horseAssignment: 'Bella',
  instructor: 'TBD',
  instructorId: null,
  source: 'weekly' as const,
})
const found = (...rides: ReturnType<typeof ride>[]) => nextRidesOf(rides, { date: today, time: '16:00' })
const shown = (...rides: ReturnType<typeof ride>[]) =>
  found(...rides).next.map(({ riderId, date }) => `${riderId} ${date.slice(5)}`)

test('The next rides are those of seven days and all until the next one of each rider, so that none between them is hidden', () => {
  const rides = [
    ride('ada', '2026-11-26'),
    ride('finn', '2026-12-01'),
    ride('ada', '2026-12-03'),
    ride('riley', '2026-12-15'),
    ride('finn', '2026-12-16'),
  ]
  expect(shown(...rides)).toEqual(['ada 11-26', 'finn 12-01', 'ada 12-03', 'riley 12-15'])
  expect(found(...rides).more).toBe(1)
})

test('There are three at least, however late', () => {
  const rides = ['2026-11-26', '2026-12-03', '2026-12-10', '2026-12-17'].map((day) => ride('ada', day))
  expect(shown(...rides)).toEqual(['ada 11-26', 'ada 12-03', 'ada 12-10'])
  expect(found(...rides.slice(0, 2))).toEqual({ next: rides.slice(0, 2), more: 0 })
})

test('A ride that was called off is not one of them', () => {
  expect(shown(ride('ada', '2026-11-26', 'reschedule'), ride('ada', '2026-12-03'))).toEqual(['ada 12-03'])
})

test('A ride that has begun is no longer one of them', () => {
  const rides = [ride('ada', today), ride('finn', today, 'scheduled', '16:01'), ride('ada', '2026-12-15')]
  expect(shown(...rides)).toEqual(['finn 11-25', 'ada 12-15'])
})

test('A family of many sees six', () => {
  const rides = Array.from({ length: 9 }, (_, i) => ride(`kid ${i}`, '2026-11-26'))
  expect([shown(...rides).length, found(...rides).more]).toEqual([6, 3])
})

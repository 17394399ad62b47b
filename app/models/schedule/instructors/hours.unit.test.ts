import { expect, test } from 'vitest'
import { decimalHours, hoursOf, NO_ONE } from './hours'

const zoe = { id: 'z', name: 'Zoe Lind' }
const ann = { id: 'a', name: 'Ann Fox' }
const riders = (...attendance: string[]) => attendance.map((one) => ({ attendance: one }))

test('Hours are of the lessons to which someone comes, by name, those of no instructor last', () => {
  const lessons = [
    { date: '2026-11-02', duration: 60, instructor: zoe, riders: riders('present', 'absent') },
    { date: '2026-11-02', duration: 45, instructor: null, riders: riders('scheduled') },
    { date: '2026-11-03', duration: 30, instructor: zoe, riders: riders('scheduled', 'makeup') },
    { date: '2026-11-03', duration: 60, instructor: zoe, riders: riders('absent', 'reschedule') },
    { date: '2026-11-04', duration: 60, instructor: zoe, riders: [] },
    { date: '2026-11-04', duration: 90, instructor: ann, riders: riders('scheduled') },
  ]
  expect(hoursOf(lessons, '2026-11-03')).toEqual([
    { ...ann, lessons: 1, minutes: 90, rides: 1, ahead: 90 },
    { ...zoe, lessons: 2, minutes: 90, rides: 3, ahead: 30 },
    { id: null, name: NO_ONE, lessons: 1, minutes: 45, rides: 1, ahead: 0 },
  ])
  expect([0, 45, 50, 90, 600].map(decimalHours)).toEqual(['0', '0.75', '0.83', '1.5', '10'])
})

import { expect, test } from 'vitest'
import type { Ride } from '~/models/schedule/vocabulary/ride'
import { type PackageOfMonth, portalMonth, toBookOf } from './portal-month'

const today = '2026-11-20'
const COUNTERS = new Map([
  ['Group Lesson', 'lessons' as const],
  ['Hack', 'hacks' as const],
])

const ride = (date: string, attendance = 'scheduled', type = 'Group Lesson'): Ride => ({
  date,
  time: '16:00',
  type,
  duration: 60,
  attendance,
  horseAssignment: 'Not assigned',
  instructor: 'TBD',
  instructorId: null,
  source: 'weekly',
})

const bought = { privateLessons: 0, makeups: 1, horseUse: 0, clearing: false, from: '2026-11-01', to: '2026-11-30' }

function month(rides: Ride[], { lessons = 4, hacks = 0, packages = [] as PackageOfMonth[], day = today } = {}) {
  const recorded = rides.map((one, id) => ({
    id,
    date: one.date,
    counter: COUNTERS.get(one.type) ?? null,
    attendance: one.attendance === 'scheduled' ? null : one.attendance,
    isMakeup: one.isMakeup ?? false,
  }))
  const rows = { grants: [{ ...bought, lessons, hacks }], rides: recorded, adjustments: [], renewals: [], makeups: [] }
  return portalMonth(day, today, { rides, counters: COUNTERS, packages, rows })
}

test('A month of four lessons of which nothing is booked has four to book', () => {
  expect(month([])).toMatchObject({ counts: { lessons: { bought: 4, toBook: 4 } } })
})

test('A ride that is used, booked or not recorded yet is not counted as left to book', () => {
  const rides = [ride('2026-11-03', 'present'), ride('2026-11-17'), ride('2026-11-24')]
  expect(toBookOf(month(rides, { hacks: 2 }))).toEqual({ lessons: 1, privateLessons: 0, hacks: 2 })
  expect(month([...rides, ride('2026-11-25', 'scheduled', 'Hack')], { hacks: 2 }).counts.hacks).toMatchObject({
    booked: 1,
    toBook: 1,
  })
})

test('More rides than lessons leave nothing to book', () => {
  const tuesdays = ['03', '10', '17', '24'].map((day) => ride(`2026-11-${day}`))
  expect(month(tuesdays, { lessons: 3 }).counts.lessons).toMatchObject({ booked: 4, toBook: 0, over: 1 })
})

test('A month lists the packages that are valid for it, each once', () => {
  const packages = [
    { name: 'Package 1', from: '2026-11-03', to: '2026-11-30' },
    { name: 'Package 1', from: '2026-11-09', to: '2026-11-30' },
    { name: 'Package 2', from: '2026-12-01', to: '2026-12-31' },
  ]
  expect(month([], { packages }).packages).toEqual(['Package 1'])
  expect(month([], { packages, day: '2026-12-01' }).packages).toEqual(['Package 2'])
})

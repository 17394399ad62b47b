import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { Adjustment, AllowanceRows } from '~/models/allowance/allowance'
import type { MakeupOf } from '~/models/allowance/makeups'
import type { Ride } from '~/models/schedule/vocabulary/ride'
import { COUNTERS, type RideTypeCounter } from '~/models/vocabulary/counters'
import { portalMonth } from './portal-month'
import { FATES } from './ride-counts'

const TODAY = '2026-11-20'
const TYPES = ['Group Lesson', 'Hack', 'Pony Camp'] as const
const COUNTER_OF = new Map<string, RideTypeCounter | null>([
  ['Group Lesson', 'lessons'],
  ['Hack', 'hacks'],
  ['Pony Camp', null],
])

const day = fc.integer({ min: 1, max: 61 }).map((n) => new Date(Date.UTC(2026, 9, 15 + n)).toISOString().slice(0, 10))
const type = fc.constantFrom(...TYPES)
const rides = fc.array(
  fc.record({
    date: day,
    type,
    attendance: fc.constantFrom('scheduled', 'present', 'absent', 'makeup', 'reschedule'),
    isMakeup: fc.boolean(),
  }),
  { maxLength: 14 },
)
const grants = fc.array(
  fc.record({
    lessons: fc.nat(8),
    hacks: fc.nat(3),
    privateLessons: fc.nat(1),
    makeups: fc.nat(2),
    horseUse: fc.nat(2),
  }),
  { maxLength: 2 },
)
const adjustments = fc.array(
  fc.record({ counter: fc.constantFrom('lessons', 'hacks', 'makeups'), delta: fc.integer({ min: -3, max: 3 }) }),
  {
    maxLength: 2,
  },
)
const makeups = fc.array(
  fc.record({
    why: fc.constantFrom('absence', 'closed', 'office'),
    date: fc.option(day),
    from: day,
    until: day,
    type: fc.constantFrom('Group Lesson', 'Hack'),
    revoked: fc.boolean(),
    bookedDate: fc.option(day),
  }),
  { maxLength: 4 },
)

const shownRide = ({
  isMakeup,
  ...ride
}: Pick<Ride, 'date' | 'type' | 'attendance'> & { isMakeup?: boolean }): Ride => ({
  ...ride,
  ...(isMakeup && { isMakeup }),
  time: '16:00',
  duration: 60,
  horseAssignment: 'Not assigned',
  instructor: 'TBD',
  instructorId: null,
  source: 'weekly',
})

function monthOf(shown: Ride[], rows: Partial<AllowanceRows>) {
  const recorded = shown.map(({ date, attendance, isMakeup = false, type: name }, id) => ({
    id,
    date,
    isMakeup,
    counter: COUNTER_OF.get(name) ?? null,
    attendance: attendance === 'scheduled' ? null : attendance,
  }))
  return portalMonth('2026-11-01', TODAY, {
    rides: shown,
    counters: COUNTER_OF,
    packages: [],
    rows: { grants: [], adjustments: [], renewals: [], makeups: [], rides: recorded, ...rows },
  })
}

const NOVEMBER = { from: '2026-11-01', to: '2026-11-30', clearing: false }
const bought = { ...NOVEMBER, lessons: 4, privateLessons: 0, hacks: 0, makeups: 1, horseUse: 0 }
const makeup = (more: Partial<MakeupOf> = {}): MakeupOf => ({
  id: 1,
  why: 'absence',
  date: '2026-11-24',
  time: '16:00',
  reason: '',
  type: 'Group Lesson',
  from: '2026-11-20',
  until: '2026-12-24',
  revoked: false,
  bookedDate: null,
  bookedTime: null,
  bookedType: null,
  attendance: null,
  ...more,
})

test('In any month, the outcomes of rides add up to what was bought, plus what goes over it', () => {
  fc.assert(
    fc.property(rides, grants, adjustments, makeups, (random, given, changed, made) => {
      const { counts, allowance } = monthOf(random.map(shownRide), {
        grants: given.map((grant) => ({ ...NOVEMBER, ...grant })),
        adjustments: changed.map((row) => ({ ...row, year: 2026, month: 11, rideIds: [] })) as Adjustment[],
        makeups: made.map((row, id) => makeup({ ...row, id } as Partial<MakeupOf>)),
      })
      for (const { key } of COUNTERS) {
        const sum = FATES.reduce((total, fate) => total + counts[key][fate], 0)
        expect(sum).toBe(counts[key].bought + counts[key].over)
        expect(counts[key].bought).toBe(allowance[key].allowed)
        expect(counts[key].ridden + counts[key].missed).toBe(allowance[key].used)
        expect(Math.min(...FATES.map((fate) => counts[key][fate]))).toBeGreaterThanOrEqual(0)
      }
    }),
  )
})

test('Four lessons with one called off in time and three booked are three booked and one makeup to book', () => {
  const rides = ['23', '24', '25'].map((date) =>
    shownRide({ date: `2026-11-${date}`, type: 'Group Lesson', attendance: 'scheduled' }),
  )
  const { counts, openMakeups } = monthOf(rides, { grants: [bought], makeups: [makeup()] })
  expect(counts.lessons).toMatchObject({ bought: 4, ridden: 0, booked: 3, madeUp: 1, toBook: 0, over: 0 })
  expect(counts.makeups).toMatchObject({ bought: 1, toBook: 1, spare: 0 })
  expect(openMakeups.map(({ until }) => until)).toEqual(['2026-12-24'])
})

test('An absence counts as missed, an unneeded makeup is spare, and one past its last day has expired', () => {
  const absent = shownRide({ date: '2026-11-03', type: 'Group Lesson', attendance: 'absent' })
  const quiet = monthOf([absent], { grants: [bought] })
  expect(quiet.counts.lessons).toMatchObject({ ridden: 0, missed: 1, toBook: 3 })
  expect(quiet.counts.makeups).toMatchObject({ bought: 1, spare: 1 })
  const late = monthOf([], { grants: [bought], makeups: [makeup({ date: '2026-11-03', until: '2026-11-19' })] })
  expect(late.counts.makeups).toMatchObject({ toBook: 0, expired: 1, spare: 0 })
  expect(late.openMakeups).toEqual([])
})

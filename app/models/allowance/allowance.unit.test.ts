import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { addDays } from '~/utils/dates'
import {
  allowanceOfMonth,
  allowedAnew,
  type CountedRide,
  counterOf,
  type GrantRow,
  looseMakeups,
  monthsOf,
} from './allowance'

const november = { year: 2026, month: 11 }
const grant = (change: Partial<GrantRow> = {}): GrantRow => ({
  from: '2026-11-20',
  to: '2026-11-30',
  clearing: false,
  lessons: 4,
  privateLessons: 0,
  makeups: 1,
  hacks: 2,
  horseUse: 0,
  ...change,
})
const ride = (attendance: string | null, change: Partial<CountedRide> = {}): CountedRide => ({
  id: 1,
  date: '2026-11-24',
  counter: 'lessons',
  attendance,
  isMakeup: false,
  ...change,
})
const nothing = { grants: [], rides: [], adjustments: [], renewals: [], makeups: [] }

describe('The allowance of a month', () => {
  test('Every grant that touches the month adds to its allowance', () => {
    const grants = [
      grant(),
      grant({ lessons: 8, makeups: 2, hacks: 0 }),
      grant({ from: '2026-10-01', to: '2026-10-31' }),
      grant({ from: '2026-12-01', to: '2026-12-31' }),
    ]
    expect(allowanceOfMonth(november, { ...nothing, grants })).toEqual({
      ...november,
      lessons: { used: 0, allowed: 12 },
      privateLessons: { used: 0, allowed: 0 },
      makeups: { used: 0, allowed: 3 },
      hacks: { used: 0, allowed: 2 },
      horseUse: { used: 0, allowed: 0 },
      absences: 0,
      makeupsReserved: 0,
      clearing: false,
      renews: false,
    })
  })

  test.each([
    ['present', { lessons: 1, makeups: 0, absences: 0, reserved: 0 }],
    ['absent', { lessons: 1, makeups: 0, absences: 1, reserved: 0 }],
    ['makeup', { lessons: 0, makeups: 1, absences: 0, reserved: 0 }],
    ['reschedule', { lessons: 0, makeups: 0, absences: 0, reserved: 0 }],
    ['scheduled', { lessons: 0, makeups: 0, absences: 0, reserved: 0 }],
    [null, { lessons: 0, makeups: 0, absences: 0, reserved: 0 }],
  ])('A ride marked %s uses the right counter', (attendance, expected) => {
    const month = allowanceOfMonth(november, { ...nothing, rides: [ride(attendance)] })
    expect({
      lessons: month.lessons.used,
      makeups: month.makeups.used,
      absences: month.absences,
      reserved: month.makeupsReserved,
    }).toEqual(expected)
  })

  test('A ride uses the counter of its type, or none if the type is logged only', () => {
    const rides = [
      ride('present', { counter: 'private_lessons' }),
      ride('present', { counter: 'hacks' }),
      ride('absent', { counter: 'horse_use' }),
      ride('present', { counter: null }),
    ]
    const month = allowanceOfMonth(november, { ...nothing, rides })
    expect([month.lessons, month.privateLessons, month.hacks, month.horseUse].map((counter) => counter.used)).toEqual([
      0, 1, 1, 1,
    ])
    expect(counterOf(month, 'private_lessons')).toEqual({ used: 1, allowed: 0 })
    expect(counterOf(month, null)).toBeNull()
  })

  test('Use beyond the allowance is shown, and adjustments of the month count', () => {
    const rides = Array.from({ length: 5 }, (_, i) => ride('present', { date: `2026-11-0${i + 1}` }))
    const adjustments = [
      { ...november, counter: 'lessons' as const, delta: 2, rideIds: [] },
      { ...november, counter: 'makeups' as const, delta: 1, rideIds: [] },
      { year: 2026, month: 10, counter: 'lessons' as const, delta: 9, rideIds: [] },
      { year: 2025, month: 11, counter: 'lessons' as const, delta: 17, rideIds: [] },
      { ...november, counter: 'hacks' as const, delta: -3, rideIds: [] },
    ]
    const month = allowanceOfMonth(november, { ...nothing, grants: [grant()], rides, adjustments })
    expect(month.lessons).toEqual({ used: 7, allowed: 4 })
    expect(month.makeups).toEqual({ used: 1, allowed: 1 })
    expect(month.hacks).toEqual({ used: 0, allowed: 2 })
  })

  test('A ride that an adjustment canceled no longer counts, whatever it is marked later', () => {
    const adjustments = [{ ...november, counter: 'lessons' as const, delta: -2, rideIds: [1, 2] }]
    const used = (...marks: string[]) =>
      allowanceOfMonth(november, { ...nothing, rides: marks.map((mark, i) => ride(mark, { id: i + 1 })), adjustments })
    expect(used('present', 'present').lessons.used).toBe(0)
    expect(used('scheduled', 'present', 'present').lessons.used).toBe(1)
    expect(used('makeup', 'absent', 'present')).toMatchObject({
      lessons: { used: 1 },
      makeups: { used: 0 },
      absences: 1,
    })
  })

  test('A grant ends with its month, and a bank payment that still clears is shown', () => {
    const rows = { ...nothing, grants: [grant({ clearing: true })], rides: [ride('present')] }
    expect(allowanceOfMonth(november, rows).clearing).toBe(true)
    expect(allowanceOfMonth({ year: 2026, month: 12 }, rows)).toMatchObject({
      lessons: { used: 0, allowed: 0 },
      clearing: false,
    })
  })
})

describe('The edges of a month', () => {
  test('A grant that begins on its last day or ends on its first counts', () => {
    const grants = [
      grant({ lessons: 1, from: '2026-11-30', to: '2026-12-31', clearing: true }),
      grant({ lessons: 3, from: '2026-10-02', to: '2026-11-01' }),
      grant({ lessons: 7, from: '2026-12-01', to: '2026-12-31' }),
      grant({ lessons: 11, from: '2026-10-02', to: '2026-10-31' }),
    ]
    expect(allowanceOfMonth(november, { ...nothing, grants })).toMatchObject({
      lessons: { allowed: 4 },
      clearing: true,
    })
    const clearing = [grant({ from: '2026-12-01', to: '2026-12-31', clearing: true })]
    expect(allowanceOfMonth(november, { ...nothing, grants: clearing }).clearing).toBe(false)
  })

  test('A subscription that ends on its first day still renews it', () => {
    const renews = (until: string) =>
      allowanceOfMonth(november, { ...nothing, renewals: [{ from: '2026-11-01', until, makeups: 0 }] }).renews
    expect(['2026-10-31', '2026-11-01'].map(renews)).toEqual([false, true])
  })

  test('Rides of other months and of the year before do not use it', () => {
    const rides = ['2025-11-24', '2026-10-31', '2026-12-01', '2026-11-01', '2026-11-30'].map((date, id) =>
      ride('absent', { id, date }),
    )
    expect(allowanceOfMonth(november, { ...nothing, rides })).toMatchObject({ lessons: { used: 2 }, absences: 2 })
  })

  test('What a month newly allows is all of a counter except the makeups that an earlier month allowed', () => {
    const month = allowanceOfMonth(november, { ...nothing, grants: [grant({ lessons: 5, makeups: 3 })] })
    expect([allowedAnew(month, 'lessons'), allowedAnew(month, 'makeups')]).toEqual([5, 3])
  })
})

describe('The allowance of a month after any sequence of marks', () => {
  const marks = fc.constantFrom('present', 'absent', 'makeup', 'reschedule', 'scheduled')
  const rideNumber = fc.integer({ min: 0, max: 9 })

  test('Only the last mark of each ride counts', () => {
    fc.assert(
      fc.property(fc.array(fc.tuple(rideNumber, marks), { maxLength: 60 }), (sequence) => {
        const ledger = new Map<number, CountedRide>()
        for (const [n, mark] of sequence) ledger.set(n, ride(mark, { date: addDays('2026-11-01', n) }))
        const last = [...ledger.values()].map((entry) => entry.attendance)
        const month = allowanceOfMonth(november, { ...nothing, rides: [...ledger.values()] })
        const count = (...of: string[]) => last.filter((mark) => mark !== null && of.includes(mark)).length
        expect(month.lessons.used).toBe(count('present', 'absent'))
        expect(month.absences).toBe(count('absent'))
        expect(month.makeups.used).toBe(count('makeup'))
      }),
    )
  })

  test('Marking a ride present, absent and present again uses one lesson', () => {
    fc.assert(
      fc.property(fc.array(marks, { maxLength: 20 }), (others) => {
        const rides = others.map((mark, i) => ride(mark, { date: addDays('2026-11-01', i) }))
        const marked = (mark: string) => allowanceOfMonth(november, { ...nothing, rides: [...rides, ride(mark)] })
        const once = marked('present')
        expect(marked('absent').lessons.used).toBe(once.lessons.used)
        expect(marked('present')).toEqual(once)
      }),
    )
  })
})

test('A ride that was booked as a makeup uses that, whether the rider comes or not', () => {
  for (const [attendance, absences] of [
    ['present', 0],
    ['makeup', 0],
    ['absent', 1],
  ] as const) {
    const month = allowanceOfMonth(november, { ...nothing, rides: [ride(attendance, { isMakeup: true })] })
    expect(month).toMatchObject({ lessons: { used: 0 }, makeups: { used: 1 }, absences })
  }
})

describe('The makeups that absences of a month can still give', () => {
  const absence = (date: string) => ({
    id: 1,
    why: 'absence' as const,
    date,
    time: '16:00',
    type: 'Group Lesson',
    reason: 'Rescheduled',
    from: date,
    until: date,
    revoked: false,
    bookedDate: null,
    bookedTime: null,
    bookedType: null,
    attendance: null,
  })

  test('Each absence takes one of the package, and so does a ride that was marked as a makeup without one', () => {
    const grants = [grant({ makeups: 2 })]
    expect(looseMakeups(november, { ...nothing, grants })).toBe(2)
    expect(looseMakeups(november, { ...nothing, grants, makeups: [absence('2026-11-24')] })).toBe(1)
    for (const [date, left] of [
      ['2026-10-31', 2],
      ['2026-11-01', 1],
      ['2026-11-30', 1],
      ['2026-12-01', 2],
      [null, 2],
    ] as const) {
      const makeups = [{ ...absence('2026-11-24'), date }]
      expect(looseMakeups(november, { ...nothing, grants, makeups })).toBe(left)
    }
    const closed = { ...absence('2026-11-24'), why: 'closed' as const }
    expect(looseMakeups(november, { ...nothing, grants, makeups: [closed] })).toBe(2)
    expect(looseMakeups(november, { ...nothing, grants, rides: [ride('makeup')] })).toBe(1)
    expect(looseMakeups(november, { ...nothing, grants, rides: [ride('makeup', { isMakeup: true })] })).toBe(2)
    expect(looseMakeups(november, nothing)).toBe(0)
  })

  test('A month that a subscription will renew has what it will bring', () => {
    const renewals = [{ from: '2026-12-01', until: '2026-12-31', makeups: 2 }]
    expect(looseMakeups({ year: 2026, month: 12 }, { ...nothing, renewals })).toBe(2)
    expect(looseMakeups({ year: 2027, month: 1 }, { ...nothing, renewals })).toBe(0)
    expect(looseMakeups(november, { ...nothing, renewals })).toBe(0)
  })
})

test('A range over the end of a year has the right months', () => {
  expect(monthsOf({ from: '2026-11-30', to: '2027-01-03' })).toEqual([
    { year: 2026, month: 11 },
    { year: 2026, month: 12 },
    { year: 2027, month: 1 },
  ])
})

import { describe, expect, test } from 'vitest'
import { allowanceOfMonth } from './allowance'
import { type CoveredRide, type CoverRide, coversOf, coverWord } from './cover'

const ride = (date: string, attendance = 'scheduled', change: Partial<CoverRide> = {}): CoverRide => ({
  riderId: 'emma',
  date,
  time: '16:00',
  counter: 'lessons',
  attendance,
  isMakeup: false,
  ...change,
})
const grant = (lessons: number, change = {}) => ({
  from: '2026-12-01',
  to: '2026-12-31',
  clearing: false,
  lessons,
  privateLessons: 0,
  makeups: 0,
  hacks: 0,
  horseUse: 0,
  ...change,
})

/** Returns the covers of December's rides, with so many lessons allowed. */
function covers(rides: CoverRide[], { allowed = 0, makeups = 0, renews = false } = {}) {
  const recorded = rides.map(({ date, counter, attendance, isMakeup }, id) => ({
    id,
    date,
    counter,
    attendance,
    isMakeup,
  }))
  const month = allowanceOfMonth(
    { year: 2026, month: 12 },
    {
      grants: allowed || makeups ? [grant(allowed, { makeups })] : [],
      rides: recorded,
      adjustments: [],
      renewals: renews ? [{ from: '2026-12-01', until: null, makeups: 0 }] : [],
      makeups: [],
    },
  )
  return coversOf(rides, () => month)
}

describe('Whether a ride is covered', () => {
  test('A scheduled ride that would exceed what is left is flagged before it is marked', () => {
    const rides = [ride('2026-12-01', 'present'), ride('2026-12-08'), ride('2026-12-15')]
    expect(covers(rides, { allowed: 2 })).toEqual(['covered', 'covered', 'over'])
    expect(covers([...rides].reverse(), { allowed: 2 })).toEqual(['over', 'covered', 'covered'])
    expect(covers(rides, { allowed: 3 })).toEqual(['covered', 'covered', 'covered'])
  })

  test('A ride in a coming month renews with the subscription, and without one it has no allowance', () => {
    const rides = [ride('2026-12-01'), ride('2026-12-08', 'absent')]
    expect(covers(rides, { renews: true })).toEqual(['renews', 'renews'])
    expect(covers(rides)).toEqual(['none', 'none'])
  })

  test('More marked rides than are allowed are over', () => {
    const rides = [ride('2026-12-01', 'present'), ride('2026-12-08', 'absent')]
    expect(covers(rides, { allowed: 1 })).toEqual(['over', 'over'])
  })

  test('A ride that uses nothing is never flagged, and does not affect other rides', () => {
    const rides = [
      ride('2026-12-01', 'reschedule'),
      ride('2026-12-02', 'scheduled', { counter: null }),
      ride('2026-12-03', 'scheduled', { riderId: 'tom' }),
      ride('2026-12-04'),
    ]
    expect(covers(rides, { allowed: 1 })).toEqual(['covered', 'covered', 'covered', 'covered'])
  })

  test('Of two rides on one day the later one goes over', () => {
    const [morning, noon, evening] = ['09:00', '12:30', '18:15'].map((time) =>
      ride('2026-12-01', 'scheduled', { time }),
    ) as [CoverRide, CoverRide, CoverRide]
    expect(covers([morning, noon, evening], { allowed: 2 })).toEqual(['covered', 'covered', 'over'])
    expect(covers([evening, morning, noon], { allowed: 2 })).toEqual(['over', 'covered', 'covered'])
    expect(covers([noon, evening, morning], { allowed: 1 })).toEqual(['over', 'over', 'covered'])
    const nextDay = ride('2026-12-02', 'scheduled', { time: '08:00' })
    expect(covers([nextDay, evening], { allowed: 1 })).toEqual(['over', 'covered'])
    expect(covers([evening, nextDay], { allowed: 1 })).toEqual(['covered', 'over'])
  })

  test('A ride that the office canceled is not flagged in a month without an allowance', () => {
    const month = allowanceOfMonth(
      { year: 2026, month: 12 },
      {
        grants: [],
        rides: [{ id: 1, date: '2026-12-01', counter: 'lessons', attendance: 'present', isMakeup: false }],
        adjustments: [{ year: 2026, month: 12, counter: 'lessons', delta: -1, rideIds: [1] }],
        renewals: [],
        makeups: [],
      },
    )
    expect(coversOf([ride('2026-12-01', 'present')], () => month)).toEqual(['covered'])
  })

  test('A makeup ride needs a makeup', () => {
    expect(covers([ride('2026-12-01', 'makeup')], { allowed: 4, makeups: 1 })).toEqual(['covered'])
    expect(covers([ride('2026-12-01', 'makeup')], { allowed: 4 })).toEqual(['none'])
    expect(covers([ride('2026-12-01', 'scheduled', { isMakeup: true }), ride('2026-12-08')], { allowed: 1 })).toEqual([
      'covered',
      'covered',
    ])
  })
})

describe('The note on a ride’s card', () => {
  const of = (change: Partial<CoveredRide>, today = '2026-12-10') =>
    coverWord({ date: '2026-12-15', attendance: 'scheduled', ...change }, today)

  test('An unmarked ride says that it goes over, and a marked one by how many', () => {
    expect(of({ cover: 'over', used: 4, allowed: 4 })).toEqual({ word: 'goes over', due: true })
    expect(of({ cover: 'over', attendance: 'present', used: 5, allowed: 4 })).toEqual({ word: '1 over', due: true })
    expect(of({ cover: 'none' })).toEqual({ word: 'not paid', due: true })
    expect(of({})).toEqual({ word: null, due: false })
  })

  test('Nobody has to act on a month that has not begun, nor on a past one', () => {
    expect(of({ cover: 'renews' }, '2026-11-30')).toEqual({ word: 'renews Dec 1', due: false })
    expect(of({ cover: 'none' }, '2026-11-30')).toEqual({ word: 'not paid yet', due: false })
    expect(of({ cover: 'over' }, '2026-11-30').due).toBe(false)
    expect(of({ cover: 'none' }, '2027-01-01')).toEqual({ word: 'not paid', due: false })
    expect(of({ cover: 'none' }, '2026-12-01')).toEqual({ word: 'not paid', due: true })
  })
})

test('A subscription renews the months from its next period on, up to its last day', () => {
  const renews = (month: number, until: string | null) =>
    allowanceOfMonth(
      { year: 2026, month },
      { grants: [], rides: [], adjustments: [], renewals: [{ from: '2026-11-01', until, makeups: 0 }], makeups: [] },
    ).renews
  expect([10, 11, 12].map((month) => renews(month, null))).toEqual([false, true, true])
  expect([10, 11, 12].map((month) => renews(month, '2026-11-30'))).toEqual([false, true, false])
  expect(renews(11, '2026-10-31')).toBe(false)
})

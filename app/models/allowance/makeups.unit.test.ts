import fc from 'fast-check'
import { expect, test } from 'vitest'
import { addDays, monthEnd, monthRange } from '~/utils/dates'
import { type AllowanceRows, allowanceOfMonth, allowedAnew, monthsOf } from './allowance'
import { isAddedAnew, type MakeupOf, makeupsOfMonth } from './makeups'

const MONTHS = monthsOf({ from: '2026-09-01', to: '2027-02-28' })

const makeup = (change: Partial<MakeupOf>): MakeupOf => ({
  id: 1,
  why: 'closed',
  date: '2026-09-21',
  time: '16:00',
  type: 'Group Lesson',
  reason: 'Snow',
  from: '2026-09-21',
  until: '2026-10-31',
  revoked: false,
  bookedDate: null,
  bookedTime: null,
  bookedType: null,
  attendance: null,
  ...change,
})

/** Returns a rider's rows with a package of so many makeups in each month. */
const rowsOf = (makeups: MakeupOf[], own = 1): AllowanceRows => ({
  grants: MONTHS.map(({ year, month }) => ({
    ...monthRange(year, month),
    clearing: false,
    lessons: 0,
    privateLessons: 0,
    hacks: 0,
    horseUse: 0,
    makeups: own,
  })),
  makeups,
  rides: makeups
    .filter(({ bookedDate }) => bookedDate)
    .map(({ bookedDate, attendance }, id) => ({
      id,
      date: bookedDate ?? '',
      counter: 'lessons' as const,
      attendance,
      isMakeup: true,
    })),
  adjustments: [],
  renewals: [],
})
const allowed = (makeups: MakeupOf[], own = 1) =>
  MONTHS.slice(0, 4).map((month) => allowanceOfMonth(month, rowsOf(makeups, own)).makeups.allowed)

test('A makeup for a canceled ride is allowed in its month and the next one, and in no other', () => {
  expect(allowed([makeup({})])).toEqual([2, 2, 1, 1])
  expect(allowanceOfMonth({ year: 2026, month: 10 }, rowsOf([makeup({})])).makeupsGiven).toEqual([makeup({})])
})

test('A booked makeup is allowed only in the month of its ride', () => {
  expect(allowed([makeup({ bookedDate: '2026-10-06' })])).toEqual([1, 2, 1, 1])
  expect(allowed([makeup({ bookedDate: '2026-11-03' })])).toEqual([1, 1, 2, 1])
})

test('A makeup for an absence is one of the package, and moves to the month in which it is ridden', () => {
  const absence = { why: 'absence' as const, until: '2026-10-21' }
  expect(allowed([makeup(absence)])).toEqual([1, 2, 1, 1])
  expect(allowed([makeup({ ...absence, bookedDate: '2026-09-28' })])).toEqual([1, 1, 1, 1])
  expect(allowed([makeup({ ...absence, bookedDate: '2026-10-06' })])).toEqual([0, 2, 1, 1])
  expect(allowed([makeup({ ...absence, bookedDate: '2026-10-06' })], 0)).toEqual([0, 1, 0, 0])
})

test('A makeup that the office withdrew is no longer allowed', () => {
  expect(allowed([makeup({ revoked: true })])).toEqual([1, 1, 1, 1])
  expect(allowed([makeup({ why: 'absence', revoked: true })])).toEqual([0, 1, 1, 1])
})

test('A rescheduled ride reserves a makeup until that is ridden', () => {
  const reserved = (change: Partial<MakeupOf>) =>
    makeupsOfMonth([makeup({ why: 'absence', ...change })], monthRange(2026, 9)).reserved
  expect(reserved({})).toBe(1)
  expect(reserved({ bookedDate: '2026-10-06' })).toBe(1)
  expect(reserved({ bookedDate: '2026-10-06', attendance: 'makeup' })).toBe(0)
  expect(reserved({ bookedDate: '2026-10-06', attendance: 'absent' })).toBe(0)
  expect(reserved({ revoked: true })).toBe(0)
  expect(reserved({ why: 'closed' })).toBe(0)
  expect(reserved({ date: '2026-10-01' })).toBe(0)
})

test('A year counts each makeup once, whatever becomes of it', () => {
  const day = fc.integer({ min: 0, max: 120 }).map((n) => addDays('2026-09-01', n))
  const any = fc.record({
    why: fc.constantFrom('closed' as const, 'absence' as const, 'office' as const),
    date: day,
    holds: fc.integer({ min: 0, max: 60 }),
    ridden: fc.option(day),
    mark: fc.constantFrom(null, 'makeup', 'absent'),
  })
  fc.assert(
    fc.property(fc.array(any, { maxLength: 12 }), (all) => {
      const makeups = all.map(({ why, date, holds, ridden, mark }, id) =>
        makeup({
          id,
          why,
          date,
          from: date,
          until: addDays(date, holds),
          bookedDate: ridden,
          attendance: ridden ? mark : null,
        }),
      )
      const own = makeups.filter(({ why }) => why === 'absence').length
      const months = MONTHS.map((month) => allowanceOfMonth(month, rowsOf(makeups, own)))
      const sum = months.reduce((total, month) => total + allowedAnew(month, 'makeups'), 0)
      expect(sum).toBe(own * MONTHS.length + makeups.length - own)
      const used = months.reduce((total, month) => total + month.makeups.used, 0)
      expect(used).toBe(makeups.filter(({ bookedDate, attendance }) => bookedDate && attendance).length)
      for (const month of months) expect(month.makeups.used).toBeLessThanOrEqual(month.makeups.allowed)
    }),
  )
})

test('The months of a makeup end with it', () => {
  expect(makeupsOfMonth([makeup({ until: monthEnd('2026-11-01') })], monthRange(2026, 12)).added).toEqual([])
})

test('A makeup counts in the month of its last day, and those that expire first come first', () => {
  const makeups = [
    makeup({ id: 3, until: '2026-12-24' }),
    makeup({ id: 7, until: '2026-12-01' }),
    makeup({ id: 2, until: '2026-12-24' }),
    makeup({ id: 5, until: '2026-12-09' }),
    makeup({ id: 4, until: '2026-11-30' }),
  ]
  expect(makeupsOfMonth(makeups, monthRange(2026, 12)).added.map(({ id }) => id)).toEqual([7, 5, 2, 3])
})

test('A makeup of the package is counted in the month of its ride, and no longer in its own', () => {
  const moved = makeup({ why: 'absence', bookedDate: '2026-10-06' })
  const [september, october] = [9, 10].map((month) => allowanceOfMonth({ year: 2026, month }, rowsOf([moved])))
  expect(september?.makeupsTaken).toEqual([moved])
  expect(october).not.toHaveProperty('makeupsTaken')
  expect(september).not.toHaveProperty('makeupsGiven')
})

test.each([
  ['closed', '2026-10-01', null, true],
  ['closed', '2026-09-30', null, false],
  ['office', '2026-10-31', null, true],
  ['absence', '2026-10-01', null, false],
  ['absence', '2026-10-01', '2026-10-06', true],
  ['closed', '2026-09-30', '2026-10-06', true],
] as const)('A makeup (%s) from %s, booked on %s, is new in October: %s', (why, from, bookedDate, isNew) => {
  expect(isAddedAnew(makeup({ why, from, bookedDate }), '2026-10-01')).toBe(isNew)
})

import { expect, test } from 'vitest'
import { isOnSale, listed, type Offered } from './offered'

const lesson = (date: string, more: Partial<Offered> = {}): Offered => ({
  date,
  time: '16:00',
  type: 'Group Lesson',
  duration: 60,
  instructor: null,
  level: null,
  arena: null,
  free: 2,
  weekly: true,
  canBook: true,
  canMakeUp: false,
  renews: false,
  waits: false,
  isLate: false,
  stays: false,
  ...more,
})
const days = Array.from({ length: 7 }, (_, i) => `2026-11-2${i + 1}`)
const datesOf = (lessons: Offered[]) => lessons.map(({ date }) => date)

test('Before a day is chosen, the first five that a rider can have are listed; full ones and what is to be bought stand behind a line each', () => {
  const full = lesson('2026-11-20', { free: 0 })
  const unpaid = lesson('2026-11-20', { type: 'Hack', canBook: false })
  const list = listed([full, unpaid, ...days.map((day) => lesson(day))], null, false)
  expect(datesOf(list.lessons)).toEqual(days.slice(0, 5))
  expect(list).toMatchObject({
    more: 2,
    full: [full],
    toBuy: [{ month: '2026-11-01', renews: false, types: ['Hack'] }],
  })
})

test('What has to be bought first stands by its month, of which the shop sells this and the next', () => {
  const unpaid = (date: string, type: string) => lesson(date, { type, canBook: false })
  const two = [unpaid('2026-11-30', 'Hack'), unpaid('2026-11-30', 'Private Lesson'), unpaid('2026-12-01', 'Hack')]
  expect(listed(two, null, false).toBuy).toEqual([
    { month: '2026-11-01', renews: false, types: ['Hack', 'Private Lesson'] },
    { month: '2026-12-01', renews: false, types: ['Hack'] },
  ])
  const group = lesson('2026-12-01', { canBook: false, renews: true })
  expect(listed([...two, group], null, false).toBuy.slice(1)).toEqual([
    { month: '2026-12-01', renews: false, types: ['Hack'] },
    { month: '2026-12-01', renews: true, types: ['Group Lesson'] },
  ])
  const days = ['2026-11-01', '2026-12-31', '2027-01-01']
  expect(days.map((day) => isOnSale(day, '2026-11-26'))).toEqual([true, true, false])
})

test('A chosen day lists what can be had on it, or all of it', () => {
  const [mine, full] = [lesson('2026-11-21', { canBook: false, canMakeUp: true }), lesson('2026-11-21', { free: 0 })]
  const lessons = [mine, full, lesson('2026-11-22')]
  expect(listed(lessons, '2026-11-21', false)).toEqual({ lessons: [mine], more: 0, full: [full], toBuy: [] })
  expect(listed(lessons, '2026-11-21', true)).toEqual({ lessons: [mine, full], more: 0, full: [], toBuy: [] })
})

test('What was listed when the last lesson was booked stays listed, also if it became full', () => {
  const before = days.slice(0, 3).map((day) => lesson(day))
  const after = before.map((one, i) => ({
    ...one,
    canBook: false,
    stays: true,
    ...(i === 1 && { now: 'booked' as const }),
    ...(i === 2 && { free: 0 }),
  }))
  expect(datesOf(listed(after, null, false).lessons)).toEqual(datesOf(before))
  expect(listed(after, null, false)).toMatchObject({ full: [], toBuy: [] })
})

test('What is at the same time as a booking, but was not listed, does not come into the list before it', () => {
  const busy = { now: 'busy' as const, canBook: false }
  const others = [
    lesson('2026-11-21', { ...busy, time: '15:30', type: 'Hack' }),
    lesson('2026-11-21', { ...busy, free: 0 }),
  ]
  const booked = lesson('2026-11-21', { now: 'booked', stays: true })
  const listedBefore = lesson('2026-11-21', { ...busy, time: '16:30', stays: true })
  expect(listed([...others, booked, listedBefore], null, false)).toEqual({
    lessons: [booked, listedBefore],
    more: 0,
    full: [],
    toBuy: [],
  })
})

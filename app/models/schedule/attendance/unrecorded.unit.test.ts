import { expect, test } from 'vitest'
import { addDays } from '~/utils/dates'
import { openBetween } from './unrecorded'

const [RIDERS, DAYS] = [12, 300]
const FIRST = '2026-01-05'

test('Rides without a mark are looked for day by day, with a pause after each; a day reads its own places, and the whole week once', () => {
  let reads = 0
  const weekly = Array.from({ length: 7 * RIDERS }, (_, id) => ({
    ...{ id, riderId: `r${id % RIDERS}`, time: '09:00', type: 'Group Lesson', duration: 60 },
    ...{ active: true, startDate: FIRST, endDate: null },
    get dayOfWeek() {
      reads++
      return Math.floor(id / RIDERS)
    },
  }))
  const rows = { weekly, participants: [], oneTimeLessons: [], removals: [], records: [], types: ['Group Lesson'] }
  const all = Array.from({ length: RIDERS }, (_, i) => `09:00 r${i}`)
  const marked = new Map(
    Array.from({ length: DAYS }, (_, i) => [addDays(FIRST, i), all.slice(i % 2).join('\n')] as const),
  )
  const work = openBetween(rows, marked, { from: FIRST, to: addDays(FIRST, DAYS - 1) })
  let pauses = 0
  let part = work.next()
  for (; !part.done; part = work.next()) pauses++
  expect(pauses).toBe(DAYS)
  expect(part.value.map(({ riders }) => riders.map(({ riderId }) => riderId))).toEqual(
    Array.from({ length: DAYS / 2 }, () => ['r0']),
  )
  expect(reads).toBeLessThan(weekly.length + 4 * RIDERS * DAYS)
})

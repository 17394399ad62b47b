import { createElement } from 'react'
import { expect, test } from 'vitest'
import { ATTENDANCE, type Attendance } from '~/models/vocabulary/attendance'
import { rendered } from '../../../../test/rendered'
import { SheetRide } from './sheet-ride'

const slot = { date: '2026-11-24', time: '16:00', type: 'Group Lesson' }

const shown = (attendance: Attendance, stays: boolean) => {
  const rider = {
    riderId: 'emma',
    name: 'Emma Stone',
    attendance,
    version: '1',
    isMakeup: true as const,
    horse: null,
    horseId: null,
    concerns: [],
    barn: [],
    note: '',
  }
  return rendered(() => createElement(SheetRide, { slot, rider, stays }))
}

/** Returns what a tap on each of the two buttons records. */
const taps = async (attendance: Attendance) =>
  [...(await shown(attendance, false)).matchAll(/value="(\w+)"[^>]*aria-pressed="(\w+)"/g)].map(
    ([, value, pressed]) => [value, pressed === 'true'],
  )

test('Of a ride that was ridden, as a lesson or as a makeup, ✓ is pressed and clears the mark', async () => {
  const [present, absent, clear] = [
    ['present', false],
    ['absent', false],
    ['scheduled', true],
  ]
  expect(await Promise.all(ATTENDANCE.map(async (attendance) => [attendance, ...(await taps(attendance))]))).toEqual([
    ['scheduled', present, absent],
    ['present', clear, absent],
    ['absent', present, clear],
    ['makeup', clear, absent],
    ['reschedule', present, absent],
  ])
})

test('Where a mark stays until Undo, a makeup that was ridden shows ✓', async () => {
  const signs = ATTENDANCE.slice(1).map(async (attendance) =>
    /aria-hidden="true">(.)</.exec(await shown(attendance, true)),
  )
  expect((await Promise.all(signs)).map((found) => found?.[1])).toEqual(['✓', '✗', '✓', '–'])
})

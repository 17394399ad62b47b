import { readFileSync } from 'node:fs'
import { createElement } from 'react'
import { expect, test } from 'vitest'
import { ATTENDANCE, type Attendance } from '~/models/vocabulary/attendance'
import { isAway } from '~/models/vocabulary/away'
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

test('A rider who does not come, absent or rescheduled, is struck through on the sheet and in the week', async () => {
  const away = ATTENDANCE.filter((attendance) => isAway({ attendance }))
  const sheet = await Promise.all(ATTENDANCE.map((attendance) => shown(attendance, false)))
  expect(ATTENDANCE.filter((_, at) => /line-through">Emma Stone</.test(sheet[at] ?? ''))).toEqual(away)
  const [, week = ''] =
    /\n([^{}]+) \{\s+text-decoration: line-through/.exec(readFileSync('app/styles/week.css', 'utf8')) ?? []
  expect(ATTENDANCE.filter((attendance) => week.includes(`[data-mark="${attendance}"]`))).toEqual(away)
})

test('Where a mark stays until Undo, a makeup that was ridden shows ✓', async () => {
  const signs = ATTENDANCE.slice(1).map(async (attendance) =>
    /aria-hidden="true">(.)</.exec(await shown(attendance, true)),
  )
  expect((await Promise.all(signs)).map((found) => found?.[1])).toEqual(['✓', '✗', '✓', '–'])
})

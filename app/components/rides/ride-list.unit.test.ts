import { type ComponentProps, createElement } from 'react'
import { expect, test } from 'vitest'
import { rendered } from '../../../test/rendered'
import { RideList } from './ride-list'

const shown = (list: ComponentProps<typeof RideList>) => rendered(() => createElement(RideList, list))

const ride = (date: string, attendance: string) => ({
  date,
  time: '16:00',
  type: 'Group Lesson',
  duration: 60,
  attendance,
  horseAssignment: 'Bella',
  instructor: 'TBD',
  instructorId: null,
  source: 'weekly' as const,
})

test('An upcoming ride that is rescheduled or announced absent is struck through and shows its mark', async () => {
  const rides = [ride('2026-11-24', 'absent'), ride('2026-12-01', 'reschedule'), ride('2026-12-08', 'scheduled')]
  const [, ...rows] = (await shown({ rides, kind: 'scheduled' })).split('<tr')
  expect(rows.slice(1).map((row) => [row.includes('<s>'), /Absent|Rescheduled/.exec(row)?.[0]])).toEqual([
    [true, 'Absent'],
    [true, 'Rescheduled'],
    [false, undefined],
  ])
})

test('Upcoming and past rides name the horse, if one is assigned', async () => {
  for (const kind of ['scheduled', 'history'] as const) {
    const listed = (horseAssignment: string) =>
      shown({ rides: [{ ...ride('2026-11-24', 'scheduled'), horseAssignment }], kind })
    expect(await listed('Bella')).toContain('on Bella')
    expect(await listed('Not assigned')).not.toContain('on Not')
  }
})

test('A family reads that a ride is canceled, and until when it can be made up or on which day it will be', async () => {
  const off = (makeup: { until: string; bookedFor: string | null } | null) => ({
    ...ride('2026-12-01', 'reschedule'),
    makeup,
  })
  const rides = [
    off({ until: '2026-12-24', bookedFor: null }),
    off({ until: '2026-12-24', bookedFor: '2026-12-03' }),
    off({ until: '9999-12-31', bookedFor: null }),
    off(null),
  ]
  const html = await shown({ rides, kind: 'scheduled' })
  expect(html.match(/Canceled[^<]*/g)).toEqual([
    'Canceled · makeup until Dec 24',
    'Canceled · makeup on Dec 3',
    'Canceled · makeup',
    'Canceled',
  ])
})

test('The newest rides lead to all of them; all of them lead nowhere', async () => {
  const rides = [ride('2026-11-24', 'present')]
  const of = (count: number) => shown({ rides, kind: 'history', all: { count, to: '/ride-history' } })
  expect(await of(255)).toMatch(/<a [^>]*href="\/ride-history"[^>]*>Show all 255 rides<\/a>/)
  expect(await of(1)).not.toContain('Show all')
})

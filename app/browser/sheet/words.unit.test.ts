import { expect, test } from 'vitest'
import type { Unsent } from '~/models/unsent/unsent'
import { formatOwnChange, formatRide } from './words'

const kept = (change: Partial<Unsent>): Unsent => ({
  id: '',
  userId: '',
  date: '2026-11-28',
  time: '16:00',
  type: 'Hack',
  riderId: '',
  name: 'Emma Stone',
  key: '',
  tried: [],
  horse: null,
  at: '2026-11-28T14:05:00Z',
  base: { attendance: 'scheduled', horseId: null },
  want: { attendance: 'present', horseId: null },
  ...change,
})
const ZONE = 'America/New_York'
const say = (change: Partial<Unsent>, now = '2026-11-28T20:00:00Z') =>
  formatOwnChange(kept(change), ZONE, new Date(now))

test('A choice made without a signal is described with its time at the school, and after that day with the day', () => {
  expect(say({})).toBe('You marked Present at 9:05 AM.')
  expect(say({}, '2026-12-05T20:00:00Z')).toBe('You marked Present on Saturday, Nov 28.')
  expect(say({ want: { attendance: 'present', horseId: 7 }, horse: 'Bella' })).toBe(
    'You marked Present and chose Bella at 9:05 AM.',
  )
  const given = { attendance: 'present', horseId: 7 }
  expect(say({ base: given, want: { attendance: 'absent', horseId: null } })).toBe('You marked Absent at 9:05 AM.')
  expect(say({ base: given, want: { attendance: 'scheduled', horseId: null } })).toBe(
    'You cleared the mark and chose no horse at 9:05 AM.',
  )
})

test('A ride that is not on the visible sheet is described by its rider, day, time and lesson', () => {
  expect(formatRide(kept({})).replaceAll('\u202f', ' ')).toBe('Emma Stone, Saturday, Nov 28, 4:00 PM Hack.')
})

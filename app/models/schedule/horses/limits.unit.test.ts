import { expect, test } from 'vitest'
import { formatRest, formatResting, restsOn } from '~/models/schedule/vocabulary/rest'
import { concernsOfGiven, conditionOf, type GivenHorse } from './given-horse'
import { formatOverLimit, limitReached } from './limit-reached'

const limits = { dayLimit: 3, weekLimit: 14 }
const outings = { onDay: 0, inWeek: 0, dayWork: 0, weekWork: 0 }
const reached = (change: Partial<typeof outings>, of = limits) => limitReached(of, { ...outings, ...change })

test('A horse goes out as often as its limits say, and no more', () => {
  expect(reached({ onDay: 2, inWeek: 13 })).toBe(null)
  expect(reached({ onDay: 3, dayWork: 1 })).toEqual({ kind: 'limit', limit: 3, outings: 3, work: 1, span: 'that day' })
  expect(reached({ onDay: 1, inWeek: 14, dayWork: 1, weekWork: 2 })).toEqual({
    kind: 'limit',
    limit: 14,
    outings: 14,
    work: 2,
    span: 'that week',
  })
  expect(reached({ onDay: 99, inWeek: 99 }, { dayLimit: 0, weekLimit: 0 })).toBe(null)
  expect(reached({ onDay: 0 }, { dayLimit: 0, weekLimit: 0 })).toBe(null)
})

test('A limit that is passed is said with how much of it was other work', () => {
  const over = { kind: 'limit' as const, limit: 3, outings: 4, work: 0, span: 'that day' as const }
  expect(formatOverLimit(over)).toBe('4 rides that day (limit 3)')
  expect(formatOverLimit({ ...over, work: 1 })).toBe('4 rides that day, other work among them (limit 3)')
})

const rest = { from: '2026-11-20', until: '2026-11-24', reason: 'abscess' }

test('A horse rests from its first day through its last', () => {
  const days = ['2026-11-19', '2026-11-20', '2026-11-24', '2026-11-25']
  expect(days.map((day) => restsOn({ rest }, day))).toEqual([false, true, true, false])
  expect(days.map((day) => restsOn({ rest: { ...rest, from: null } }, day))).toEqual([true, true, true, false])
  expect(days.map((day) => restsOn({ rest: { ...rest, until: null } }, day))).toEqual([false, true, true, true])
  expect(restsOn({ rest: null }, '2026-11-24')).toBe(false)
})

test('A rest is said with its days and its reason, until it is over', () => {
  expect(formatResting(rest)).toBe('resting through Nov 24: abscess')
  expect(formatResting({ from: null, until: null, reason: null })).toBe('resting')
  expect(formatRest(rest, '2026-11-19')).toBe('Resting from Nov 20 through Nov 24: abscess')
  expect(formatRest(rest, '2026-11-20')).toBe('Resting through Nov 24: abscess')
  expect(formatRest(rest, '2026-11-24')).toBe('Resting through Nov 24: abscess')
  expect(formatRest(rest, '2026-11-25')).toBe(null)
  expect(formatRest({ from: null, until: null, reason: null }, '2026-11-25')).toBe('Resting')
  expect(formatRest(null, '2026-11-25')).toBe(null)
})

const bella: GivenHorse = {
  id: 1,
  name: 'Bella',
  isActive: true,
  rest: null,
  ...limits,
  onDay: 3,
  inWeek: 14,
  dayWork: 0,
  weekWork: 0,
  maxWeightLb: 160,
  minLevel: null,
}

test('A horse that was removed, rests or goes out once too often is not fit for a ride that it has', () => {
  const condition = (change: Partial<GivenHorse>) =>
    conditionOf({ ...bella, ...change }, '2026-11-24').map(({ kind, text }) => `${kind}: ${text}`)
  expect(condition({})).toEqual([])
  expect(condition({ onDay: 4 })).toEqual(['beyond: 4 rides that day (limit 3)'])
  expect(condition({ inWeek: 15 })).toEqual(['beyond: 15 rides that week (limit 14)'])
  expect(condition({ rest })).toEqual(['beyond: resting through Nov 24: abscess'])
  expect(condition({ rest: { ...rest, until: '2026-11-23' } })).toEqual([])
  expect(condition({ isActive: false, rest, onDay: 4 })).toEqual(['beyond: removed'])
  expect(condition({ rest, onDay: 4 })).toHaveLength(2)
})

test('Of a day that is over its condition is not told anymore; what it is not for always is', () => {
  const told = (today: string) =>
    concernsOfGiven(
      { ...bella, onDay: 4 },
      { weightLb: 161, level: null, wishes: [] },
      { date: '2026-11-24', today },
    ).map(({ text }) => text)
  expect(told('2026-11-24')).toEqual(['4 rides that day (limit 3)', 'over its limit of 160 lb'])
  expect(told('2026-11-25')).toEqual(['over its limit of 160 lb'])
})

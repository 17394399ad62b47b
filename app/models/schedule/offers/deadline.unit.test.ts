import { expect, test } from 'vitest'
import { slot } from '../../../../test/week/book'
import { deadlineOf } from './deadline'

const zone = 'America/New_York'
const none = { from: '00:00', to: '00:00' }
const night = { from: '21:00', to: '07:00' }
/** The lesson is on Tuesday at 16:00. */
const at = (local: string) => new Date(`2026-11-${local}:00-05:00`)
const deadline = (now: string, terms: Partial<Parameters<typeof deadlineOf>[2]> = {}) =>
  deadlineOf(slot, at(now), { hours: null, quiet: none, zone, ...terms })

test('A family has twelve hours to answer an offer, or the number that the school has set', () => {
  expect(deadline('23T08:00')).toEqual(at('23T20:00'))
  expect(deadline('23T08:00', { hours: 3 })).toEqual(at('23T11:00'))
})

test('An offer ends two hours before its lesson at the latest', () => {
  expect(deadline('24T01:59')).toEqual(at('24T13:59'))
  expect(deadline('24T08:00')).toEqual(at('24T14:00'))
})

test('With exactly 15 minutes to answer there is an offer, with less there is none', () => {
  expect(deadline('24T13:45')).toEqual(at('24T14:00'))
  expect(deadlineOf(slot, new Date(at('24T13:45').getTime() + 1), { hours: null, quiet: none, zone })).toBe(null)
  expect(deadline('24T15:00')).toBe(null)
})

test('Nobody has to answer at night: the hours run from the end of quiet hours, or until it', () => {
  expect(deadline('22T23:00', { quiet: night, hours: 2 })).toEqual(at('23T09:00'))
  expect(deadline('22T20:00', { quiet: night, hours: 2 })).toEqual(at('23T07:00'))
})

test('For a lesson that begins soon after the night the family is notified at once', () => {
  const early = { ...slot, time: '09:00' }
  expect(deadlineOf(early, at('24T05:00'), { hours: 12, quiet: night, zone })).toEqual(at('24T07:00'))
})

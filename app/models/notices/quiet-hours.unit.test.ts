import { describe, expect, test } from 'vitest'
import { instantInZone } from '~/utils/dates'
import { heldUntil } from './quiet-hours'

const zone = 'America/New_York'
const night = { from: '21:00', to: '07:00' }
const at = (day: string, time: string) => instantInZone(day, time, zone)

describe('A notice written in quiet hours waits for their end', () => {
  test.each([
    ['before midnight, until the next morning', '2026-11-24', '21:00', '2026-11-25'],
    ['at midnight, until the morning', '2026-11-25', '00:00', '2026-11-25'],
    ['a minute before their end', '2026-11-25', '06:59', '2026-11-25'],
    ['in the night in which clocks go forward', '2026-03-08', '01:59', '2026-03-08'],
    ['on the evening before it', '2026-03-07', '22:00', '2026-03-08'],
    ['in the night in which clocks go back', '2026-10-31', '23:00', '2026-11-01'],
  ])('%s', (_, day, time, endDay) => {
    expect(heldUntil(at(day, time), night, zone)).toEqual(at(endDay, '07:00'))
  })

  test('The end of quiet hours is seven in the morning by the school’s clock, whatever the night’s length', () => {
    expect(heldUntil(at('2026-03-07', '22:00'), night, zone)?.toISOString()).toBe('2026-03-08T11:00:00.000Z')
    expect(heldUntil(at('2026-03-08', '22:00'), night, zone)?.toISOString()).toBe('2026-03-09T11:00:00.000Z')
    expect(heldUntil(at('2026-10-31', '22:00'), night, zone)?.toISOString()).toBe('2026-11-01T12:00:00.000Z')
  })
})

test('Outside of quiet hours nothing is delayed, and equal times mean no quiet hours', () => {
  expect(heldUntil(at('2026-11-24', '20:59'), night, zone)).toBeNull()
  expect(heldUntil(at('2026-11-24', '07:00'), night, zone)).toBeNull()
  expect(heldUntil(at('2026-11-24', '03:00'), { from: '07:00', to: '07:00' }, zone)).toBeNull()
})

test('Quiet hours may be within a day', () => {
  const noon = { from: '12:00', to: '14:00' }
  expect(heldUntil(at('2026-11-24', '13:00'), noon, zone)).toEqual(at('2026-11-24', '14:00'))
  expect(heldUntil(at('2026-11-24', '11:00'), noon, zone)).toBeNull()
})

test('Quiet hours that end in the hour that clocks skip or show twice end within that hour', () => {
  const skipped = heldUntil(at('2026-03-07', '23:00'), { from: '22:00', to: '02:30' }, zone)
  expect(skipped?.getTime()).toBeGreaterThanOrEqual(new Date('2026-03-08T06:30:00Z').getTime())
  expect(skipped?.getTime()).toBeLessThanOrEqual(new Date('2026-03-08T07:30:00Z').getTime())
  const twice = heldUntil(at('2026-10-31', '23:00'), { from: '22:00', to: '01:30' }, zone)
  expect(twice?.getTime()).toBeGreaterThanOrEqual(new Date('2026-11-01T05:30:00Z').getTime())
  expect(twice?.getTime()).toBeLessThanOrEqual(new Date('2026-11-01T06:30:00Z').getTime())
})

test('An event that begins before their end, or less than three hours after, is sent at once', () => {
  const five = at('2026-11-25', '05:00')
  expect(heldUntil(five, night, zone, at('2026-11-25', '06:00'))).toBeNull()
  expect(heldUntil(five, night, zone, at('2026-11-25', '09:59'))).toBeNull()
  expect(heldUntil(five, night, zone, at('2026-11-25', '10:00'))).toEqual(at('2026-11-25', '07:00'))
})

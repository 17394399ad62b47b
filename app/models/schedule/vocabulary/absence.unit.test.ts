import { expect, test } from 'vitest'
import { absenceKey, cutoffOf, formatAbsence, isInTime, outcomeOf, whyNoMakeup } from './absence'

const zone = 'America/New_York'

test.each([
  // The ride, the hours, and the cutoff on the school's clock.
  ['2026-11-24', '16:00', 24, '2026-11-23', '16:00'],
  ['2026-11-24', '00:30', 1, '2026-11-23', '23:30'],
  ['2026-11-24', '00:00', 24, '2026-11-23', '00:00'],
  ['2026-11-24', '16:00', 0, '2026-11-24', '16:00'],
  ['2027-01-01', '09:00', 48, '2026-12-30', '09:00'],
  // Clocks go back on Nov 1, and forward on Mar 14.
  ['2026-11-01', '09:00', 24, '2026-10-31', '09:00'],
  ['2027-03-14', '09:00', 24, '2027-03-13', '09:00'],
])('The cutoff of a ride on %s at %s is %i hours before on the school’s clock', (date, time, hours, day, at) => {
  expect(cutoffOf({ date, time }, hours)).toEqual({ date: day, time: at })
})

test.each([
  ['2026-11-24', '16:00', '2026-11-23T16:00:00-05:00'],
  ['2026-11-24', '00:00', '2026-11-23T00:00:00-05:00'],
  // 25 hours and 23 hours before the ride.
  ['2026-11-01', '09:00', '2026-10-31T09:00:00-04:00'],
  ['2027-03-14', '09:00', '2027-03-13T09:00:00-05:00'],
  // A cutoff in the skipped hour is an hour earlier.
  ['2027-03-15', '02:30', '2027-03-14T01:30:00-05:00'],
])('A ride on %s at %s is in time until the second of its cutoff', (date, time, instant) => {
  const cutoff = cutoffOf({ date, time }, 24)
  const at = new Date(instant).getTime()
  expect(isInTime(cutoff, new Date(at - 1), zone)).toBe(true)
  expect(isInTime(cutoff, new Date(at), zone)).toBe(false)
})

test('Outcomes of calling off a ride', () => {
  const facts = { inTime: true, isMakeup: false, isLoggedOnly: false, makeupsLeft: 1 }
  expect(outcomeOf(facts)).toBe('makeup')
  expect(outcomeOf({ ...facts, inTime: false })).toBe('late')
  expect(outcomeOf({ ...facts, makeupsLeft: 0 })).toBe('none-left')
  expect(outcomeOf({ ...facts, isLoggedOnly: true })).toBe('not-counted')
  expect(outcomeOf({ ...facts, isMakeup: true })).toBe('back')
  expect(outcomeOf({ ...facts, isMakeup: true, inTime: false })).toBe('lost')
})

test('A family reads what will happen', () => {
  const cutoff = { date: '2026-11-23', time: '16:00' }
  const say = (outcome: Parameters<typeof absenceKey>[0]['outcome'], until: string | null = null) =>
    formatAbsence({ outcome, until, cutoff })
  expect(say('makeup', '2026-12-22')).toBe('You’re in time, so you get a makeup, good until Dec 22.')
  expect(say('makeup', '9999-12-31')).toBe('You’re in time, so you get a makeup.')
  expect(formatAbsence({ outcome: 'back', until: '2026-12-22', cutoff }, true)).toBe(
    'You’re in time, so you keep your makeup, good until Dec 22. The office books it for you.',
  )
  expect(say('late')).toBe('It’s past the cutoff (Mon, Nov 23, 4:00 PM), so this counts as a used lesson.')
  expect(say('none-left')).toBe('No makeups left this month, so this counts as a used lesson.')
  expect(say('not-counted')).toBe('This ride doesn’t count, so there’s no makeup.')
  expect(say('back', '2026-12-22')).toBe('You’re in time, so you can book your makeup again, good until Dec 22.')
  expect(say('lost')).toBe('It’s past the cutoff (Mon, Nov 23, 4:00 PM), so this ride uses your makeup.')
  expect(absenceKey({ outcome: 'late', until: null })).toBe('late')
  expect(absenceKey({ outcome: 'makeup', until: '2026-12-22' })).toBe('makeup 2026-12-22')
})

test('The office reads why a family would get no makeup, and nothing if it would, or if there is none to give', () => {
  const cutoff = { date: '2026-11-23', time: '16:00' }
  const why = (outcome: Parameters<typeof whyNoMakeup>[0]['outcome']) => whyNoMakeup({ outcome, cutoff })
  expect(why('none-left')).toBe('No makeups left this month. If the family canceled, this ride would count.')
  expect(why('late')).toBe(
    'It’s past the cutoff (Mon, Nov 23, 4:00 PM). If the family canceled, this ride would count.',
  )
  expect(why('lost')).toBe(
    'It’s past the cutoff (Mon, Nov 23, 4:00 PM). If the family canceled, this ride would use its makeup.',
  )
  expect([why('makeup'), why('back'), why('not-counted')]).toEqual([null, null, null])
})

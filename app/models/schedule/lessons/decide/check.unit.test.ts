import { describe, expect, test } from 'vitest'
import type { Book } from '~/models/schedule/snapshot/book'
import { bookOf, guest, lessonRow, marked, nameOf, off, on, slot, weekly } from '../../../../../test/week/book'
import { type Reasons, reasonsAgainst } from './check'

const reasons = (before: Partial<Book>, after: Partial<Book>): Partial<Reasons> => {
  const all = reasonsAgainst(bookOf(before), bookOf({ ...before, ...after }), nameOf)
  return Object.fromEntries(Object.entries(all).filter(([, some]) => some.length > 0))
}
const at = (time: string, change = {}) => ({ time, type: 'Private Lesson', ...change })

describe('A rider', () => {
  test('A rider is in one lesson at a time, and the reason names the other one', () => {
    const before = { weekly: [weekly('emma')] }
    const at4 = { riders: ['Emma is already riding at 4:00 PM on Nov 24, 2026'] }
    expect(reasons(before, { participants: [guest('emma', at('16:30'))] })).toEqual(at4)
    expect(reasons(before, { participants: [guest('emma', at('15:30'))] })).toEqual(at4)
    expect(reasons(before, { participants: [guest('emma', at('16:00'))] })).toEqual(at4)
    expect(reasons(before, { participants: [guest('emma', at('17:00'))] })).toEqual({})
    expect(reasons(before, { participants: [guest('tom', at('16:30'))] })).toEqual({})
    expect(reasons(before, { participants: [guest('emma', at('16:30', { date: '2026-11-25' }))] })).toEqual({})
  })

  test('A rider who is added to an existing lesson is checked like one in a new lesson', () => {
    const before = { weekly: [weekly('emma'), weekly('tom', at('16:30'))] }
    expect(reasons(before, { participants: [guest('emma', at('16:30'))] })).toEqual({
      riders: ['Emma is already riding at 4:00 PM on Nov 24, 2026'],
    })
  })

  test('A rider is reported once if two weekly lessons overlap', () => {
    const both = { weekly: [weekly('emma'), weekly('emma', at('16:30', { startDate: slot.date }))] }
    expect(reasons({ weekly: both.weekly.slice(0, 1) }, both)).toEqual({
      riders: ['Emma is already riding at 4:00 PM on Tuesdays'],
    })
  })

  test('A rider who was in two lessons already may stay, unless one becomes longer', () => {
    const before = { weekly: [weekly('emma')], participants: [guest('emma', at('16:30'))] }
    expect(reasons(before, { participants: [...before.participants, guest('tom')] })).toEqual({})
    const apart = { weekly: [weekly('emma')], participants: [guest('emma', at('17:00'))] }
    const long = weekly('ann', { time: '08:00', duration: 90 })
    expect(
      reasons(
        { ...apart, participants: [...apart.participants, guest('ann', { time: '08:00', duration: 90 })] },
        { weekly: [weekly('emma', { duration: 90 }), long] },
      ),
    ).toEqual({
      riders: ['Emma is already riding at 5:00 PM on Nov 24, 2026'],
    })
    expect(reasons(apart, { weekly: [weekly('emma', { duration: 30 })] })).toEqual({})
    // They overlapped before, and still do when longer.
    expect(reasons(before, { weekly: [weekly('emma', { duration: 90 })] })).toEqual({})
  })

  test('A rider whose record is left behind is reported only for that', () => {
    const before = { participants: [guest('emma')], records: [marked('emma', 'present')] }
    expect(reasons(before, { participants: [guest('emma', at('16:30'))] })).toEqual({
      recorded: ['Emma’s ride at 4:00 PM on Nov 24, 2026 is marked Present'],
    })
    const recordOnly = { records: [marked('emma', 'present')] }
    expect(reasons(recordOnly, { participants: [guest('emma', at('16:30'))] })).toEqual({
      riders: ['Emma is already riding at 4:00 PM on Nov 24, 2026'],
    })
  })
})

describe('A horse', () => {
  const riders = { weekly: [weekly('emma'), weekly('tom', at('16:30'))] }
  const tom = { ...slot, ...at('16:30') }

  test('A horse is with one rider at a time', () => {
    const before = { ...riders, horses: [on('emma', 'Bella')] }
    expect(reasons(before, { horses: [...before.horses, on('tom', 'Bella', tom)] })).toEqual({
      horses: ['Bella is already with Emma at 4:00 PM on Nov 24, 2026'],
    })
    expect(reasons(before, { horses: [...before.horses, on('tom', 'Max', tom)] })).toEqual({})
    const later = { ...slot, ...at('17:00') }
    const apart = { weekly: [weekly('emma'), weekly('tom', at('17:00'))], horses: before.horses }
    expect(reasons(apart, { horses: [...before.horses, on('tom', 'Bella', later)] })).toEqual({})
  })

  test('A horse that was with two riders already may stay, unless a ride becomes longer', () => {
    const horses = [on('emma', 'Bella'), on('tom', 'Bella', tom)]
    expect(reasons({ ...riders, horses }, { participants: [guest('ann')] })).toEqual({})
    const longer = horses.map((use) => ({ ...use, duration: 90 }))
    expect(reasons({ ...riders, horses }, { horses: longer }).horses).toHaveLength(2)
  })

  test('A horse is not ridden during its own other work', () => {
    const lunging = { horseId: 'Bella'.length, date: slot.date, time: '16:30', duration: 30, kind: 'Lunging' }
    const given = (work: Partial<typeof lunging>) =>
      reasons({ ...riders, work: [{ ...lunging, ...work }] }, { horses: [on('emma', 'Bella')] })
    expect(given({})).toEqual({
      horses: ['Bella has Lunging at 4:30 PM on Nov 24, 2026 and is with Emma at 4:00 PM'],
    })
    expect(given({ horseId: 99 })).toEqual({})
    expect(given({ time: '17:00' })).toEqual({})
    expect(given({ date: '2026-12-01' })).toEqual({})
  })

  test('A horse is named if it is assigned to a ride that no week would show', () => {
    const before = { ...riders, horses: [on('emma', 'Bella')] }
    const had = { given: ['Emma has Bella at 4:00 PM on Nov 24, 2026'] }
    expect(reasons(before, { removals: [off('emma')] })).toEqual(had)
    expect(reasons({ weekly: [] }, { horses: before.horses })).toEqual(had)
    const toms = [on('tom', 'Max', tom)]
    expect(
      reasons({ ...riders, weekly: riders.weekly.slice(1), horses: toms }, { horses: [...toms, ...before.horses] }),
    ).toEqual(had)
    expect(reasons({ horses: before.horses }, { participants: [guest('tom')] })).toEqual({})
    const others = [marked('emma', 'scheduled'), marked('tom', 'present', tom)]
    expect(reasons({ ...before, records: others }, { removals: [off('emma')] })).toEqual(had)
    // The ride is named as recorded.
    const recorded = { ...before, records: [marked('emma', 'present')] }
    expect(reasons(recorded, { removals: [off('emma')] })).toEqual({
      recorded: ['Emma’s ride at 4:00 PM on Nov 24, 2026 is marked Present'],
    })
  })

  test('A horse is not assigned to a rider who does not come', () => {
    const absent = { ...riders, records: [marked('emma', 'absent')] }
    const idle = { idle: ['Emma is marked Absent at 4:00 PM on Nov 24, 2026'] }
    expect(reasons(absent, { horses: [on('emma', 'Bella')] })).toEqual(idle)
    expect(reasons({ ...riders, horses: [on('emma', 'Bella')] }, { records: absent.records })).toEqual(idle)
    expect(reasons({ ...absent, horses: [on('emma', 'Bella')] }, { participants: [guest('ann')] })).toEqual({})
    expect(reasons(absent, { horses: [on('tom', 'Bella', tom)] })).toEqual({})
    expect(reasons({ ...riders, records: [marked('emma', 'present')] }, { horses: [on('emma', 'Bella')] })).toEqual({})
  })
})

describe('A recorded ride', () => {
  const rides = { weekly: [weekly('emma'), weekly('tom')] }
  const lost = (mark: string) => ({ recorded: [`Emma’s ride at 4:00 PM on Nov 24, 2026 is marked ${mark}`] })

  test('A recorded ride does not lose its place', () => {
    const before = { ...rides, records: [marked('emma', 'reschedule'), marked('tom', 'scheduled')] }
    expect(reasons(before, { removals: [off(null)] })).toEqual(lost('Rescheduled'))
    expect(reasons(before, { removals: [off('tom')] })).toEqual({})
  })

  test('A recorded ride of another day is another ride', () => {
    const before = { ...rides, records: [marked('emma', 'present', { date: '2026-12-01' })] }
    expect(reasons(before, { removals: [off('emma')] })).toEqual({})
  })

  test('A recorded ride that lost its place before may stay, and an undo may not restore one without its place', () => {
    const records = [marked('emma', 'present')]
    expect(reasons({ records }, { participants: [guest('tom')] })).toEqual({})
    expect(reasons({}, { records })).toEqual(lost('Present'))
    expect(reasons({ records: [marked('emma', 'scheduled')] }, { records })).toEqual(lost('Present'))
    const toms = [marked('tom', 'present')]
    expect(reasons({ records: toms }, { records: [...toms, ...records] })).toEqual(lost('Present'))
  })
})

test('Reasons are listed day by day in order, each once', () => {
  const before = { weekly: [weekly('emma'), weekly('tom'), weekly('ann')] }
  const again = ['tom', 'emma'].map((id) => guest(id, at('16:30')))
  const later = guest('emma', at('16:30', { date: '2026-12-01' }))
  expect(reasons(before, { participants: [later, ...again] }).riders).toEqual([
    'Emma is already riding at 4:00 PM on Nov 24, 2026',
    'Tom is already riding at 4:00 PM on Nov 24, 2026',
    'Emma is already riding at 4:00 PM on Dec 1, 2026',
  ])
  const twice = [guest('ann', at('16:30')), guest('ann', at('16:45', { type: 'Hack' }))]
  expect(reasons(before, { participants: twice }).riders).toContain('Ann is already riding at 4:00 PM on Nov 24, 2026')
  expect(new Set(reasons(before, { participants: twice }).riders).size).toBe(
    reasons(before, { participants: twice }).riders?.length,
  )
})

test('Reasons of a day are listed by name, and days in order', () => {
  const day2 = { date: '2026-12-08' }
  const before = {
    weekly: [weekly('emma'), weekly('tom')],
    oneTimeLessons: [lessonRow({ date: '2026-12-22', type: 'Hack' })],
  }
  const busy = [
    guest('tom', at('16:30', { date: '2026-12-22' })),
    guest('tom', at('16:30', day2)),
    guest('emma', at('16:45', { type: 'Hack', ...day2 })),
  ]
  expect(reasons(before, { participants: busy }).riders).toEqual([
    'Emma is already riding at 4:00 PM on Dec 8, 2026',
    'Tom is already riding at 4:00 PM on Dec 8, 2026',
    'Tom is already riding at 4:00 PM on Dec 22, 2026',
  ])
  const records = [marked('tom', 'present'), marked('emma', 'present')]
  const horses = [on('tom', 'Max'), on('emma', 'Bella')]
  expect(reasons({ ...before, records }, { removals: [off(null)] }).recorded?.map((line) => line.slice(0, 3))).toEqual([
    'Emm',
    'Tom',
  ])
  expect(reasons({ ...before, horses }, { removals: [off(null)] }).given?.map((line) => line.slice(0, 4))).toEqual([
    'Emma',
    'Tom ',
  ])
  const absent = [marked('tom', 'absent'), marked('emma', 'absent')]
  expect(reasons({ ...before, records: absent }, { horses }).idle?.map((line) => line.slice(0, 4))).toEqual([
    'Emma',
    'Tom ',
  ])
  const twice = [on('tom', 'Max'), on('emma', 'Bella'), on('ann', 'Max'), on('ben', 'Bella')]
  const four = { weekly: ['emma', 'tom', 'ann', 'ben'].map((id) => weekly(id)) }
  expect(reasons(four, { horses: twice }).horses?.map((line) => line.split(' ')[0])).toEqual([
    'Bella',
    'Bella',
    'Max',
    'Max',
  ])
})

test('A lesson without riders causes no conflict', () => {
  expect(reasons({ weekly: [weekly('emma')] }, { oneTimeLessons: [lessonRow(at('16:30'))] })).toEqual({})
})

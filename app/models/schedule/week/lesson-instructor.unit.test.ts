import { describe, expect, test } from 'vitest'
import { type ArenaRow, arenaOf, type InstructorRow, instructorOf } from './lesson-instructor'

const slot = { date: '2026-11-24', time: '16:00', type: 'Group Lesson' }
const weekly = (name: string, change: Partial<InstructorRow> = {}): InstructorRow => ({
  id: name,
  name,
  leftOn: null,
  time: '16:00',
  type: 'Group Lesson',
  date: null,
  dayOfWeek: 2,
  startDate: '2026-11-03',
  endDate: null,
  ...change,
})
const once = (name: string, date = slot.date) => weekly(name, { date, dayOfWeek: null, startDate: null })
const nameOf = (...rows: InstructorRow[]) => instructorOf(rows, slot)?.name ?? null

describe('Who teaches a lesson', () => {
  test('The instructor of a date takes precedence over the weekly one', () => {
    expect(nameOf(weekly('Sarah'), once('Joan'))).toBe('Joan')
    expect(nameOf(once('Joan'), weekly('Sarah', { startDate: slot.date }))).toBe('Joan')
    expect(nameOf(weekly('Sarah'), once('Joan', '2026-12-01'))).toBe('Sarah')
  })

  test('A weekly instructor teaches only that lesson, from the first day to the last, and the newest counts', () => {
    expect(nameOf(weekly('Sarah', { endDate: '2026-11-24' }))).toBeNull()
    expect(nameOf(weekly('Sarah', { endDate: '2026-12-01' }))).toBe('Sarah')
    expect(nameOf(weekly('Sarah', { startDate: '2026-12-01' }))).toBeNull()
    expect(nameOf(weekly('Sarah', { startDate: '2026-11-24' }))).toBe('Sarah')
    expect(nameOf(weekly('Sarah', { dayOfWeek: 3 }), weekly('Joan', { type: 'Hack' }))).toBeNull()
    expect(nameOf(weekly('Sarah'), weekly('Joan', { startDate: '2026-11-17' }))).toBe('Joan')
  })

  test('An instructor who was removed teaches no lesson from that day on, but keeps earlier ones', () => {
    expect(nameOf(weekly('Sarah', { leftOn: '2026-11-24' }))).toBeNull()
    expect(nameOf(weekly('Sarah', { leftOn: '2026-11-25' }))).toBe('Sarah')
  })
})

test('The arena of a lesson is that of its date, which may be none, otherwise the newest weekly one', () => {
  const arena = (name: string, row = weekly(name)): ArenaRow => ({ ...row, arena: name })
  const outdoor = arena('Outdoor')
  const indoor = arena('Indoor', weekly('', { startDate: '2026-11-17' }))
  expect(arenaOf([outdoor, indoor], slot)).toBe('Indoor')
  expect(arenaOf([outdoor, arena('Ring', once(''))], slot)).toBe('Ring')
  expect(arenaOf([outdoor, arena('', once(''))], slot)).toBeNull()
  expect(arenaOf([outdoor], { ...slot, time: '17:00' })).toBeNull()
})

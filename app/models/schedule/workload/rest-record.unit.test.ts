import { describe, expect, test } from 'vitest'
import { type RestLine, restOnDay } from './rest-record'

const line = (id: number, on: string, change: Partial<RestLine> = {}): RestLine => ({
  ...{ id, on, by: 'Ann', of: [], onRest: true, from: on, until: null, reason: 'abscess' },
  ...change,
})
const ended = (id: number, on: string) => line(id, on, { onRest: false, from: null, reason: null })
const days = (lines: RestLine[]) =>
  Array.from({ length: 9 }, (_, i) => i + 1).filter((day) => restOnDay(lines, `2026-11-0${day}`))

describe('the rest of a horse on a past day', () => {
  test('is from its first day through its last, or until the office ended it', () => {
    expect(days([line(1, '2026-11-03', { until: '2026-11-05' })])).toEqual([3, 4, 5])
    expect(days([line(1, '2026-11-03'), ended(2, '2026-11-06')])).toEqual([3, 4, 5])
    expect(days([line(1, '2026-11-03', { from: null })])).toEqual([3, 4, 5, 6, 7, 8, 9])
  })

  test('stands as it was on that day, though it was changed later', () => {
    const later = line(2, '2026-11-06', { from: '2026-11-07', until: '2026-11-08', reason: 'colic' })
    const lines = [line(1, '2026-11-02', { until: '2026-11-04' }), later]
    expect(days(lines)).toEqual([2, 3, 4, 7, 8])
    expect([restOnDay(lines, '2026-11-03')?.reason, restOnDay(lines, '2026-11-07')?.reason]).toEqual([
      'abscess',
      'colic',
    ])
  })

  test('that was entered afterward counts from the day that was said', () => {
    expect(days([line(1, '2026-11-06', { from: '2026-11-02', until: '2026-11-07' })])).toEqual([2, 3, 4, 5, 6, 7])
  })

  test('that was undone never was, unless the Undo was undone as well', () => {
    const lines = [line(1, '2026-11-03'), line(2, '2026-11-04', { of: [1], onRest: false })]
    expect(days(lines)).toEqual([])
    expect(days([...lines, line(3, '2026-11-05', { of: [2] })])).toEqual([3, 4, 5, 6, 7, 8, 9])
  })
})

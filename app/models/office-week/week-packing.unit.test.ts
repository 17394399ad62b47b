import fc from 'fast-check'
import { expect, test } from 'vitest'
import { COVERS } from '~/models/allowance/cover'
import { packWeek, unpackWeek } from './week-packing'

const word = fc.string({ minLength: 1, maxLength: 12, unit: 'grapheme' })
const rider = fc.record(
  { id: fc.uuid(), name: fc.oneof(word, fc.constant('')), mark: word, horse: word },
  { requiredKeys: ['id', 'name'] },
)
const cover = fc.constantFrom(...COVERS)
const counter = fc.record({ used: fc.nat(20), allowed: fc.nat(20), cover }, { requiredKeys: ['used', 'allowed'] })
const counted = fc.tuple(rider, counter).map(([one, figures]) => ({ ...one, ...figures }))
const lesson = fc.record({
  time: word,
  type: word,
  duration: fc.nat(600),
  riders: fc.array(fc.oneof(rider, counted), { maxLength: 5 }),
})
const who = fc.option(fc.record({ id: fc.uuid(), name: word }), { nil: undefined })
const off = fc.tuple(fc.record({ time: word, type: word }), who).map(([slot, rider]) => ({ ...slot, ...rider }))
const days = fc.array(
  fc.record({ date: word, lessons: fc.array(lesson, { maxLength: 5 }), off: fc.array(off, { maxLength: 3 }) }),
  { maxLength: 7 },
)

test('Unpacking a packed week gives the same week', () => {
  fc.assert(
    fc.property(days, (week) => {
      expect(unpackWeek(packWeek(week))).toEqual(week)
    }),
  )
})

test('A packed week holds a name once, however often its rider rides', () => {
  const riders = [{ id: 'e', name: 'Emma' }]
  const text = packWeek([
    { date: 'd', off: [], lessons: Array(20).fill({ time: '09:00', type: 'Hack', duration: 60, riders }) },
  ])
  expect(text.match(/Emma/g)).toHaveLength(1)
})

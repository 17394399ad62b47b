import { expect, test } from 'vitest'
import type { PlanHorse } from './horse-plan'
import { sayWhyThis, workedLeast } from './why-this'

const bella: PlanHorse = {
  ...{ id: 1, name: 'Bella', isActive: true, onRest: false, maxWeightLb: null, minLevel: null, coat: null },
  ...{ dayLimit: 3, weekLimit: 14, gapMinutes: 0, otherDays: 2, work: [], weekWork: 0 },
}
const max = { ...bella, id: 2, name: 'Max' }
const out = (horseId: number) => ({ key: '9', rider: 'Ann', time: '09:00', duration: 60, horseId })

test('What a rider knows of a horse is said once, the strongest first, and that it worked least beside it', () => {
  const facts = { last: 1, before: 2, known: [2, 1, 3], good: [4, 1], isLeast: false }
  expect([1, 2, 3, 4, 5].map((id) => sayWhyThis(id, facts))).toEqual([
    ...['Ridden last', 'Ridden a week before', 'Ridden before', null, 'New to this rider'],
  ])
  expect(sayWhyThis(4, { ...facts, isLeast: true })).toBe('Worked least this week')
  expect(sayWhyThis(5, { ...facts, isLeast: true })).toBe('New to this rider. Worked least this week')
})

test('A horse worked least if without this ride none of the others that suit and do not rest went out less', () => {
  expect(workedLeast(1, [bella, max], [out(1)])).toBe(true)
  expect(workedLeast(1, [bella, max], [out(1), out(1)])).toBe(false)
  expect(workedLeast(1, [bella, max], [out(1), out(1), out(2)])).toBe(true)
  const lunged = { ...bella, work: [{ time: '12:00', duration: 30, kind: 'Lunging' }], weekWork: 1 }
  expect(workedLeast(1, [lunged, max], [out(1)])).toBe(false)
  expect(workedLeast(1, [lunged, { ...max, onRest: true }, { ...max, id: 3, otherDays: 9 }], [out(1)])).toBe(true)
  // Of one horse alone it says nothing.
  expect(workedLeast(1, [bella], [out(1)])).toBe(false)
})

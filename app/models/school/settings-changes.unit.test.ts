import { expect, test } from 'vitest'
import { describeSettingChange } from './settings-changes'

test('A change of a setting is described with its old and new values', () => {
  const from = { price: 22_000, active: true, description: null }
  const to = { price: 23_000, active: false, description: 'Four\nlessons' }
  const detail = { name: 'Package 1', from, to }
  expect(describeSettingChange({ action: 'package.save', detail })).toBe(
    'changed Package 1: price $220.00 → $230.00, for sale yes → no, description nothing → “Four, lessons”',
  )
})

test.each([
  ['package.add', { name: 'Package 5', to: { price: 25_000 } }, 'added Package 5 for $250.00'],
  [
    'school.fee',
    { from: { feeRate: 300, feeScope: 'all_cards' }, to: { feeRate: 275, feeScope: 'credit_cards' } },
    'changed the fee: fee 3% → 2.75%, paid with All cards → Credit cards only',
  ],
  ['school.data', { from: { phone: null }, to: { phone: '555 0100' } }, 'changed the school: phone nothing → 555 0100'],
  ['admin.remove', { name: 'Ann Lee' }, 'took the administrator’s role from Ann Lee'],
])('The entry %s is described in a sentence', (action, detail, told) => {
  expect(describeSettingChange({ action, detail })).toBe(told)
})

import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { feeNote, feeWarnings, isMethodType, parsePercent, percentOf } from '~/models/vocabulary/fee'
import { convenienceFee, haveSameFeeRule, lineName, monthlyRate, onceName, priceOf, rateFor } from './pricing'

describe('The convenience fee', () => {
  test.each([
    [10_000, 300],
    [0, 0],
    [1, 0],
    [16, 0],
    [17, 1],
    [50, 2],
    [31_650, 950],
    [21_683, 650],
    [21_684, 651],
  ])('The fee of %i cents by card is %i cents, rounded half up', (subtotal, fee) => {
    expect(convenienceFee(subtotal, 'card', 300)).toBe(fee)
  })

  test('A bank payment has no fee', () => {
    expect(convenienceFee(10_000, 'us_bank_account', 300)).toBe(0)
  })

  test('The fee never differs from the exact share by more than half a cent', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 10_000_000 }), fc.integer({ min: 0, max: 1_000 }), (subtotal, rate) => {
        const fee = convenienceFee(subtotal, 'card', rate)
        return Number.isInteger(fee) && Math.abs(fee * 10_000 - subtotal * rate) <= 5_000
      }),
    )
  })
})

describe('A price', () => {
  test('A price adds lines up and puts the fee on its own line', () => {
    const lines = [
      { unitPrice: 22_000, quantity: 1 },
      { unitPrice: 4_450, quantity: 2 },
    ]
    expect(priceOf(lines, 'card', 300)).toEqual({ subtotal: 30_900, convenienceFee: 927, total: 31_827 })
    expect(priceOf(lines, 'us_bank_account', 300)).toEqual({ subtotal: 30_900, convenienceFee: 0, total: 30_900 })
  })

  test('A price does not depend on the order of the lines', () => {
    const line = fc.record({
      unitPrice: fc.integer({ min: 0, max: 100_000 }),
      quantity: fc.integer({ min: 1, max: 10 }),
    })
    fc.assert(
      fc.property(fc.array(line), (lines) => {
        expect(priceOf([...lines].reverse(), 'card', 300)).toEqual(priceOf(lines, 'card', 300))
      }),
    )
  })
})

describe('The rules of the card networks', () => {
  test.each([
    [300, 'credit_cards', 0],
    [0, 'all_cards', 0],
    [301, 'credit_cards', 1],
    [300, 'all_cards', 1],
    [1_000, 'all_cards', 2],
  ] as const)('A fee of %i for %s breaks %i rules', (rate, scope, count) => {
    expect(feeWarnings(rate, scope)).toHaveLength(count)
  })

  test('The broken rules are explained in words', () => {
    expect(feeWarnings(325, 'all_cards')).toEqual([
      'Your fee of 3.25% is above 3%, the most that Visa allows.',
      'Your fee also applies to debit and prepaid cards. Card networks don’t allow that. Choose “Credit cards only”.',
    ])
  })
})

// The rule: with "credit cards only", debit and prepaid cards pay no fee, and a card that is not known yet counts as credit.
test.each([
  ['all_cards', 'credit', 275],
  ['all_cards', 'debit', 275],
  ['all_cards', 'prepaid', 275],
  ['credit_cards', 'credit', 275],
  ['credit_cards', 'unknown', 275],
  ['credit_cards', null, 275],
  ['credit_cards', 'debit', 0],
  ['credit_cards', 'prepaid', 0],
] as const)('With a fee for %s, a %s card pays %i hundredths of a percent', (feeScope, funding, rate) => {
  expect(rateFor({ feeRate: 275, feeScope }, funding)).toBe(rate)
})

test('A subscription pays the rate of the first saved card, and the full one before there is any', () => {
  const fee = { feeRate: 275, feeScope: 'credit_cards' } as const
  const [bank, debit, credit] = [
    { type: 'us_bank_account', funding: null },
    { type: 'card', funding: 'debit' },
    { type: 'card', funding: 'credit' },
  ] as const
  expect(monthlyRate(fee, null)).toBe(275)
  expect(monthlyRate(fee, [])).toBe(275)
  expect(monthlyRate(fee, [bank])).toBe(275)
  expect(monthlyRate(fee, [bank, debit, credit])).toBe(0)
  expect(monthlyRate(fee, [credit, debit])).toBe(275)
})

test('A price stays the same if another method has the same fee', () => {
  const of = (type: 'card' | 'us_bank_account', funding: string | null = null) => ({ type, funding })
  expect(haveSameFeeRule('all_cards', of('card', 'debit'), of('card', 'credit'))).toBe(true)
  expect(haveSameFeeRule('credit_cards', of('card', 'debit'), of('card', 'credit'))).toBe(false)
  expect(haveSameFeeRule('credit_cards', of('card', 'debit'), of('card', 'prepaid'))).toBe(true)
  expect(haveSameFeeRule('all_cards', of('card', 'credit'), of('us_bank_account'))).toBe(false)
})

describe('A percentage', () => {
  test.each([
    ['3', 300],
    ['2.75 %', 275],
    [' 2.5', 250],
    ['0.05', 5],
    ['100', 10_000],
    ['', null],
    ['3.', null],
    ['.5', null],
    ['3,5', null],
    ['2.755', null],
    ['1000', null],
    ['-3', null],
    ['3x', null],
    ['x3', null],
  ])('%j is read as %j hundredths of a percent', (typed, rate) => {
    expect(parsePercent(typed)).toBe(rate)
  })

  test.each([
    [300, '3%'],
    [275, '2.75%'],
    [50, '0.5%'],
    [5, '0.05%'],
  ])('%i is written as %s', (rate, text) => {
    expect(percentOf(rate)).toBe(text)
  })

  test('The note beside the payment method shows the fee, and who pays none', () => {
    expect(feeNote(275, 'all_cards')).toBe('2.75% convenience fee')
    expect(feeNote(275, 'credit_cards')).toBe('2.75% convenience fee, none by debit card')
    expect(feeNote(0, 'all_cards')).toBe('No fee')
  })
})

test('A line names its rider in a family of several, and its quantity from two on', () => {
  expect(lineName({ name: 'Hack', quantity: 1 })).toBe('Hack')
  expect(lineName({ name: 'Hack', quantity: 2 })).toBe('Hack × 2')
  expect(lineName({ rider: 'Emma', name: 'Hack', quantity: 3 })).toBe('Emma: Hack × 3')
  expect(onceName('Hack')).toBe('Hack (one-time)')
})

test('Cards and US bank accounts are the only payment methods', () => {
  expect(['card', 'us_bank_account', 'paypal', '', null, undefined, ['card']].map(isMethodType)).toEqual([
    true,
    true,
    false,
    false,
    false,
    false,
    false,
  ])
})

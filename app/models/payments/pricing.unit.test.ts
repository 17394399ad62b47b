import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { convenienceFee, feeWarnings, priceOf } from './pricing'

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
  ] as const)('A fee of %i for %s breaks %i of them', (rate, scope, count) => {
    expect(feeWarnings(rate, scope)).toHaveLength(count)
  })
})

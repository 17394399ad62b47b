import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { convenienceFee, priceOf } from './pricing'

describe('the convenience fee', () => {
  it.each([
    [10_000, 300],
    [0, 0],
    [1, 0],
    [16, 0],
    [17, 1],
    [50, 2],
    [31_650, 950],
    [21_683, 650],
    [21_684, 651],
  ])('of %i cents by card is %i cents, rounded half up', (subtotal, fee) => {
    expect(convenienceFee(subtotal, 'card', 300)).toBe(fee)
  })

  it('is nothing for a bank payment', () => {
    expect(convenienceFee(10_000, 'us_bank_account', 300)).toBe(0)
  })

  it('never differs from the exact share by more than half a cent', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 10_000_000 }), fc.integer({ min: 0, max: 1_000 }), (subtotal, rate) => {
        const fee = convenienceFee(subtotal, 'card', rate)
        return Number.isInteger(fee) && Math.abs(fee * 10_000 - subtotal * rate) <= 5_000
      }),
    )
  })
})

describe('a price', () => {
  it('adds lines up and puts the fee on its own line', () => {
    const lines = [
      { unitPrice: 22_000, quantity: 1 },
      { unitPrice: 4_450, quantity: 2 },
    ]
    expect(priceOf(lines, 'card', 300)).toEqual({ subtotal: 30_900, convenienceFee: 927, total: 31_827 })
    expect(priceOf(lines, 'us_bank_account', 300)).toEqual({ subtotal: 30_900, convenienceFee: 0, total: 30_900 })
  })

  it('does not depend on the order of the lines', () => {
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

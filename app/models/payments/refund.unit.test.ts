import fc from 'fast-check'
import { expect, test } from 'vitest'
import { refundAmount, refundablePart } from './refund'

const byCard = { total: 10_300, fee: 300, amountRefunded: 0 }

test('Half of 100.00 by card sends back 51.50, and so does the other half', () => {
  expect(refundablePart(byCard)).toBe(10_000)
  expect(refundAmount(5_000, byCard)).toBe(5_150)
  const half = { ...byCard, amountRefunded: 5_150 }
  expect(refundablePart(half)).toBe(5_000)
  expect(refundAmount(5_000, half)).toBe(5_150)
})

// The rule: what goes back of the fee is its share of the part, rounded half up to a cent. Worked out by hand: 3.00 × 0.50 / 100.00 is 1.5 cents.
test.each([
  [10_300, 300, 16, 16],
  [10_300, 300, 17, 18],
  [10_300, 300, 49, 50],
  [10_300, 300, 50, 52],
  [10_300, 300, 333, 343],
  [18_547, 540, 7_777, 8_010],
  [18_547, 540, 18_006, 18_546],
  [3, 1, 1, 2],
  [10_001, 1, 4_999, 4_999],
  [10_001, 1, 5_000, 5_001],
])('Of %i cents with a fee of %i, %i sends back %i', (total, fee, part, back) => {
  expect(refundAmount(part, { total, fee, amountRefunded: 0 })).toBe(back)
})

test('The second of two equal parts sends back what the first has rounded up too much', () => {
  expect(refundAmount(50, { ...byCard, amountRefunded: 52 })).toBe(51)
})

test('A bank payment has no fee to give back', () => {
  expect(refundAmount(2_500, { total: 10_000, fee: 0, amountRefunded: 0 })).toBe(2_500)
})

test('A payment refunded in full has nothing left', () => {
  expect(refundablePart({ ...byCard, amountRefunded: 10_300 })).toBe(0)
})

test('Any number of parts send back exactly what was paid', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 50, max: 500_000 }),
      fc.array(fc.integer({ min: 1, max: 100_000 })),
      (purchase, parts) => {
        const fee = Math.floor((purchase * 300 + 5_000) / 10_000)
        const payment = { total: purchase + fee, fee, amountRefunded: 0 }
        for (const wanted of [...parts, purchase]) {
          const part = Math.min(wanted, refundablePart(payment))
          if (part === 0) continue
          const amount = refundAmount(part, payment)
          expect(amount).toBeGreaterThanOrEqual(part)
          payment.amountRefunded += amount
          expect(payment.amountRefunded).toBeLessThanOrEqual(payment.total)
        }
        expect(payment.amountRefunded).toBe(payment.total)
      },
    ),
  )
})

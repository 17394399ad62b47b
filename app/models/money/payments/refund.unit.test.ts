import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  bookRefunds,
  feeLeft,
  hasRefundableLines,
  partOfLines,
  refundAmount,
  refundablePart,
  ridersRefunded,
  unsettledFailures,
} from './refund'

const byCard = { total: 10_300, fee: 300, amountRefunded: 0 }

test('Half of 100.00 by card refunds 51.50, and so does the other half', () => {
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
])('Of %i cents with a fee of %i, %i refunds %i', (total, fee, part, back) => {
  expect(refundAmount(part, { total, fee, amountRefunded: 0 })).toBe(back)
})

test('The second of two equal parts refunds what the first rounded up too much', () => {
  expect(refundAmount(50, { ...byCard, amountRefunded: 52 })).toBe(51)
})

test('A bank payment has no fee to refund', () => {
  expect(refundAmount(2_500, { total: 10_000, fee: 0, amountRefunded: 0 })).toBe(2_500)
})

test('A payment refunded in full has nothing left', () => {
  expect(refundablePart({ ...byCard, amountRefunded: 10_300 })).toBe(0)
  expect(refundablePart({ ...byCard, amountRefunded: 10_301 })).toBe(0)
})

test('A payment that is only a fee has nothing to choose for a refund', () => {
  expect(refundAmount(0, { total: 30, fee: 30, amountRefunded: 0 })).toBe(0)
})

// The rule: a fee less its shares that went back, each of them rounded half up. 540 × 7,777 / 18,007 is 233.2 cents.
test.each([
  [10_300, 300, 0, 300],
  [10_300, 300, 5_150, 150],
  [10_300, 300, 10_300, 0],
  [18_547, 540, 8_010, 307],
  [10_000, 0, 2_500, 0],
])(
  'Of %i cents with a fee of %i, of which %i was refunded, %i of the fee is left',
  (total, fee, amountRefunded, left) => {
    expect(feeLeft({ total, fee, amountRefunded })).toBe(left)
  },
)

test('Any number of parts refund exactly what was paid', () => {
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

describe('Refunds of lines', () => {
  const line = (riderId: string, amount: number) => ({ name: 'Package', quantity: 1, amount, riderId })
  const made = (id: string, amount: number, lines: number[] | null, isDead = false) => ({
    id,
    amount,
    lines,
    isDead,
    isFee: false,
  })
  const lines = [line('a', 22_007), line('a', 1_001), line('z', 40_000)]

  test('A line that a refund names is booked with its part of the fee; one of a failed refund is not', () => {
    const booked = bookRefunds(lines, [made('1', 23_698, [0, 1]), made('2', 41_200, [2], true)])
    expect(booked.map(({ back, feeBack }) => [back, feeBack])).toEqual([
      [22_007, 690],
      [1_001, undefined],
      [undefined, undefined],
    ])
    expect(ridersRefunded(booked)).toEqual(['a'])
    expect(ridersRefunded(bookRefunds(lines, [made('1', 22_667, [0])]))).toEqual([])
  })

  test('Chosen lines add up to their cost, each counted once; a missing or refunded line makes the choice invalid', () => {
    expect(partOfLines(lines, [2, 1, 2])).toBe(41_001)
    expect(partOfLines(lines, [])).toBe(0)
    expect(partOfLines(lines, [0, 3])).toBeNull()
    expect(partOfLines([{ ...line('a', 22_007), back: 22_007 }, line('z', 40_000)], [0, 1])).toBeNull()
  })

  test('Positions that do not exist, or were refunded before, book nothing more', () => {
    expect(bookRefunds(lines, [made('1', 5, [7]), made('2', 5, [0, 9]), made('3', 5, null)])).toEqual(lines)
    const twice = bookRefunds(lines, [made('1', 22_667, [0]), made('2', 22_665, [0])])
    expect(twice[0]).toMatchObject({ back: 22_007, feeBack: 660 })
  })

  test('A rider is refunded with the last line that cost something, not by lines that are free or without a rider', () => {
    const gone = (line: { amount: number; back?: number; riderId?: string }) => ({ name: 'Hack', quantity: 1, ...line })
    expect(
      ridersRefunded([
        gone({ riderId: 'a', amount: 1_001, back: 1_001 }),
        gone({ riderId: 'a', amount: 0 }),
        gone({ riderId: 'b', amount: 0 }),
        gone({ riderId: 'c', amount: 333, back: 333 }),
        gone({ riderId: 'c', amount: 1 }),
        gone({ amount: 500, back: 500 }),
      ]),
    ).toEqual(['a'])
  })

  test('Lines can be chosen while they make up the whole purchase and nothing was refunded by amount', () => {
    const payment = { total: 64_898, fee: 1_890, amountRefunded: 0 }
    expect(hasRefundableLines(lines, payment)).toBe(true)
    expect(hasRefundableLines(lines, { ...payment, amountRefunded: 1 })).toBe(false)
    expect(hasRefundableLines(lines.slice(1), payment)).toBe(false)
    const [only] = lines
    expect(hasRefundableLines(only ? [only] : [], { total: 22_667, fee: 660, amountRefunded: 0 })).toBe(false)
    expect(hasRefundableLines([...lines, line('z', 0)], payment)).toBe(true)
    expect(hasRefundableLines([...lines, line('z', -7)], { ...payment, total: 64_891 })).toBe(false)
    const booked = bookRefunds(lines, [made('1', 22_667, [0])])
    expect(hasRefundableLines(booked, { ...payment, amountRefunded: 22_667 })).toBe(true)
  })

  test('A refund that failed is settled by one later refund of its amount', () => {
    const failed = [made('1', 500, null, true), made('2', 500, null, true)]
    expect(unsettledFailures([...failed, made('3', 500, null)]).map(({ id }) => id)).toEqual(['2'])
    expect(unsettledFailures([made('0', 500, null), ...failed]).map(({ id }) => id)).toEqual(['1', '2'])
    expect(unsettledFailures([...failed, made('3', 499, null)])).toHaveLength(2)
  })
})

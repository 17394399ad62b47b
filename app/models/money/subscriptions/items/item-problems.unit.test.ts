import type Stripe from 'stripe'
import { describe, expect, test } from 'vitest'
import { choiceOf } from './billing-items.server'
import { type FeeTerms, metadataOf, termsFor, termsOf } from './fee-terms'
import { itemProblems } from './item-problems'

/** Creates a subscription of items written as product, cents and quantity. */
const holding = (...items: [product: string, amount: number, quantity?: number][]) =>
  ({
    items: {
      data: items.map(([product, unit_amount, quantity = 1], n) => ({
        id: `si_${n}`,
        quantity,
        price: { id: `price_${n}`, product, unit_amount },
      })),
    },
  }) as unknown as Pick<Stripe.Subscription, 'items'>

describe('The contents of a subscription at the provider', () => {
  test.each([
    ['A package with its fee', holding(['stirrup_package_2', 22_000], ['stirrup_fee_300', 660]), 300],
    ['Add-ons alone by bank', holding(['stirrup_addon_3', 4_450, 2], ['stirrup_addon_4', 1_000]), null],
    ['A rate of nothing', holding(['stirrup_package_2', 22_000]), 0],
  ])('%s is no problem', (_, subscription, rate) => {
    expect(itemProblems(subscription, rate)).toEqual([])
  })

  test.each([
    [
      'A package twice',
      holding(['stirrup_package_2', 22_000], ['stirrup_package_2', 22_000]),
      { kind: 'doubled-item', detail: 'stirrup_package_2: $220.00, stirrup_package_2: $220.00 a month' },
    ],
    [
      'Two packages',
      holding(['stirrup_package_2', 22_000], ['stirrup_package_3', 40_000]),
      { kind: 'doubled-item', detail: 'stirrup_package_2: $220.00, stirrup_package_3: $400.00 a month' },
    ],
    [
      'An add-on twice',
      holding(['stirrup_addon_3', 4_450], ['stirrup_addon_3', 4_000, 2]),
      { kind: 'doubled-item', detail: 'stirrup_addon_3: $44.50, stirrup_addon_3: $40.00 × 2 a month' },
    ],
    [
      'An item of somebody else',
      holding(['stirrup_package_2', 22_000], ['prod_x', 50_000]),
      { kind: 'foreign-item', detail: 'prod_x: $500.00 a month' },
    ],
    [
      'A fee that a bank account does not have',
      holding(['stirrup_package_2', 22_000], ['stirrup_fee_300', 660]),
      { kind: 'fee-differs', detail: '$6.60 instead of $0.00' },
    ],
  ])('%s is a problem', (_, subscription, problem) => {
    expect(itemProblems(subscription, null)).toEqual([problem])
  })

  test('A duplicate fee is both too much and a duplicate item', () => {
    const twice = holding(['stirrup_package_2', 22_000], ['stirrup_fee_300', 660], ['stirrup_fee_300', 660])
    expect(itemProblems(twice, 300).map(({ kind }) => kind)).toEqual(['doubled-item', 'fee-differs'])
  })

  test('Rows of one product are added up', () => {
    const twice = holding(['stirrup_addon_3', 4_450], ['stirrup_addon_3', 4_450, 2], ['stirrup_fee_300', 401])
    expect(choiceOf(twice)).toEqual({
      packageId: null,
      packagePrice: 0,
      addOns: [{ addOnId: 3, quantity: 3, unitPrice: 4_450 }],
      fee: 401,
    })
  })
})

describe('The terms of a fee', () => {
  const school = { feeRate: 400, feeScope: 'all_cards' as const }
  const credit = { type: 'card' as const, funding: 'credit' }
  const debit = { type: 'card' as const, funding: 'debit' }
  const bank = { type: 'us_bank_account' as const, funding: null }
  const all = (rate: number | null): FeeTerms => ({ scope: 'all_cards', rate })
  const creditAlone = (rate: number | null): FeeTerms => ({ scope: 'credit_cards', rate })

  test.each([
    ['A card keeps the rate that it has', all(300), credit, all(300)],
    ['A card keeps a rate of nothing', all(0), credit, all(0)],
    ['A bank account has none', all(300), bank, all(null)],
    ['A card after a bank account has that of the day', all(null), credit, all(400)],
    ['A debit card stays without one', creditAlone(null), debit, creditAlone(null)],
    ['A credit card after a debit card has that of the day', creditAlone(null), credit, all(400)],
  ])('%s', (_, before, method, after) => {
    expect(termsFor(before, method, school)).toEqual(after)
    expect(termsOf(metadataOf(after))).toEqual(after)
  })

  test.each([{}, { feeScope: 'x' }, { feeRate: '300' }])('%j are not terms', (metadata) => {
    expect(termsOf(metadata as Record<string, string>)).toBeNull()
  })
})

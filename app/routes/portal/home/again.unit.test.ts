import { expect, test } from 'vitest'
import type { OwnedPackage } from '~/models/catalog/catalog'
import { purchaseAgain } from './again'

const today = '2026-11-20'
const counts = { lessonsPerMonth: 4, privateLessonsPerMonth: 0, makeupLessons: 1, hacksPerMonth: 0 }
const packages = [{ id: 2, name: 'Package 1', description: null, price: 22_000, ...counts }]
const addOns = [{ id: 5, name: 'Hack', description: null, type: 'hack' as const, price: 4_450, isRecurring: true }]
const lastPurchase = [
  { packageId: 2, addOnId: null, quantity: 1 },
  { packageId: null, addOnId: 5, quantity: 2 },
]
const known = {
  catalog: { packages, addOns },
  lastPurchase,
  owned: [] as OwnedPackage[],
  methods: [{ type: 'card' as const, funding: 'credit' }],
  feeRate: 300,
  feeScope: 'credit_cards' as const,
}
const inMonth = (month: string) => ({ packageId: 2, name: 'Package 1', month })

test('What a family bought last is offered for this month, or for the next one if it has this one', () => {
  expect(purchaseAgain(known, today)).toMatchObject({ total: 31_827, from: today, to: '2026-11-30' })
  const november = { ...known, owned: [inMonth('2026-11-01')] }
  expect(purchaseAgain(november, today)).toMatchObject({ from: '2026-12-01', to: '2026-12-31' })
  const both = { ...known, owned: [inMonth('2026-11-01'), inMonth('2026-12-01')] }
  expect(purchaseAgain(both, today)).toBeNull()
})

test('Its price is that of the method that would pay it', () => {
  const total = (methods: typeof known.methods | { type: 'us_bank_account'; funding: null }[] | null) =>
    purchaseAgain({ ...known, methods }, today)?.total
  expect(total([{ type: 'card', funding: 'debit' }])).toBe(30_900)
  expect(total([{ type: 'us_bank_account', funding: null }])).toBe(30_900)
  expect(total(null)).toBe(31_827)
})

test('Nothing is offered again before the first purchase, or if a part of it is no longer sold', () => {
  expect(purchaseAgain({ ...known, lastPurchase: [] }, today)).toBeNull()
  expect(purchaseAgain({ ...known, catalog: { packages, addOns: [] } }, today)).toBeNull()
})

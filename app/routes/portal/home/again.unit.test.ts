import { expect, test } from 'vitest'
import type { OwnedPackage } from '~/models/catalog/catalog'
import { purchasesAgain } from './again'

const today = '2026-11-20'
const counts = { lessonsPerMonth: 4, privateLessonsPerMonth: 0, makeupLessons: 1, hacksPerMonth: 0 }
const packages = [{ id: 2, name: 'Package 1', description: null, price: 22_000, ...counts }]
const addOns = [{ id: 5, name: 'Hack', description: null, type: 'hack' as const, price: 4_450, isRecurring: true }]
const lastPurchase = [
  { riderId: 'emma', packageId: 2, addOnId: null, quantity: 1 },
  { riderId: 'emma', packageId: null, addOnId: 5, quantity: 2 },
]
const emma = (owned: OwnedPackage[] = []) => ({ id: 'emma', name: 'Emma', isSelf: true, owned, subscribed: false })
const known = {
  catalog: { packages, addOns },
  lastPurchase,
  riders: [emma()],
  methods: [{ type: 'card' as const, funding: 'credit' }],
  feeRate: 300,
  feeScope: 'credit_cards' as const,
}
const inMonth = (month: string) => ({ packageId: 2, name: 'Package 1', month })

test('What a family bought last is offered for this month, or for the next one if it has this one', () => {
  expect(purchasesAgain(known, today)).toMatchObject([
    { rider: null, selection: { riderId: null }, total: 31_827, from: today, to: '2026-11-30' },
  ])
  const november = { ...known, riders: [emma([inMonth('2026-11-01')])] }
  expect(purchasesAgain(november, today)).toMatchObject([{ from: '2026-12-01', to: '2026-12-31' }])
  const both = { ...known, riders: [emma([inMonth('2026-11-01'), inMonth('2026-12-01')])] }
  expect(purchasesAgain(both, today)).toEqual([])
})

test('Its price is that of the method that would pay it', () => {
  const total = (methods: typeof known.methods | { type: 'us_bank_account'; funding: null }[] | null) =>
    purchasesAgain({ ...known, methods }, today)[0]?.total
  expect(total([{ type: 'card', funding: 'debit' }])).toBe(30_900)
  expect(total([{ type: 'us_bank_account', funding: null }])).toBe(30_900)
  expect(total(null)).toBe(31_827)
})

test('Nothing is offered again before the first purchase, or if a part of it is no longer sold', () => {
  expect(purchasesAgain({ ...known, lastPurchase: [] }, today)).toEqual([])
  expect(purchasesAgain({ ...known, catalog: { packages, addOns: [] } }, today)).toEqual([])
})

test('Each rider of a family has a last purchase of its own, by name', () => {
  const tom = { ...emma(), id: 'tom', name: 'Tom', isSelf: false }
  const hack = { riderId: 'tom', packageId: null, addOnId: 5, quantity: 1 }
  const family = { ...known, riders: [emma(), tom], lastPurchase: [...lastPurchase, hack] }
  expect(purchasesAgain(family, today)).toMatchObject([
    { rider: 'Emma', total: 31_827 },
    { rider: 'Tom', selection: { riderId: 'tom', quantities: { 5: 1 } }, total: 4_584 },
  ])
})

import { expect, test } from 'vitest'
import type { OwnedPackage } from '~/models/vocabulary/catalog'
import { purchasesAgain } from './again'

const today = '2026-11-20'
const counts = { lessonsPerMonth: 4, privateLessonsPerMonth: 0, makeupLessons: 1, hacksPerMonth: 0 }
const packages = [{ id: 2, name: 'Package 1', description: null, price: 22_000, ...counts }]
const addOns = [{ id: 5, name: 'Hack', description: null, type: 'hack' as const, price: 4_450, isRecurring: true }]
const lastPurchase = [
  { riderId: 'emma', packageId: 2, addOnId: null, quantity: 1 },
  { riderId: 'emma', packageId: null, addOnId: 5, quantity: 2 },
]
const emma = (owned: OwnedPackage[] = []) => ({
  id: 'emma',
  name: 'Emma',
  isSelf: true,
  owned,
  lastPackageId: null,
  subscribed: false,
})
const known = {
  catalog: { packages, addOns },
  lastPurchase,
  riders: [emma()],
  atSchool: null,
  methods: [{ type: 'card' as const, funding: 'credit' }],
  feeRate: 300,
  feeScope: 'credit_cards' as const,
  asked: [],
}
const inMonth = (month: string) => ({ packageId: 2, name: 'Package 1', month })

test('What a family bought last is offered for this month, or for the next one if it has this one', () => {
  expect(purchasesAgain(known, today)).toMatchObject([
    {
      selection: { riderId: null, startMonth: 'this-month' },
      parts: [{ riders: [], what: 'Package 1 + Hack × 2' }],
      total: 31_827,
      from: today,
    },
  ])
  const november = { ...known, riders: [emma([inMonth('2026-11-01')])] }
  expect(purchasesAgain(november, today)).toMatchObject([{ from: '2026-12-01' }])
  const both = { ...known, riders: [emma([inMonth('2026-11-01'), inMonth('2026-12-01')])] }
  expect(purchasesAgain(both, today)).toEqual([])
})

test('In the last week of a month the next one is offered, and nothing to a family that has it', () => {
  const start = (day: string, riders = [emma()]) => purchasesAgain({ ...known, riders }, day)[0]?.selection.startMonth
  expect(['2026-11-23', '2026-11-24', '2026-11-30'].map((day) => start(day))).toEqual([
    'this-month',
    'next-month',
    'next-month',
  ])
  expect(start('2026-11-24', [emma([inMonth('2026-12-01')])])).toBeUndefined()
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

test('Who has a subscription renews it, and buys no extra again', () => {
  expect(purchasesAgain({ ...known, riders: [{ ...emma(), subscribed: true }] }, today)).toEqual([])
})

const tom = (owned: OwnedPackage[] = []) => ({ ...emma(owned), id: 'tom', name: 'Tom', isSelf: false })
const one = (riderId: string) => ({ riderId, packageId: 2, addOnId: null, quantity: 1 })

test('What is bought again for several riders of a family is one purchase', () => {
  const family = { ...known, riders: [emma(), tom()], lastPurchase: [one('emma'), one('tom')] }
  const [again, ...more] = purchasesAgain(family, today)
  expect(more).toEqual([])
  expect(again).toMatchObject({
    selection: { riderId: 'emma', packageId: 2, others: { tom: { packageId: 2 } } },
    parts: [{ riders: ['Emma', 'Tom'], what: 'Package 1' }],
    // 3 % of 440.
    total: 45_320,
  })
  const hack = { riderId: 'tom', packageId: null, addOnId: 5, quantity: 1 }
  expect(purchasesAgain({ ...family, lastPurchase: [one('emma'), hack] }, today)).toMatchObject([
    {
      parts: [
        { riders: ['Emma'], what: 'Package 1' },
        { riders: ['Tom'], what: 'Hack' },
      ],
    },
  ])
})

test('Riders who have this month already wait for the next one, as a purchase of its own', () => {
  const riders = [emma([inMonth('2026-11-01')]), tom()]
  expect(purchasesAgain({ ...known, riders, lastPurchase: [one('emma'), one('tom')] }, today)).toMatchObject([
    { from: today, parts: [{ riders: ['Tom'] }], selection: { riderId: 'tom', others: {} } },
    { from: '2026-12-01', parts: [{ riders: ['Emma'] }], selection: { startMonth: 'next-month' } },
  ])
})

import fc from 'fast-check'
import type { StepAtSchool } from './at-school'
import type { StepOfBackups } from './backups'
import type { StepOfFamilies } from './families'
import type { StepOfTheSchool } from './school-money'

export type Method = 'card' | 'us_bank_account'
export type Start = 'this-month' | 'next-month'
export type Until = 'an hour' | 'four days' | 'the last evening' | 'next month'

/** A random step. `nth` picks among the present candidates; `times` is how often it is done at once. */
export type Step =
  | { do: 'buy'; method: Method; hacks: number; start: Start; times: number; riders?: number }
  | { do: 'pay'; nth: number; token: number }
  | { do: 'pay by what is saved'; nth: number; method: number; times: number }
  | { do: 'pay again'; nth: number }
  | { do: 'checkout'; nth: number; card: boolean }
  | { do: 'confirm'; nth: number; times: number }
  | { do: 'refund'; nth: number; share: number; atProvider: boolean; fails: boolean; times: number }
  | { do: 'fail a refund'; nth: number }
  | { do: 'dispute'; nth: number; part: boolean }
  | { do: 'refund lines'; nth: number; lines: number[]; fails: boolean; times: number }
  | { do: 'pay over midnight'; method: Method; office: 'grants' | 'refunds' | 'waits' }
  | { do: 'pay a stranger'; share: number }
  | { do: 'subscribe'; method: Method; start: Start; times: number; rider?: number }
  | { do: 'change'; premium: boolean; hacks: number; times: number; rider?: number }
  | { do: 'move a child' }
  | { do: 'set default'; nth: number; times: number }
  | { do: 'change and set default'; hacks: number; nth: number }
  | { do: 'delete method'; nth: number; atProvider: boolean }
  | { do: 'a failing card pays' }
  | { do: 'cancel'; how: 'family' | 'provider' | 'portal'; rider?: number }
  | { do: 'keep'; times: number; rider?: number }
  | { do: 'delete customer' }
  | { do: 'pay month elsewhere' }
  | { do: 'set fee'; rate: number; credit: boolean }
  | { do: 'decide'; how: 'grant' | 'ignore' | 'refund' }
  | { do: 'events'; mode: 'deliver' | 'drop' | 'double' | 'shuffle' | 'hold' }
  | { do: 'release' }
  | { do: 'wait'; until: Until }
  | { do: 'settle' }
  | { do: 'lose an answer'; after: boolean }
  | StepOfBackups
  | StepOfFamilies
  | StepOfTheSchool
  | StepAtSchool
  | { do: 'die'; after: number; doing: Step }
  | { do: 'reconcile'; times: number }

const nth = fc.nat(5)
const times = fc.constantFrom(1, 1, 2)
const method = fc.constantFrom<Method>('card', 'us_bank_account')
const start = fc.constantFrom<Start>('this-month', 'this-month', 'next-month')
const hacks = fc.integer({ min: 0, max: 3 })
const rider = fc.constantFrom(0, 0, 1, 2)
const riders = fc.constantFrom(1, 1, 2, 3)
const of = (weight: number, kind: Step['do'], rest = {}) => ({
  weight,
  arbitrary: fc.record({ do: fc.constant(kind), ...rest }) as unknown as fc.Arbitrary<Step>,
})

const ofPeople = [
  of(5, 'buy', { method, hacks, start, times, riders }),
  of(6, 'pay', { nth, token: fc.nat(3) }),
  of(4, 'pay by what is saved', { nth, method: fc.nat(3), times }),
  of(2, 'pay again', { nth }),
  of(2, 'checkout', { nth, card: fc.boolean() }),
  of(3, 'confirm', { nth, times }),
  of(3, 'refund', {
    nth,
    share: fc.integer({ min: 1, max: 4 }),
    atProvider: fc.boolean(),
    fails: fc.boolean(),
    times,
  }),
  of(3, 'refund lines', {
    nth,
    lines: fc.uniqueArray(fc.nat(3), { minLength: 1, maxLength: 3 }),
    fails: fc.boolean(),
    times,
  }),
  of(4, 'subscribe', { method, start, times, rider }),
  of(4, 'change', { premium: fc.boolean(), hacks, times, rider }),
  of(3, 'set default', { nth, times }),
  of(2, 'change and set default', { hacks, nth }),
  of(1, 'delete method', { nth, atProvider: fc.boolean() }),
  of(2, 'cancel', { how: fc.constantFrom('family', 'family', 'provider', 'portal'), rider }),
  of(2, 'keep', { times, rider }),
  of(1, 'set fee', { rate: fc.constantFrom(0, 250, 300), credit: fc.boolean() }),
  of(2, 'decide', { how: fc.constantFrom('grant', 'ignore', 'refund') }),
]
const ofTheWorld = [
  of(1, 'fail a refund', { nth }),
  of(2, 'dispute', { nth, part: fc.boolean() }),
  of(1, 'a failing card pays'),
  of(2, 'move a child'),
  of(2, 'merge', {
    declined: fc.boolean(),
    brings: fc.constantFrom('nothing', 'a payment', 'a subscription that ended'),
  }),
  of(2, 'undo merge'),
  of(1, 'erase', { leaves: fc.constantFrom('nothing', 'an open page', 'a declined order') }),
  of(2, 'pay over midnight', { method, office: fc.constantFrom('grants', 'refunds', 'waits') }),
  of(1, 'pay a stranger', { share: fc.nat(2) }),
  of(1, 'note', { rider, cents: fc.integer({ min: 1, max: 99_999 }), daysAgo: fc.nat(40), ahead: fc.boolean() }),
  of(1, 'take a note back'),
  of(3, 'ask', { riders, hacks, start, times }),
  of(5, 'answer', { nth, how: fc.constantFrom('record', 'record', 'undo', 'decline', 'take back'), times }),
  of(1, 'as last month', { times }),
  of(1, 'undo as last month', { times }),
  of(1, 'sponsor', { rider, dollars: fc.integer({ min: 1, max: 999 }) }),
  of(2, 'use a credit', { nth, share: fc.integer({ min: 1, max: 3 }), times }),
  of(1, 'take a use back', { nth, times }),
  of(1, 'refund a donation', { nth }),
  of(1, 'back up'),
  of(1, 'restore'),
  of(1, 'delete customer'),
  of(1, 'pay month elsewhere'),
  of(3, 'events', { mode: fc.constantFrom('deliver', 'drop', 'double', 'shuffle', 'hold') }),
  of(1, 'release'),
  of(6, 'wait', { until: fc.constantFrom<Until>('an hour', 'four days', 'the last evening', 'next month') }),
  of(2, 'settle'),
  of(1, 'lose an answer', { after: fc.boolean() }),
  of(2, 'reconcile', { times }),
]
const dying = {
  weight: 4,
  arbitrary: fc.record({
    do: fc.constant('die' as const),
    after: fc.integer({ min: 0, max: 40 }),
    doing: fc.oneof(...ofPeople),
  }),
}

/** Most families have bought something before the faults begin. */
const bought: Step[] = [
  { do: 'buy', method: 'card', hacks: 1, start: 'this-month', times: 1 },
  { do: 'pay', nth: 0, token: 0 },
]
const boughtByBank: Step[] = [
  { do: 'buy', method: 'us_bank_account', hacks: 0, start: 'next-month', times: 1 },
  { do: 'pay', nth: 0, token: 0 },
]
const subscribed: Step[] = [{ do: 'subscribe', method: 'card', start: 'this-month', times: 1 }]
const boughtForAll: Step[] = [
  { do: 'buy', method: 'card', hacks: 1, start: 'this-month', times: 1, riders: 3 },
  { do: 'pay', nth: 0, token: 0 },
]
const merged: Step[] = [...bought, { do: 'merge', declined: true, brings: 'a payment' }]
const sponsored: Step[] = [
  { do: 'sponsor', rider: 0, dollars: 241 },
  { do: 'use a credit', nth: 0, share: 2, times: 1 },
]
const asked: Step[] = [
  { do: 'ask', riders: 3, hacks: 1, start: 'this-month', times: 2 },
  { do: 'answer', nth: 0, how: 'record', times: 2 },
]
const backedUp: Step[] = [...bought, { do: 'back up' }]
const beginnings = fc.constantFrom<Step[]>(
  ...[[], bought, subscribed, [...subscribed, ...bought], boughtByBank],
  ...[boughtForAll, merged, sponsored, asked, backedUp],
)
const troubles = fc.array(fc.oneof(...ofPeople, ...ofTheWorld, dying), { minLength: 4, maxLength: 18 })

export const sequences = fc.tuple(beginnings, troubles).map(([before, after]) => [...before, ...after])

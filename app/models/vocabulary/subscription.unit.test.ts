import { expect, test } from 'vitest'
import {
  CURRENT_STATUSES,
  endsAtOnce,
  RUNNING_STATUSES,
  type SubscriptionStatus,
  shownStatus,
  subscriptionLabel,
  subscriptionNote,
} from './subscription'

const said = (shown: SubscriptionStatus, cancelAtPeriodEnd = false) => {
  const state = { shown, cancelAtPeriodEnd, renewsOn: '2026-12-01', endsOn: '2026-11-30' }
  return [subscriptionLabel(state), subscriptionNote(state)]
}

test('A running subscription says when it renews', () => {
  expect(said('active')).toEqual(['Active', 'Renews on Dec 1, 2026.'])
})

test('A canceled subscription is shown neither as active nor as renewing', () => {
  expect(said('active', true)).toEqual(['Ends Nov 30', 'Canceled. You can use your lessons until Nov 30.'])
})

test('A subscription that has not begun says when it starts and is charged', () => {
  expect(said('trialing')).toEqual(['Starts Dec 1', "Starts on Dec 1, 2026. You'll be charged that day."])
  expect(said('trialing', true)[1]).toBe("Canceled. It won't start, and you won't be charged.")
})

test.each(['incomplete', 'past_due', 'unpaid'] as const)('A subscription that is %s promises no renewal', (status) => {
  expect(said(status)[1]).toBe("You'll get your lessons once the payment goes through.")
})

test('Owed money is mentioned before the end, and no lessons are promised that are not paid', () => {
  expect(said('past_due', true)).toEqual([
    'Past due',
    "You'll get your lessons once the payment goes through. It ends Nov 30.",
  ])
})

// The rule: it ends at once if the family owes for it or nothing of it is paid; what is paid is used up first.
test.each([
  ['incomplete', false, true],
  ['past_due', false, true],
  ['past_due', true, true],
  ['unpaid', false, true],
  ['unpaid', true, true],
  ['trialing', false, true],
  ['trialing', true, false],
  ['active', true, false],
  ['active', false, false],
  ['paused', true, false],
])('Canceled while it is %s, and begun is %s, a subscription ends at once: %s', (status, begun, atOnce) => {
  expect(endsAtOnce({ status, begun })).toBe(atOnce)
})

test.each([
  ['incomplete', 'Not paid yet', "You'll get your lessons once the payment goes through."],
  ['incomplete_expired', 'Expired', 'Renews on Dec 1, 2026.'],
  ['past_due', 'Past due', "You'll get your lessons once the payment goes through."],
  ['unpaid', 'Unpaid', "You'll get your lessons once the payment goes through."],
  ['canceled', 'Canceled', 'Renews on Dec 1, 2026.'],
  ['paused', 'Paused', 'Paused. Contact the office to start it again.'],
] as const)('A subscription that is %s is called %s', (status, label, note) => {
  expect(said(status)).toEqual([label, note])
})

test('A family that owes a month is subscribed; one that has not paid the first month is not yet, and cannot begin a second', () => {
  expect(RUNNING_STATUSES).toEqual(['active', 'trialing', 'past_due', 'unpaid'])
  expect(CURRENT_STATUSES).toEqual(['incomplete', 'active', 'trialing', 'past_due', 'unpaid'])
})

// The provider calls a month that begins on a 1st a trial, whether it is paid or not.
test.each([
  ['trialing', false, false, 'trialing'],
  ['trialing', false, true, 'incomplete'],
  ['trialing', true, true, 'active'],
  ['trialing', true, false, 'active'],
  ['past_due', true, true, 'past_due'],
  ['active', false, true, 'active'],
] as const)(
  'A subscription with the provider’s status %s, begun %s and billed %s, is shown as %s',
  (status, begun, billed, shown) => {
    expect(shownStatus({ status, begun, billed })).toBe(shown)
  },
)

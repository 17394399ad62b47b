import { reconcilePayouts } from '~/models/money/reconcile/reconcile-payouts.server'
import { refundPayment } from '~/models/money/refunds/refunds.server'
import { syncPayment } from '~/models/money/sync/sync-payment.server'
import { setClock } from '~/platform/clock.server'
import { prisma } from '~/platform/db.server'
import { getEnv } from '~/platform/env.server'
import { paymentProvider } from '~/services/stripe/stripe.server'
import { addDays, addMonths, type LocalDate, monthStart, startOfDayInZone } from '~/utils/dates'
import type { Sandbox } from '../../sandbox/stripe'
import type { FamilyPurchases } from './families'
import { formerOccasions, seedFormerFamily } from './former-family'
import { basketFor, extrasFor, type Habit, habitsOf } from './habits'
import { seedOfflinePayments } from './offline-payments'
import { type Occasion, type OnlineHabit, payForFamily, payOnce, subscribe } from './pay'
import type { SeededPeople } from './people'
import type { Random } from './random'
import type { WeeklyRide } from './week'

const HOUR = 60 * 60_000
const isOnline = (habit: Habit): habit is OnlineHabit => habit.method !== 'offline'

/** Makes four months of payments through the models and the sandbox that families use, with both clocks set back. */
export async function seedPayments(
  people: SeededPeople,
  places: WeeklyRide[],
  family: FamilyPurchases,
  today: LocalDate,
  random: Random,
): Promise<void> {
  const habits = habitsOf(people, places)
  await seedOfflinePayments(habits, today, random)
  const sandbox = paymentProvider()?.ownSandbox
  if (!sandbox) return
  sandbox.faults.events = 'drop'
  try {
    const occasions = [
      ...occasionsOf(habits.filter(isOnline), today, random),
      ...familyOccasions(family),
      ...feesOf(sandbox, today),
      ...goodwill(people.adminId, today),
      ...formerOccasions(await seedFormerFamily(people.adminId, today), people.adminId, today),
    ]
    for (const { at, run } of occasions.sort(byTime)) {
      setClock(at)
      sandbox.clock.set(Math.floor(at.getTime() / 1000))
      await run()
    }
    setClock(null)
    sandbox.clock.set(null)
    await renew()
    await reconcilePayouts()
  } finally {
    setClock(null)
    sandbox.clock.set(null)
    sandbox.faults.events = 'deliver'
  }
}

/** Returns the provider's fees, charged on the 2nd for the subscriptions of the month before. */
const feesOf = (sandbox: Sandbox, today: LocalDate): Occasion[] =>
  [-2, -1, 0]
    .map((n) => startOfDayInZone(addDays(addMonths(monthStart(today), n), 1), getEnv().schoolTimezone))
    .filter((at) => at.getTime() < Date.now() - 2 * HOUR)
    .map((at) => ({ at, run: async () => sandbox.takeFee(1_120, 'Billing - Usage Fee') }))

/** Refunds part of a package on the 12th of last month, for lessons lost to rain. */
function goodwill(adminId: string, today: LocalDate): Occasion[] {
  const day = addDays(addMonths(monthStart(today), -1), 11)
  const before = startOfDayInZone(day, getEnv().schoolTimezone)
  const run = async () => {
    const { id } = await prisma.paymentTransaction.findFirstOrThrow({
      where: {
        status: 'succeeded',
        orderId: { not: null },
        fee: { gt: 0 },
        amount: { gte: 200 },
        user: { hiddenAt: null },
      },
      orderBy: { id: 'desc' },
    })
    await refundPayment(adminId, id, { part: 5_500, version: '0' })
  }
  return [{ at: new Date(before.getTime() + 11 * HOUR), run }]
}

/** Sorts by time, because the sandbox's clock only goes forward. */
const byTime = (a: Occasion, b: Occasion) => a.at.getTime() - b.at.getTime()

/** Returns one payment for all children, two evenings before the month. */
const familyOccasions = ({ months, ...purchase }: FamilyPurchases): Occasion[] =>
  months.map((month) => ({
    at: new Date(startOfDayInZone(addDays(month, -2), getEnv().schoolTimezone).getTime() + 19 * HOUR),
    run: () => payForFamily(purchase),
  }))

function occasionsOf(habits: OnlineHabit[], today: LocalDate, random: Random): Occasion[] {
  const thisMonth = monthStart(today)
  const between = (day: LocalDate, from: number, to: number) =>
    new Date(
      startOfDayInZone(day, getEnv().schoolTimezone).getTime() + (from + random.below((to - from) * 60) / 60) * HOUR,
    )
  const monthsFrom = (since: LocalDate) =>
    [-3, -2, -1, 0, 1].map((n) => addMonths(thisMonth, n)).filter((month) => month >= since)

  const purchases = habits.flatMap((habit): Occasion[] =>
    monthsFrom(habit.since).flatMap((month) => {
      if (habit.isLate && month >= thisMonth) return []
      const day = addDays(month, -1 - random.below(6))
      if (!habit.subscribes) {
        return {
          at: between(day, 7, 21),
          byBank: habit.method === 'us_bank_account',
          run: () => payOnce(habit, basketFor(habit, month), 'next-month'),
        }
      }
      const extras = extrasFor(habit, month)
      return [
        ...(month === habit.since ? [{ at: between(month, 8, 9), run: () => subscribe(habit) }] : []),
        ...(extras.addOns.length
          ? [{ at: between(addDays(month, 1), 7, 21), run: () => payOnce(habit, extras, 'this-month') }]
          : []),
      ]
    }),
  )
  const isPast = ({ at }: Pick<Occasion, 'at'>) => at.getTime() < Date.now() - 2 * HOUR
  const settled = purchases
    .filter(({ byBank, at }) => byBank && isPast({ at }))
    .map(({ at }) => ({ at: new Date(at.getTime() + 96 * HOUR), run: settle }))
  const renewals = monthsFrom(addMonths(thisMonth, -2)).map((month) => ({ at: between(month, 18, 19), run: renew }))
  const inTime = [...purchases, ...settled, ...renewals].filter(isPast)
  // The only payment that is still on its way, so that the office sees what clearing looks like.
  const byBank = habits.find(({ method, subscribes }) => method === 'us_bank_account' && !subscribes)
  const hacks = { packageName: null, addOns: [['Hack', 2]] satisfies [string, number][] }
  return byBank
    ? [...inTime, { at: new Date(Date.now() - HOUR), run: () => payOnce(byBank, hacks, 'this-month') }]
    : inTime
}

/** Syncs payments as the reconcile job would, after the bank has sent the money: no events were sent. */
async function settle(): Promise<void> {
  await paymentProvider()?.ownSandbox?.flush()
  const clearing = await prisma.order.findMany({
    where: { status: 'processing', stripePaymentIntentId: { not: null } },
    select: { stripePaymentIntentId: true },
  })
  for (const { stripePaymentIntentId } of clearing) await syncPayment(stripePaymentIntentId ?? '')
}

/** Renews subscriptions, which charge their month in the course of its first day. */
async function renew(): Promise<void> {
  const subscriptions = await prisma.subscription.findMany({ select: { stripeSubscriptionId: true } })
  for (const { stripeSubscriptionId: subscription } of subscriptions) {
    if (!subscription) continue
    const { data } = await paymentProvider()!.stripe.invoices.list({ subscription, limit: 1 })
    for (const invoice of data) await syncPayment({ invoice: invoice.id })
  }
}

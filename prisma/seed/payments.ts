import { newNonce, placeOrder } from '~/models/payments/order.server'
import type { MethodType } from '~/models/payments/pricing'
import { getSchool } from '~/models/school/current-school.server'
import { setClock } from '~/platform/clock.server'
import { prisma } from '~/platform/db.server'
import { getEnv } from '~/platform/env.server'
import { ensureCustomer } from '~/services/stripe/customer.server'
import { startPayment } from '~/services/stripe/payments.server'
import { paymentProvider, translateProviderErrors } from '~/services/stripe/stripe.server'
import { createSubscription } from '~/services/stripe/subscription/subscriptions.server'
import { syncPayment } from '~/services/stripe/sync/sync-payment.server'
import { addDays, addMonths, type LocalDate, monthStart, startOfDayInZone } from '~/utils/dates'
import { type Habit, habitsOf } from './habits'
import { seedOfflinePayments } from './offline-payments'
import type { SeededPeople } from './people'
import type { Random } from './random'
import type { WeeklyRide } from './week'

/** A family pays, or starts the subscription that pays from then on. */
interface Occasion {
  at: Date
  day: LocalDate
  habit: Habit & { method: MethodType }
  settled: boolean
}

/** Of four months up to now, in order of time: the sandbox's clock only goes forward. */
function occasionsOf(payers: Habit[], today: LocalDate): Occasion[] {
  const online = payers.flatMap((habit) => (habit.method === 'offline' ? [] : [{ ...habit, method: habit.method }]))
  const zone = getEnv().schoolTimezone
  return [3, 2, 1, 0]
    .flatMap((back) =>
      online
        .filter(({ subscribes }) => !subscribes || back === 3)
        .map((habit, i) => {
          const day = addDays(addMonths(monthStart(today), -back), habit.subscribes ? 0 : i % 5)
          const at = new Date(startOfDayInZone(day, zone).getTime() + (9 * 60 + i * 7) * 60_000)
          // Past bank payments went through long ago; some of this month are still on their way.
          return { at, day, habit, settled: back > 0 || i % 5 !== 3 }
        }),
    )
    .filter(({ at }) => at < new Date())
    .sort((a, b) => a.at.getTime() - b.at.getTime())
}

/** Makes four months of payments through the models and the sandbox that families use, with both clocks set back. */
export async function seedPayments(
  people: SeededPeople,
  places: WeeklyRide[],
  today: LocalDate,
  random: Random,
): Promise<void> {
  const payers = habitsOf(people, places, random)
  await seedOfflinePayments(
    payers.filter(({ method }) => method === 'offline'),
    today,
  )
  const sandbox = paymentProvider()?.sandbox
  if (!sandbox) return
  sandbox.faults.events = 'drop'
  try {
    for (const { at, day, habit, settled } of occasionsOf(payers, today)) {
      setClock(at)
      sandbox.clock.set(Math.floor(at.getTime() / 1000))
      await (habit.subscribes ? subscribe(habit) : payOnce(habit, day))
      if (settled) await sandbox.flush()
    }
    setClock(null)
    sandbox.clock.set(null)
    await syncAll()
  } finally {
    setClock(null)
    sandbox.clock.set(null)
    sandbox.faults.events = 'deliver'
  }
}

/** Syncs as the reconcile job would: no events were sent. */
async function syncAll(): Promise<void> {
  const clearing = await prisma.order.findMany({
    where: { status: 'processing' },
    select: { stripePaymentIntentId: true },
  })
  for (const { stripePaymentIntentId } of clearing) await syncPayment(stripePaymentIntentId!)
  const subscriptions = await prisma.subscription.findMany({ select: { stripeSubscriptionId: true } })
  for (const { stripeSubscriptionId } of subscriptions) {
    const { data } = await paymentProvider()!.stripe.invoices.list({ subscription: stripeSubscriptionId!, limit: 12 })
    for (const invoice of data) await syncPayment({ invoice: invoice.id })
  }
}

async function linesOf({ packageName, addOns }: Habit) {
  const chosen = await prisma.package.findUniqueOrThrow({ where: { name: packageName } })
  const extras = await prisma.addOn.findMany({ where: { name: { in: addOns.map(([name]) => name) } } })
  return [
    { type: 'package' as const, id: chosen.id, quantity: 1 },
    ...extras.map(({ id, name }) => ({
      type: 'addon' as const,
      id,
      quantity: addOns.find(([wanted]) => wanted === name)![1],
    })),
  ]
}

async function subscribe(habit: Habit & { method: MethodType }): Promise<void> {
  const { studentId, method } = habit
  await methodOf(studentId, method)
  await createSubscription(studentId, {
    items: await linesOf(habit),
    startMonth: 'this-month',
    method,
    nonce: newNonce(),
  })
}

async function payOnce(habit: Habit & { method: MethodType }, day: LocalDate): Promise<void> {
  const { studentId, method } = habit
  const order = await placeOrder(
    studentId,
    { items: await linesOf(habit), startMonth: 'this-month', method, nonce: newNonce() },
    { today: day, ...(await getSchool()) },
  )
  const { stripe } = paymentProvider()!
  const payment = (await translateProviderErrors(() => startPayment(order)))!
  await stripe.paymentIntents.confirm(payment.paymentIntentId, {
    payment_method: await methodOf(studentId, method),
    mandate_data: { customer_acceptance: { type: 'offline' } },
  })
  await syncPayment(payment.paymentIntentId)
}

async function methodOf(studentId: string, method: MethodType): Promise<string> {
  const { stripe } = paymentProvider()!
  const customer = await ensureCustomer(studentId)
  const saved = await stripe.paymentMethods.list({ customer, type: method, limit: 1 })
  if (saved.data[0]) return saved.data[0].id
  const token = method === 'card' ? 'pm_card_visa' : 'pm_usBankAccount_success'
  const attached = await stripe.paymentMethods.attach(token, { customer })
  await stripe.customers.update(customer, { invoice_settings: { default_payment_method: attached.id } })
  return attached.id
}

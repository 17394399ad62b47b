import fc from 'fast-check'
import { beforeAll, expect, test } from 'vitest'
import { now, today } from '~/platform/clock.server'
import { prisma } from '~/platform/db.server'
import { Refused } from '~/platform/refused'
import { addMonths, monthStart, startOfDayInZone } from '~/utils/dates'
import { centsOf } from '~/utils/money'
import { seedCatalog } from '../../../prisma/seed/catalog'
import { admin } from '../../../test/factories'
import {
  addOnId,
  monthlyPurchase,
  openTestProvider,
  packageId,
  payingRider,
  payWith,
  saveMethod,
} from '../../../test/payments'
import { buy } from './payments.server'
import { refundPayment } from './refunds.server'
import { cancelSubscription, changeSubscription, createSubscription } from './subscription/subscriptions.server'
import { chargeOf, fetchPayment } from './sync/payment-intents.server'
import { reconcilePayments } from './sync/reconcile.server'
import { syncPayment } from './sync/sync-payment.server'

const { sandbox, provider, goToInstant } = openTestProvider()
const { stripe } = provider
let office: { id: string }

beforeAll(async () => {
  await seedCatalog()
  office = await admin()
  goToInstant(Date.parse('2027-01-29T17:00:00Z'))
})

const HOUR = 60 * 60 * 1000
const CARDS = ['pm_card_visa', 'pm_card_chargeDeclined', 'pm_card_refundFail'] as const
const BANKS = ['pm_usBankAccount_success', 'pm_usBankAccount_insufficientFunds'] as const

/** What can happen. `nth` picks among the payments there are. */
type Step =
  | { do: 'buy'; method: 'card' | 'us_bank_account'; hacks: number }
  | { do: 'pay'; nth: number; token: number }
  | { do: 'confirm'; nth: number }
  | { do: 'refund'; nth: number; share: number; atProvider: boolean }
  | { do: 'dispute'; nth: number }
  | { do: 'subscribe'; method: 'card' | 'us_bank_account' }
  | { do: 'change'; hacks: number }
  | { do: 'cancel'; atProvider: boolean }
  | { do: 'events'; mode: 'deliver' | 'drop' | 'double' | 'shuffle' | 'hold' }
  | { do: 'release' }
  | { do: 'wait'; until: 'an hour' | 'four days' | 'next month' }
  | { do: 'lose answers'; after: boolean }
  | { do: 'reconcile' }

const nth = fc.nat(5)
const method = fc.constantFrom('card' as const, 'us_bank_account' as const)
const of = <Kind extends Step['do']>(kind: Kind, rest = {}) =>
  fc.record({ do: fc.constant(kind), ...rest }) as unknown as fc.Arbitrary<Step>
const steps = fc.array(
  fc.oneof(
    { weight: 4, arbitrary: of('buy', { method, hacks: fc.integer({ min: 0, max: 3 }) }) },
    { weight: 5, arbitrary: of('pay', { nth, token: fc.nat(2) }) },
    { weight: 3, arbitrary: of('confirm', { nth }) },
    { weight: 3, arbitrary: of('refund', { nth, share: fc.integer({ min: 1, max: 4 }), atProvider: fc.boolean() }) },
    { weight: 1, arbitrary: of('dispute', { nth }) },
    { weight: 2, arbitrary: of('subscribe', { method }) },
    { weight: 1, arbitrary: of('change', { hacks: fc.integer({ min: 0, max: 3 }) }) },
    { weight: 1, arbitrary: of('cancel', { atProvider: fc.boolean() }) },
    {
      weight: 3,
      arbitrary: of('events', {
        mode: fc.constantFrom('deliver', 'drop', 'double', 'shuffle', 'hold'),
      }),
    },
    { weight: 1, arbitrary: of('release') },
    { weight: 3, arbitrary: of('wait', { until: fc.constantFrom('an hour', 'four days', 'next month') }) },
    { weight: 1, arbitrary: of('lose answers', { after: fc.boolean() }) },
    { weight: 1, arbitrary: of('reconcile') },
  ),
  { minLength: 4, maxLength: 14 },
)

interface World {
  userId: string
  customer: string
}

/** What the rules refuse, or the provider declines or loses, is part of the game. */
async function attempt(work: () => Promise<unknown>): Promise<void> {
  try {
    await work()
  } catch (error) {
    const isGame = error instanceof Refused || (error instanceof Error && error.constructor.name.startsWith('Stripe'))
    if (!isGame) throw error
  }
}

const intentsOf = (customer: string) => stripe.paymentIntents.list({ customer, limit: 100 }).then(({ data }) => data)
async function pick(customer: string, index: number) {
  const intents = await intentsOf(customer)
  return intents[index % Math.max(1, intents.length)]
}

async function take(step: Step, { userId, customer }: World): Promise<unknown> {
  switch (step.do) {
    case 'buy': {
      const items = [
        { type: 'package' as const, id: await packageId(), quantity: 1 },
        ...(step.hacks ? [{ type: 'addon' as const, id: await addOnId(), quantity: step.hacks }] : []),
      ]
      return buy(userId, await monthlyPurchase({ items, method: step.method }))
    }
    case 'pay': {
      const intent = await pick(customer, step.nth)
      if (!intent) return
      const tokens = intent.payment_method_types[0] === 'card' ? CARDS : BANKS
      return payWith(provider, intent.id, tokens[step.token % tokens.length])
    }
    case 'confirm': {
      const intent = await pick(customer, step.nth)
      return intent && syncPayment(intent.id)
    }
    case 'refund': {
      const intent = await pick(customer, step.nth)
      if (!intent) return
      const row = await prisma.paymentTransaction.findUnique({ where: { stripePaymentIntentId: intent.id } })
      const part = Math.ceil((centsOf(row?.amount ?? '0') - centsOf(row?.fee ?? '0')) / step.share)
      if (step.atProvider) {
        return stripe.refunds.create({ payment_intent: intent.id, amount: Math.ceil(intent.amount / step.share) })
      }
      return row && refundPayment(office.id, row.id, { part, seen: centsOf(row.amountRefunded) })
    }
    case 'dispute': {
      const intent = await pick(customer, step.nth)
      const charge = intent?.status === 'succeeded' ? chargeOf((await fetchPayment(intent.id)).intent) : null
      if (charge && !charge.disputed && !charge.refunded) sandbox.openDispute(charge.id)
      return
    }
    case 'subscribe':
      return createSubscription(userId, await monthlyPurchase({ method: step.method }))
    case 'change': {
      const addOns = step.hacks ? [{ addOnId: await addOnId(), quantity: step.hacks }] : []
      return changeSubscription(userId, { packageId: await packageId('Package 2 - Premium'), addOns })
    }
    case 'cancel': {
      if (!step.atProvider) return cancelSubscription(userId)
      const { data } = await stripe.subscriptions.list({ customer })
      return data[0] && stripe.subscriptions.cancel(data[0].id)
    }
    case 'events':
      sandbox.faults.events = step.mode
      return
    case 'release':
      return sandbox.faults.release()
    case 'wait':
      goToInstant(whenIs(step.until))
      return sandbox.idle()
    case 'lose answers':
      for (let i = 0; i < 3; i++) {
        sandbox.faults.failNext(step.after ? 'timeout_after' : 'timeout_before', {
          method: 'POST',
          path: /(intents|refunds|subscriptions)$/,
        })
      }
      return
    case 'reconcile':
      return reconcilePayments(0)
  }
}

function whenIs(until: 'an hour' | 'four days' | 'next month'): number {
  if (until === 'an hour') return now().getTime() + 2 * HOUR
  if (until === 'four days') return now().getTime() + 4 * 24 * HOUR
  const second = `${addMonths(monthStart(today()), 1).slice(0, 8)}02`
  return startOfDayInZone(second, 'America/New_York').getTime() + 12 * HOUR
}

/** The provider's side of a family's ledger, and ours, in the same words. */
async function ledgers({ userId, customer }: World) {
  const payments = await Promise.all((await intentsOf(customer)).map(({ id }) => fetchPayment(id)))
  const moving = payments.filter(({ intent }) => intent.status === 'succeeded' || intent.status === 'processing')
  const theirs = moving.map(({ intent, back }) => ({
    id: intent.id,
    amount: intent.amount,
    refunded: chargeOf(intent)?.amount_refunded ?? 0,
    raw: intent.status as string,
    grant: back ?? (intent.status === 'processing' ? 'clearing' : 'active'),
  }))
  const rows = await prisma.paymentTransaction.findMany({
    where: { userId, rawStatus: { in: ['succeeded', 'processing'] } },
  })
  const grants = await prisma.grant.findMany({ where: { userId } })
  const grantOf = (row: (typeof rows)[number]) =>
    grants.filter(
      (grant) =>
        (row.orderId !== null && grant.orderId === row.orderId) ||
        (row.stripeInvoiceId !== null && grant.stripeInvoiceId === row.stripeInvoiceId),
    )
  const ours = rows.map((row) => ({
    id: row.stripePaymentIntentId,
    amount: centsOf(row.amount),
    refunded: centsOf(row.amountRefunded),
    raw: row.rawStatus,
    grants: grantOf(row).map(({ status }) => status),
  }))
  return { theirs, ours, running: grants.filter(({ status }) => status === 'active' || status === 'clearing').length }
}

const byId = (a: { id: string | null }, b: { id: string | null }) => (a.id ?? '').localeCompare(b.id ?? '')

test('Whatever happens and whatever events arrive, our ledger becomes the provider’s', {
  timeout: 90_000,
}, async () => {
  await fc.assert(
    fc.asyncProperty(steps, async (sequence) => {
      const user = await payingRider(provider)
      await saveMethod(provider, user.id, 'pm_usBankAccount_success')
      const { stripeCustomerId } = await prisma.user.findUniqueOrThrow({ where: { id: user.id } })
      const world = { userId: user.id, customer: stripeCustomerId! }
      for (const step of sequence) await attempt(() => take(step, world))
      // Accidents that nobody met are used up, so that they do not hit the next family.
      for (let i = 0; i < 20; i++)
        await stripe.refunds.create({ charge: 'none' }, { maxNetworkRetries: 0 }).catch(() => null)
      sandbox.faults.events = 'deliver'
      await sandbox.faults.release()
      await prisma.subscription.updateMany({
        where: { userId: user.id, stripeSubscriptionId: null },
        data: { createdAt: new Date(0) },
      })
      await reconcilePayments(0)
      const { theirs, ours, running } = await ledgers(world)
      // Back in full before we ever heard of it: nothing was granted, so nothing is to be taken back.
      const expected = theirs.map(({ grant, ...payment }) => payment)
      expect(ours.map(({ grants, ...payment }) => payment).sort(byId)).toEqual(expected.sort(byId))
      for (const { id, grant } of theirs) {
        const granted = ours.find((row) => row.id === id)?.grants ?? []
        if (grant === 'active' || grant === 'clearing') expect(granted).toEqual([grant])
        else expect(granted.every((status) => status === grant)).toBe(true)
      }
      expect(running).toBe(theirs.filter(({ grant }) => grant === 'active' || grant === 'clearing').length)
    }),
    { numRuns: 25, interruptAfterTimeLimit: 45_000, endOnFailure: true },
  )
})

import { describe, expect, test } from 'vitest'
import { eraseWithProvider } from '~/models/money/families/erase-family.server'
import { mergeWithProvider } from '~/models/money/families/merge-accounts.server'
import { setDefaultMethod } from '~/models/money/methods/default-method.server'
import { listPaymentMethods } from '~/models/money/methods/payment-methods.server'
import { findOrder, findOwnOrder } from '~/models/money/payments/order.server'
import { reconcilePayments } from '~/models/money/reconcile/reconcile.server'
import { refundPayment } from '~/models/money/refunds/refunds.server'
import {
  cancelSubscription,
  changeSubscription,
  createSubscription,
  keepSubscription,
} from '~/models/money/subscribing/subscriptions.server'
import { syncPayment } from '~/models/money/sync/sync-payment.server'
import { today } from '~/platform/clock.server'
import { prisma } from '~/platform/db.server'
import { addMonths, monthStart, startOfDayInZone } from '~/utils/dates'
import { centsOf } from '~/utils/money'
import { seedCatalog } from '../../../../prisma/seed/catalog'
import { admin } from '../../../../test/factories'
import { dyingAfter } from '../../../../test/money/crash'
import { whatIsWrong } from '../../../../test/money/invariants'
import { intentsOf, madeOnce, newWorld, runJobs, type World } from '../../../../test/money/world'
import {
  endSubscriptions,
  monthlyPurchase,
  openTestProvider,
  packageId,
  payingRider,
  payWith,
} from '../../../../test/payments'
import { offersFor, payWithSaved } from './pay-saved.server'
import { buy, findOwnPayment, pay, type StartedPayment, startCheckout } from './payments.server'

const { sandbox, provider, goToInstant } = openTestProvider({ retries: 0 })

await seedCatalog()
const officeId = (await admin()).id

// `npm run test:ledger` tries every point.
const STRIDE = Number(process.env.CRASH_STRIDE ?? 11)
/** The time limit: a flow has many crash points, each with the state before and after; erasing has 155. */
const HANGS_MS = (200 / STRIDE) * 60_000
const HOUR = 60 * 60 * 1000
const BEGIN = Date.parse('2029-05-10T16:00:00Z')

const school = madeOnce(() => {
  sandbox.faults.events = 'drop'
  goToInstant(BEGIN)
  return newWorld({ sandbox, provider, officeId, goToInstant }, [31_827, 30_900, 66_650, 64_709])
})

/** A flow: what happens before the crash, and what the process is doing when it dies. */
interface Flow {
  prepare?: (world: World) => Promise<unknown>
  run: (world: World) => Promise<unknown>
  /** What the office repeats after the next start, because it saw no answer. */
  again?: (world: World) => Promise<unknown>
}

/** Places one order for the account and both children, so that each crash point is one of a family's payment. */
const forAll = async ({ riderIds }: World) => {
  const id = await packageId()
  const items = riderIds.map((riderId) => ({ type: 'package' as const, id, quantity: 1, riderId }))
  return monthlyPurchase({ items })
}
const paidIntent = async (world: World): Promise<string> => {
  await buy(world.userId, await forAll(world))
  const [intent] = await intentsOf(world)
  await payWith(provider, intent!.id)
  return intent!.id
}
const subscribed = async ({ userId }: World) =>
  createSubscription(userId, await monthlyPurchase(await ownLines(userId)))
const ownLines = async (riderId: string) => ({
  items: (await monthlyPurchase()).items.map((line) => ({ ...line, riderId })),
})
const bankOf = async (userId: string) =>
  (await listPaymentMethods(userId)).find(({ type }) => type === 'us_bank_account')!.id
const tapSaved = async (world: World) => {
  const { userId } = world
  const [intent] = await intentsOf(world)
  const [offer] = await offersFor((await findOwnPayment(userId, intent!.id))!.order)
  const returnUrl = 'http://s.test/payment-success'
  await payWithSaved(userId, intent!.id, { methodId: offer!.id, seen: offer!.total, returnUrl })
}
const nextMonth = async () => {
  const second = `${addMonths(monthStart(today()), 1).slice(0, 8)}02`
  goToInstant(startOfDayInZone(second, 'America/New_York').getTime() + 12 * HOUR)
  await sandbox.idle()
}

const FLOWS: Record<string, Flow> = {
  'opening a payment for three riders': { run: async (world) => buy(world.userId, await forAll(world)) },
  'confirming a payment for three riders': {
    prepare: paidIntent,
    run: async (world) => syncPayment((await intentsOf(world))[0]!.id),
  },
  'paying by a saved card': {
    prepare: async ({ userId }) => buy(userId, await monthlyPurchase()),
    run: async (world) => tapSaved(world),
  },
  'paying by a saved card after another one was declined': {
    prepare: async (world) => {
      await buy(world.userId, await monthlyPurchase())
      const [intent] = await intentsOf(world)
      await payWith(provider, intent!.id, 'pm_card_chargeDeclined').catch(() => {})
      await syncPayment(intent!.id)
    },
    run: async (world) => tapSaved(world),
  },
  'going to the provider’s page': {
    prepare: async ({ userId }) => buy(userId, await monthlyPurchase()),
    run: async ({ userId }) => {
      const { id } = await prisma.order.findFirstOrThrow({ where: { userId } })
      await startCheckout((await findOwnOrder(userId, { id }))!, {
        success: 'http://s.test/',
        cancel: 'http://s.test/',
      })
    },
  },
  subscribing: { run: subscribed },
  'changing a subscription': {
    prepare: subscribed,
    run: async ({ userId }) =>
      changeSubscription(userId, { packageId: await packageId('Package 2 - Premium'), addOns: [] }),
  },
  'making a bank account the default': {
    prepare: subscribed,
    run: async ({ userId }) => setDefaultMethod(userId, await bankOf(userId)),
  },
  'canceling a subscription': { prepare: subscribed, run: ({ userId }) => cancelSubscription(userId) },
  'keeping a subscription': {
    prepare: async (world) => {
      await subscribed(world)
      await cancelSubscription(world.userId)
    },
    run: ({ userId }) => keepSubscription(userId),
  },
  refunding: {
    prepare: async (world) => syncPayment(await paidIntent(world)),
    run: async () => {
      const row = await prisma.paymentTransaction.findFirstOrThrow()
      await refundPayment(officeId, row.id, { part: 10_000, version: String(centsOf(row.amountRefunded)) })
    },
  },
  'refunding one rider of three by the lines': {
    prepare: async (world) => syncPayment(await paidIntent(world)),
    run: async () => {
      const row = await prisma.paymentTransaction.findFirstOrThrow()
      await refundPayment(officeId, row.id, { lines: [1], version: String(centsOf(row.amountRefunded)) })
    },
  },
  'merging an account with a declined order and a paid one': {
    prepare: async (world) => {
      const other = await payingRider(provider)
      const next = await monthlyPurchase({ startMonth: 'next-month' })
      const ids = [await buy(other.id, await monthlyPurchase()), await buy(other.id, next)]
      await payWith(provider, ids[0]!.paymentIntentId)
      await payWith(provider, ids[1]!.paymentIntentId, 'pm_card_chargeDeclined').catch(() => {})
      for (const { paymentIntentId } of ids) await syncPayment(paymentIntentId)
      world.otherId = other.id
      world.accounts.push(other.id)
    },
    run: (world) => mergeWithProvider(officeId, world.userId, world.otherId!, 'kept'),
    again: async (world) => {
      const { mergedIntoId } = await prisma.user.findUniqueOrThrow({ where: { id: world.otherId } })
      if (!mergedIntoId) await mergeWithProvider(officeId, world.userId, world.otherId!, 'kept')
      // Canceled, if the process died after its payment was closed: it can still be paid.
      const left = await prisma.order.findFirstOrThrow({ where: { userId: world.userId, status: { not: 'paid' } } })
      const { paymentIntentId } = (await pay((await findOrder(left.id))!)) as StartedPayment
      await payWith(provider, paymentIntentId)
      await syncPayment(paymentIntentId)
    },
  },
  'erasing a family that subscribed, paid and left an order': {
    prepare: async (world) => {
      await subscribed(world)
      await syncPayment(await paidIntent(world))
      await endSubscriptions(provider)
      await reconcilePayments(0)
      await buy(world.userId, await monthlyPurchase())
    },
    run: ({ userId }) => eraseWithProvider(officeId, userId, 'Emma Stone'),
    again: async ({ userId }) => {
      const { erasedAt } = await prisma.user.findUniqueOrThrow({ where: { id: userId } })
      if (!erasedAt) await eraseWithProvider(officeId, userId, 'Emma Stone')
    },
  },
  'comparing with the provider after a month without events': {
    prepare: async (world) => {
      await subscribed(world)
      await buy(world.userId, await monthlyPurchase())
      await paidIntent(world)
      await nextMonth()
    },
    run: () => reconcilePayments(0),
  },
}

/** Starts a new process: the old one's claims have expired by then, and everything is reconciled. */
async function restart(): Promise<void> {
  goToInstant(Date.parse(`${today()}T22:00:00Z`))
  await runJobs()
}

describe('A process that dies at any point of', () => {
  test.each(Object.entries(FLOWS))(
    '%s leaves money that is right after the next start',
    { timeout: HANGS_MS },
    async (_, flow) => {
      const prepared = madeOnce(async () => {
        const world = await school()
        await flow.prepare?.(world)
        return world
      })
      for (let point = 0; ; point += STRIDE) {
        const world = await prepared()
        const { died, steps } = await dyingAfter(sandbox, point, () => flow.run(world))
        await restart()
        await flow.again?.(world)
        expect({ point, last: steps.at(-1), wrong: await whatIsWrong(world) }).toMatchObject({ wrong: [] })
        if (died) continue
        expect(point).toBeGreaterThan(3)
        return
      }
    },
  )
})

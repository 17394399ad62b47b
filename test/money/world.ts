import type Stripe from 'stripe'
import type { Month } from '~/models/allowance/month'
import type { UndoPayment } from '~/models/payments/offline/record-payment.schema'
import { now } from '~/platform/clock.server'
import { newInstallationKey } from '~/platform/database/mode.server'
import { prisma } from '~/platform/db.server'
import { deleteErasedCustomers } from '~/services/stripe/people/erased-customers.server'
import { deleteMergedMethods } from '~/services/stripe/people/merged-methods.server'
import { type PaymentProvider, setPaymentProvider } from '~/services/stripe/stripe.server'
import { workOnEvents } from '~/services/stripe/sync/events/event-queue.server'
import { reconcilePayments } from '~/services/stripe/sync/reconcile.server'
import type { LocalDate } from '~/utils/dates'
import type { Sandbox } from '../../sandbox/stripe'
import { rider } from '../factories'
import { payingRider, saveMethod } from '../payments'
import type { Backup } from './backups'
import { rememberRows } from './rows'

/** One family and its school, at a provider that knows nobody else. */
export interface World {
  sandbox: Sandbox
  provider: PaymentProvider
  officeId: string
  /** Whoever pays. */
  userId: string
  /** Another account of the same person, which is merged. */
  otherId?: string
  /** Every account that has paid or may have: of families that were erased, and those that were merged. */
  accounts: string[]
  /** Those that are merged into the family now, the latest last. */
  merged: string[]
  /** What the office noted, and did not take back. */
  noted: {
    userId: string
    month: Month
    day: LocalDate
    cents: number
    /** Of a payment that was recorded alone. */
    undo?: UndoPayment
    /** What it pays, if the family asked for it. */
    order?: number
    /** The line of the log that recorded the month as the one before. */
    change?: number
  }[]
  donated: { id: string; studentId: string; cents: number; day: LocalDate; status: string }[]
  /** The account itself, then its children; the last one moves between families. */
  riderIds: string[]
  goToInstant: (instant: number) => void
  /** What a month was said to cost, whenever somebody could look at it, in cents. */
  shown: Set<number>
  /** What orders came to that a restore has taken away, in cents. */
  ordered: number[]
  backup?: Backup
}

type Place = Pick<World, 'sandbox' | 'provider' | 'officeId' | 'goToInstant'>

/**
 * Makes a world once, and each further time brings it back as it was, at the provider too: making it anew took as long as five steps,
 * and the families of all worlds before were asked about each time.
 */
export function madeOnce(make: () => Promise<World>): () => Promise<World> {
  let bringBack: (() => Promise<World>) | undefined
  return async () => {
    bringBack ??= await remember(await make())
    return bringBack()
  }
}

async function remember({ sandbox, provider, goToInstant, ...told }: World): Promise<() => Promise<World>> {
  await sandbox.idle()
  const instant = now().getTime()
  const [rows, objects, kept] = [await rememberRows(), sandbox.remember(), structuredClone(told)]
  return async () => {
    await sandbox.idle()
    objects()
    await rows()
    // Another object: what the process knew of the provider's products is forgotten too.
    setPaymentProvider({ ...provider })
    goToInstant(instant)
    return { sandbox, provider, goToInstant, ...structuredClone(kept) }
  }
}

/** A school that has started and taken no money, and its first family. */
export async function newWorld(place: Place, shown: number[] = []): Promise<World> {
  await prisma.installation.createMany({ data: { key: newInstallationKey() }, skipDuplicates: true })
  await reconcilePayments(0)
  const family = await newFamily(place.provider)
  return {
    ...place,
    ...family,
    accounts: [family.userId],
    merged: [],
    noted: [],
    donated: [],
    shown: new Set(shown),
    ordered: [],
  }
}

/** A new family with a card and a bank account, and two children. */
export async function newFamily(provider: PaymentProvider): Promise<Pick<World, 'userId' | 'riderIds'>> {
  const { id } = await payingRider(provider)
  await saveMethod(provider, id, 'pm_usBankAccount_success')
  const children = [
    await rider({ firstName: 'Adam', email: null, guardianId: id }),
    await rider({ firstName: 'Zoe', email: null, guardianId: id }),
  ]
  return { userId: id, riderIds: [id, ...children.map((child) => child.id)] }
}

/** What the jobs of a new process do about money: the second time for what the first one repaired at the provider. */
export async function runJobs(): Promise<void> {
  await prisma.subscription.updateMany({ where: { stripeSubscriptionId: null }, data: { createdAt: new Date(0) } })
  await prisma.$executeRaw`UPDATE stripe_events SET next_attempt_at = now() WHERE processed_at IS NULL`
  for (let run = 0; run < 2; run++) {
    await workOnEvents()
    await reconcilePayments(0)
    await deleteErasedCustomers()
    await deleteMergedMethods()
  }
}

export const customerOf = async (userId: string): Promise<string> =>
  (await prisma.user.findUniqueOrThrow({ where: { id: userId } })).stripeCustomerId ?? ''

export const intentsOf = async ({ provider, userId }: World): Promise<Stripe.PaymentIntent[]> => {
  const customer = await customerOf(userId)
  if (!customer) return []
  return provider.stripe.paymentIntents.list({ customer, limit: 100 }).autoPagingToArray({ limit: 1000 })
}

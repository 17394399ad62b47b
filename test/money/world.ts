import type Stripe from 'stripe'
import { workOnEvents } from '~/models/money/events/event-queue.server'
import { deleteErasedCustomers } from '~/models/money/families/erased-customers.server'
import { deleteMergedMethods } from '~/models/money/families/merged-methods.server'
import type { UndoPayment } from '~/models/money/payments/offline/record-payment.schema'
import { reconcilePayments } from '~/models/money/reconcile/reconcile.server'
import type { Month } from '~/models/vocabulary/month'
import { now } from '~/platform/clock.server'
import { newInstallationKey } from '~/platform/database/mode.server'
import { prisma } from '~/platform/db.server'
import { type PaymentProvider, setPaymentProvider } from '~/services/stripe/stripe.server'
import type { LocalDate } from '~/utils/dates'
import type { Sandbox } from '../../sandbox/stripe'
import { rider } from '../factories'
import { payingRider, saveMethod } from '../payments'
import type { Backup } from './backups'
import { rememberRows } from './rows'

/** A family and its school, at a provider without other families. */
export interface World {
  sandbox: Sandbox
  provider: PaymentProvider
  officeId: string
  /** The account that pays. */
  userId: string
  /** Another account of the same person, which is merged. */
  otherId?: string
  /** Every account that has paid or may have, including erased and merged ones. */
  accounts: string[]
  /** The accounts merged into the family now, the latest last. */
  merged: string[]
  /** What the office recorded and did not undo. */
  noted: {
    userId: string
    month: Month
    day: LocalDate
    cents: number
    /** Undoes a payment that was recorded by itself. */
    undo?: UndoPayment
    /** The order that it pays, if the family requested it. */
    order?: number
    /** The log entry that recorded the month as the one before. */
    change?: number
  }[]
  donated: { id: string; studentId: string; cents: number; day: LocalDate; status: string }[]
  /** The account itself, then its children; the last one moves between families. */
  riderIds: string[]
  goToInstant: (instant: number) => void
  /** Every price of a month that was shown, in cents. */
  shown: Set<number>
  /** The totals of orders that a restore has removed, in cents. */
  ordered: number[]
  /** The claims of subscriptions that dead processes left. */
  left: string[]
  backup?: Backup
}

type Place = Pick<World, 'sandbox' | 'provider' | 'officeId' | 'goToInstant'>

/**
 * Creates a world once, and restores it each further time, at the provider too: creating one took as long as five
 * steps, and reconciliation would process the families of all earlier worlds.
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
    // A new object, so that the process forgets the provider's products too.
    setPaymentProvider({ ...provider })
    goToInstant(instant)
    return { sandbox, provider, goToInstant, ...structuredClone(kept) }
  }
}

/** Creates a school that has taken no money, and its first family. */
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
    left: [],
  }
}

/** Creates a family with a card and a bank account, and two children. */
export async function newFamily(provider: PaymentProvider): Promise<Pick<World, 'userId' | 'riderIds'>> {
  const { id } = await payingRider(provider)
  await saveMethod(provider, id, 'pm_usBankAccount_success')
  const children = [
    await rider({ firstName: 'Adam', email: null, guardianId: id }),
    await rider({ firstName: 'Zoe', email: null, guardianId: id }),
  ]
  return { userId: id, riderIds: [id, ...children.map((child) => child.id)] }
}

/** Lets the claims lapse that dead processes left, as two minutes of the database's clock do, which nothing here moves. */
export async function lapseClaims({ sandbox, left }: World): Promise<void> {
  await sandbox.idle()
  if (!left.length) return
  await prisma.subscription.updateMany({
    where: { changeToken: { in: left.splice(0) } },
    data: { changingSince: new Date(0) },
  })
}

/** Runs the jobs of a new process that handle money, twice: the second run sees what the first one repaired at the provider. */
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

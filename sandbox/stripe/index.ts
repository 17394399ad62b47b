import type Stripe from 'stripe'
import { answerApi } from './api'
import { Clock } from './engine/clock'
import type { Context } from './engine/context'
import { type Deliver, Deliveries } from './engine/deliveries'
import { EventLog } from './engine/events'
import { Jobs } from './engine/jobs'
import { type FaultKind, type FaultMatch, Faults } from './engine/requests/faults'
import { type Latency, Traffic } from './engine/requests/traffic'
import { Store } from './engine/store'
import { answerPage } from './pages'
import { book } from './resources/balance/balance-transactions'
import { failPayout, payOut, settlePayout } from './resources/balance/payouts'
import { checkoutAfterIntent } from './resources/checkout-payment'
import { expireCheckoutSession } from './resources/checkout-sessions'
import { collectInvoice } from './resources/invoices/invoice-lifecycle'
import { openDispute, openTestDispute } from './resources/payments/disputes'
import { warnOfFraud } from './resources/payments/fraud-warnings'
import { returnBankPayment, settleBankPayment } from './resources/payments/payment-attempts'
import { failRefund, settleRefund } from './resources/payments/refunds'
import { endPeriod } from './resources/subscriptions/subscription-cycle'
import {
  afterFailedPayment,
  afterPaidElsewhere,
  expireIncomplete,
  followIntent,
  subscriptionAfterIntent,
} from './resources/subscriptions/subscription-status'

export { latencyOf } from './engine/requests/traffic'
export { sandboxHttpClient } from './http-client'

export const SANDBOX_SECRET_KEY = 'sk_test_sandbox'
export const SANDBOX_PUBLISHABLE_KEY = 'pk_test_sandbox'
export const SANDBOX_WEBHOOK_SECRET = 'whsec_sandbox'

const ACH_DELAY_MS = 20_000
const REFUND_DELAY_MS = 5_000
const DAY_SECONDS = 24 * 60 * 60

export interface SandboxOptions {
  /** The public address it is mounted at; pages, receipts, stripe.js and hosted Checkout live below it. */
  baseUrl: string
  /** A journal of JSON lines; state survives a restart and kill -9. Without one it lives in memory only. */
  stateFile?: string
  /** An endpoint that exists from the start. It gets the event types in `events`, or every event. */
  webhook?: { url: string; secret: string; events?: readonly string[] }
  /** How events are sent; the global fetch by default. */
  deliver?: Deliver
  /** The ID of the account that the sandbox simulates; always the same one by default. */
  account?: string
  /** Which API keys are accepted; the two sandbox keys by default. */
  acceptKey?: (key: string) => boolean
  /** How long a bank payment is pending, in milliseconds of the sandbox's clock; 20 s by default. */
  achDelayMs?: number
  /** How long a refund that is not immediate is pending, or until it fails; 5 s by default. */
  refundDelayMs?: number
  /** `daily`: the available balance is paid out each midnight, UTC. No payouts by default. */
  payouts?: 'daily' | 'none'
  /** How long each call travels, before and again after it runs; no time by default. */
  latency?: Latency
}

type EventFault = 'deliver' | 'drop' | 'hold' | 'double' | 'shuffle'

export interface Sandbox {
  /** Answers any path below the base URL's, or at the root. Rejects with code ETIMEDOUT for an ordered timeout. */
  handle(request: Request): Promise<Response>
  /** Moving the clock forward runs what is due: bank payments, renewals, drafts, trial ends. Seconds since 1970. */
  clock: {
    now(): number
    /** Stops the clock at this second; null lets it run in real time again. */
    set(unixSeconds: number | null): void
    advance(seconds: number): void
  }
  /** Settles all pending money whatever its date, and delivers the queued events unless they are held. */
  flush(): Promise<void>
  /** Resolves when no delivery is in flight. */
  idle(): Promise<void>
  faults: {
    /** The fault that applies to events from now on. */
    events: EventFault
    /** Makes the next matching API request fail this way, once. The SDK retries by itself: order one for each of its attempts. */
    failNext(kind: FaultKind, match?: FaultMatch): void
    /** Cancels the ordered faults that have not happened. */
    calm(): void
    /** Delivers what is held. */
    release(): Promise<void>
    /** While true, a payment reaches the intent, but not yet its invoice and subscription. */
    invoicesHeld: boolean
    /**
     * Milliseconds that each API call travels, before and again after it runs; `[0, 0]` is none. With it, two calls
     * that change one object at a time, or have one idempotency key, collide.
     */
    latency: Latency
    /** Keeps the next refund pending for this long, by the sandbox's clock, and then lets it fail; five days by default. */
    failNextRefund(afterSeconds?: number): void
  }
  /** Lets the customer's bank withdraw the money of a paid charge. `amount` is a part in cents. Returns the dispute's ID. */
  openDispute(charge: string, reason?: Stripe.Dispute['reason'], amount?: number): string
  /** Lets the card's bank report a paid charge as fraud. Returns the warning's ID. */
  warnOfFraud(charge: string): string
  /** Lets the bank return a refund, pending or long since made. */
  failRefund(refund: string): void
  /** Lets the bank withdraw a payment that had arrived. */
  returnBankPayment(charge: string): void
  /** Lets the school's bank return a payout. */
  failPayout(payout: string): void
  /** Charges a fee for the provider's services, in cents. */
  takeFee(cents: number, description: string): void
  /** Saves every object and idempotency key, and the clock. Returns a function that restores them. */
  remember(): () => void
  /** Deletes everything, idempotency keys too, as deleting all test data of an account does. */
  forget(): void
  /** Stops timers and closes the journal. */
  close(): void
}

/** A stateful stand-in for Stripe's API, its hosted pages and Stripe.js. See README.md for what it knows. */
export function createSandbox(options: SandboxOptions): Sandbox {
  const base = new URL(options.baseUrl)
  const basePath = base.pathname.replace(/\/$/, '')
  const acceptKey =
    options.acceptKey ?? ((key: string) => key === SANDBOX_SECRET_KEY || key === SANDBOX_PUBLISHABLE_KEY)

  const store = new Store(options.stateFile)
  const clock = new Clock(store)
  const events = new EventLog(store, clock, options.webhook)
  const deliveries = new Deliveries(store, events, options.deliver ?? ((request) => fetch(request)))
  const jobs = new Jobs(store, clock, () => deliveries.pump())
  const faults = new Faults()
  const traffic = new Traffic(options.latency ?? [0, 0])
  const ctx: Context = {
    store,
    clock,
    events,
    jobs,
    account: options.account ?? 'acct_sandbox',
    achDelayMs: options.achDelayMs ?? ACH_DELAY_MS,
    payouts: options.payouts ?? 'none',
    refunds: { delayMs: options.refundDelayMs ?? REFUND_DELAY_MS, failing: [] },
    url: (path) => base.origin + basePath + path,
    path: (path) => basePath + path,
    isCollecting: false,
    intentChanged(intent) {
      if (intent.object === 'setup_intent' || ctx.isCollecting) subscriptionAfterIntent(ctx, intent)
      else jobs.schedule('follow_intent', intent.id, clock.milliseconds())
      checkoutAfterIntent(ctx, intent)
    },
    invoicePaid: (invoice) => afterPaidElsewhere(ctx, invoice),
    invoicePaymentFailed(invoice) {
      afterFailedPayment(ctx, invoice)
    },
  }
  jobs.start({
    settle_bank_payment: (id) => settleBankPayment(ctx, id),
    follow_intent: (id) => followIntent(ctx, id),
    settle_refund: (id) => settleRefund(ctx, id),
    open_dispute: (id) => openTestDispute(ctx, id),
    expire_checkout: (id) => expireCheckoutSession(ctx, id),
    finalize_invoice: (id) => collectInvoice(ctx, id),
    retry_invoice: (id) => collectInvoice(ctx, id),
    end_period: (id) => endPeriod(ctx, id),
    expire_incomplete: (id) => expireIncomplete(ctx, id),
    pay_out: () => payOut(ctx),
    settle_payout: (id) => settlePayout(ctx, id),
  })
  deliveries.pump()

  let eventFault: EventFault = 'deliver'
  const deliverAll = async () => {
    deliveries.hurry()
    await idle()
  }

  let invoicesHeld = false
  let following: Promise<void> | undefined
  /** With a latency the invoices follow their intents a moment later. */
  const followLater = async () => {
    await traffic.travel()
    following = undefined
    jobs.hold('follow_intent', invoicesHeld)
    jobs.runDue()
    deliveries.pump()
  }
  const afterChange = () => {
    if (traffic.latency[1] > 0 && !invoicesHeld && jobs.has('follow_intent')) {
      jobs.hold('follow_intent', true)
      following ??= followLater()
    }
    jobs.runDue()
    deliveries.pump()
  }
  const idle = async () => {
    await following
    await deliveries.idle()
    if (following) await idle()
  }

  return {
    async handle(request) {
      const { pathname } = new URL(request.url)
      const path = pathname.startsWith(`${basePath}/`) ? pathname.slice(basePath.length) : pathname
      try {
        return path.startsWith('/v1/')
          ? await answerApi(ctx, request, path, { acceptKey, faults, traffic, afterChange })
          : await answerPage(ctx, request, path)
      } finally {
        afterChange()
      }
    },
    clock: {
      now: () => clock.seconds(),
      set(unixSeconds) {
        clock.freeze(unixSeconds === null ? null : unixSeconds * 1000)
        jobs.runDue()
      },
      advance(seconds) {
        clock.advance(seconds * 1000)
        jobs.runDue()
      },
    },
    async flush() {
      jobs.settle()
      do await deliverAll()
      while (jobs.settle())
    },
    idle,
    faults: {
      get events() {
        return eventFault
      },
      set events(fault) {
        eventFault = fault
        events.copies = { deliver: 1, hold: 1, shuffle: 1, double: 2, drop: 0 }[fault]
        deliveries.order = fault === 'shuffle' ? 'shuffled' : 'sent'
        deliveries.hold(fault === 'hold')
      },
      failNext: (kind, match) => faults.failNext(kind, match),
      calm: () => {
        faults.calm()
        ctx.refunds.failing.length = 0
      },
      async release() {
        deliveries.hold(false)
        await deliverAll()
        deliveries.hold(eventFault === 'hold')
      },
      get invoicesHeld() {
        return invoicesHeld
      },
      set invoicesHeld(held) {
        invoicesHeld = held
        jobs.hold('follow_intent', held)
        jobs.runDue()
        deliveries.pump()
      },
      get latency() {
        return traffic.latency
      },
      set latency(latency) {
        traffic.latency = latency
      },
      failNextRefund(afterSeconds = 5 * DAY_SECONDS) {
        ctx.refunds.failing.push(afterSeconds * 1000)
      },
    },
    failRefund(refund) {
      store.transaction(() => failRefund(ctx, refund))
      deliveries.pump()
    },
    returnBankPayment(charge) {
      store.transaction(() => returnBankPayment(ctx, charge))
      afterChange()
    },
    failPayout(payout) {
      store.transaction(() => failPayout(ctx, payout))
      afterChange()
    },
    takeFee(cents, description) {
      store.transaction(() =>
        book(ctx, { amount: -cents, type: 'stripe_fee', source: null, description, reporting_category: 'fee' }),
      )
      afterChange()
    },
    remember: () => store.remember(),
    forget: () => store.clear(),
    openDispute(charge, reason, amount) {
      const { id } = store.transaction(() => openDispute(ctx, charge, reason, amount))
      deliveries.pump()
      return id
    },
    warnOfFraud(charge) {
      const { id } = store.transaction(() => warnOfFraud(ctx, charge))
      deliveries.pump()
      return id
    },
    close() {
      jobs.close()
      deliveries.close()
      store.close()
    },
  }
}

import type { Invoice, PaymentIntent, SetupIntent } from '../types'
import type { Clock } from './clock'
import type { EventLog } from './events'
import type { Jobs } from './jobs'
import type { Store } from './store'

/** How long refunds that are not immediate take to succeed or fail. */
interface RefundTimes {
  /** How long one is pending, in milliseconds. */
  delayMs: number
  /** One entry for each of the next refunds: it is pending this long, in milliseconds, and then fails. */
  readonly failing: number[]
}

/** What every resource works with. */
export interface Context {
  readonly store: Store
  readonly clock: Clock
  readonly events: EventLog
  readonly jobs: Jobs
  /** The ID of the account that the sandbox simulates. */
  readonly account: string
  /** How long a bank payment is pending, in milliseconds. */
  readonly achDelayMs: number
  readonly refunds: RefundTimes
  /** Whether payouts are made automatically every day, or not at all. */
  readonly payouts: 'daily' | 'none'
  /** Returns the public address of a page or file of the sandbox. */
  url(path: string): string
  /** Returns the same as a path on the browser's present host. */
  path(path: string): string
  /** True while the sandbox itself pays an invoice: the intent's result is then passed to the invoice in the same step. */
  isCollecting: boolean
  /** Called with each new state of an intent, for the sessions, invoices and subscriptions that wait for it. */
  intentChanged(intent: PaymentIntent | SetupIntent): void
  /** Called when an invoice was settled without its intent. */
  invoicePaid(invoice: Invoice): void
  /** Called when an invoice could not even be tried, because there is no usable payment method. */
  invoicePaymentFailed(invoice: Invoice): void
}

import type { Invoice, PaymentIntent, SetupIntent } from '../types'
import type { Clock } from './clock'
import type { EventLog } from './events'
import type { Jobs } from './jobs'
import type { Store } from './store'

/** When refunds that do not happen at once arrive, or come back. */
interface RefundTimes {
  /** How long one is on its way, in milliseconds. */
  delayMs: number
  /** For each of the next refunds: it is pending this long, in milliseconds, and then fails. */
  readonly failing: number[]
}

/** What every resource works with. */
export interface Context {
  readonly store: Store
  readonly clock: Clock
  readonly events: EventLog
  readonly jobs: Jobs
  /** The id of the account that it stands for. */
  readonly account: string
  /** How long a bank payment is on its way, in milliseconds. */
  readonly achDelayMs: number
  readonly refunds: RefundTimes
  /** Daily payouts are made by themselves; otherwise none is made. */
  readonly payouts: 'daily' | 'none'
  /** The public address of a page or file of the sandbox. */
  url(path: string): string
  /** The same as a path for the browser's present host. */
  path(path: string): string
  /** True while the sandbox itself pays an invoice. What becomes of the intent then reaches the invoice in the same step. */
  isCollecting: boolean
  /** Called with each new state of an intent, for the sessions, invoices and subscriptions that wait for it. */
  intentChanged(intent: PaymentIntent | SetupIntent): void
  /** Called when an invoice was settled without its intent. */
  invoicePaid(invoice: Invoice): void
  /** Called when an invoice could not even be tried, for want of a usable payment method. */
  invoicePaymentFailed(invoice: Invoice): void
}

import type { PaymentProblem } from '~/models/issues/payment-issue'
import type { BasisPoints } from '~/models/payments/fee'
import type { GrantStatus } from '~/models/payments/grant'
import type { GrantOptions } from '~/models/payments/grant.server'
import type { OrderStatus } from '~/models/payments/order.server'
import type { Tx } from '~/platform/tx.server'
import type { PaymentFacts } from '~/services/mail/payment-mail.server'
import type { Cents } from '~/utils/money'

/** Why a payment does not fit. With `granted` the office is told, and what it paid is granted all the same. */
interface Problem {
  kind: PaymentProblem
  detail: string
  granted?: boolean
}

/**
 * What a payment is for, as our books have it, locked until the transaction ends. `fee` is in cents; `problem` says why
 * the payment does not fit.
 */
export interface Bought extends Pick<PaymentFacts, 'lines' | 'validFrom' | 'validTo' | 'payPath' | 'renewal'> {
  kind: 'order' | 'month'
  /** Null if nobody here is known to have paid: then it cannot be in the books. */
  userId: string | null
  email: string | null
  orderId: number | null
  subscriptionId: number | null
  fee: Cents
  feeRate: BasisPoints
  description: string
  packages: string[]
  /** An intent that an earlier attempt left behind: it matters only if money moves. */
  leftBehind: boolean
  /** Ids of the other payment and the Checkout page that an unpaid order names: they could still be paid. */
  others: string[]
  /** Another payment has paid the order, but this one could still be paid, for example after a failed debit. */
  leftOpen: boolean
  problem: Problem | null
  orderStatus: OrderStatus | null
  /** Once. Null if nobody knows what was bought. */
  grant: ((tx: Tx, status: GrantStatus, options?: GrantOptions) => Promise<void>) | null
}

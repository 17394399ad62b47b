import type { PaymentProblem } from '~/models/money/issues/payment-issue'
import type { GrantOptions } from '~/models/money/payments/grant.server'
import type { OrderStatus } from '~/models/money/payments/order.server'
import type { BasisPoints } from '~/models/vocabulary/fee'
import type { GrantStatus } from '~/models/vocabulary/grant'
import type { Tx } from '~/platform/tx.server'
import type { PaymentFacts } from '~/services/mail/payment-mail.server'
import type { Cents } from '~/utils/money'

/** Why a payment cannot be matched. With `granted` the office is notified, but what it paid is granted all the same. */
interface Problem {
  kind: PaymentProblem
  detail: string
  granted?: boolean
}

/**
 * What a payment is for according to our books, locked until the transaction ends. `fee` is in cents; `problem` says
 * why the payment cannot be matched.
 */
export interface Bought extends Pick<PaymentFacts, 'lines' | 'validFrom' | 'validTo' | 'payPath' | 'renewal'> {
  kind: 'order' | 'month'
  /** The payer; null if unknown: then it cannot be in the books. */
  userId: string | null
  email: string | null
  orderId: number | null
  subscriptionId: number | null
  fee: Cents
  feeRate: BasisPoints
  description: string
  packages: string[]
  /** Whether an earlier attempt left this intent behind: it matters only if money moves. */
  abandoned: boolean
  /** IDs of the other payment and the Checkout page that an unpaid order names: they could still be paid. */
  others: string[]
  /** Whether another payment has paid the order, but this one could still be paid, for example after a failed debit. */
  leftOpen: boolean
  problem: Problem | null
  orderStatus: OrderStatus | null
  /** Grants what was bought, once. Null if what was bought is unknown. */
  grant: ((tx: Tx, status: GrantStatus, options?: GrantOptions) => Promise<void>) | null
}

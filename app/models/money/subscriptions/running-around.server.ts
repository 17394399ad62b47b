import { type Person, personColumn } from '~/models/people/accounts/name-sql.server'
import { GRANTED_STATUSES } from '~/models/vocabulary/grant'
import { CURRENT_STATUSES, type SubscriptionStatus, shownStatus } from '~/models/vocabulary/subscription'
import { displayName } from '~/models/vocabulary/user'
import { bare, listStatement, plain, queryLists, rowList, text } from '~/platform/row-lists.server'
import { addDays, type LocalDate } from '~/utils/dates'

const words = (list: readonly string[]) => list.map((word) => `'${word}'`).join(', ')

interface Row {
  id: number
  stripeId: string
  version: number
  package: string | null
  rider: Person
  payer: Person
  status: SubscriptionStatus
  begun: boolean
  billed: boolean
  cancelAtPeriodEnd: boolean
  renewsOn: LocalDate
  endsOn: LocalDate | null
}

/** A running subscription, as the office sees it. */
export interface RunningSubscription {
  id: number
  stripeId: string
  version: number
  /** The package's name. */
  name: string
  rider: { id: string; name: string }
  payer: { id: string; name: string }
  /** The provider's status, and the one shown to people. */
  status: SubscriptionStatus
  shown: SubscriptionStatus
  begun: boolean
  cancelAtPeriodEnd: boolean
  renewsOn: LocalDate
  endsOn: LocalDate
}

/** Selects the subscriptions that a student, given as SQL, pays, and those for the student, for a statement with other lists. */
export const runningList = (student: string) =>
  rowList<Row>(
    {
      id: bare('s.id'),
      stripeId: text('s.stripe_subscription_id'),
      version: bare('s.version'),
      package: text('(SELECT p.name FROM packages p WHERE p.id = s.package_id)'),
      rider: personColumn('s.rider_id'),
      payer: personColumn('s.user_id'),
      status: plain('s.status'),
      begun: bare(
        `EXISTS (SELECT FROM package_purchases g WHERE g.subscription_id = s.id AND g.status IN (${words(GRANTED_STATUSES)}))`,
      ),
      billed: bare('EXISTS (SELECT FROM payment_transactions t WHERE t.subscription_id = s.id)'),
      cancelAtPeriodEnd: bare('s.cancel_at_period_end'),
      renewsOn: plain('s.current_period_end'),
      endsOn: plain('s.ends_on'),
    },
    `subscriptions s WHERE ${student} IN (s.user_id, s.rider_id) AND s.status IN (${words(CURRENT_STATUSES)})
       AND s.stripe_subscription_id IS NOT NULL`,
    's.id',
  )
const RUNNING = listStatement({ running: runningList('$1') })

export const runningFound = (rows: readonly Row[]): RunningSubscription[] =>
  rows.map(({ package: bought, rider, payer, billed, endsOn, ...row }) => ({
    ...row,
    name: bought ?? 'Add-ons Only',
    rider: { id: rider.id, name: displayName(rider) },
    payer: { id: payer.id, name: displayName(payer) },
    shown: shownStatus({ status: row.status, begun: row.begun, billed }),
    endsOn: endsOn ?? addDays(row.renewsOn, -1),
  }))

/** Lists the subscriptions that a student pays, and those for the student. */
export const runningAround = async (studentId: string): Promise<RunningSubscription[]> =>
  runningFound((await queryLists(RUNNING, [studentId])).running)

export type SubscriptionStatus =
  | 'incomplete'
  | 'incomplete_expired'
  | 'trialing'
  | 'active'
  | 'past_due'
  | 'canceled'
  | 'unpaid'
  | 'paused'

/** A family counts as subscribed in these. */
export const RUNNING_STATUSES = ['active', 'trialing', 'past_due', 'unpaid'] satisfies SubscriptionStatus[]

/** A family has at most one subscription in these. */
export const CURRENT_STATUSES = ['incomplete', ...RUNNING_STATUSES]

const LABELS: Record<SubscriptionStatus, string> = {
  incomplete: 'Not paid yet',
  incomplete_expired: 'Expired',
  trialing: 'Starts next month',
  active: 'Active',
  past_due: 'Past due',
  canceled: 'Canceled',
  unpaid: 'Unpaid',
  paused: 'Paused',
}

export const subscriptionLabel = (status: SubscriptionStatus): string => LABELS[status] ?? status

export const needsPayment = (status: SubscriptionStatus): boolean =>
  status === 'incomplete' || status === 'past_due' || status === 'unpaid'

/** What a screen calls a subscription: to the provider, a month that begins on a 1st is a trial, paid or not. */
export function shownStatus({
  status,
  begun,
  billed,
}: {
  status: SubscriptionStatus
  begun: boolean
  billed: boolean
}) {
  if (status !== 'trialing') return status
  if (begun) return 'active'
  return billed ? 'incomplete' : 'trialing'
}

/** Canceled, it ends at once if nothing of it is paid; else with what is paid. */
export const endsAtOnce = ({ status, begun }: { status: string; begun: boolean }): boolean =>
  ['incomplete', 'past_due', 'unpaid'].includes(status) || (status === 'trialing' && !begun)

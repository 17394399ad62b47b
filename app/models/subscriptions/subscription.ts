import { formatDay, formatDayShort, type LocalDate } from '~/utils/dates'

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
  trialing: 'Not started',
  active: 'Active',
  past_due: 'Past due',
  canceled: 'Canceled',
  unpaid: 'Unpaid',
  paused: 'Paused',
}

interface State {
  shown: SubscriptionStatus
  cancelAtPeriodEnd: boolean
  renewsOn: LocalDate
  endsOn: LocalDate
}

/** Money that is owed comes first; then that it ends or has not begun. */
export function subscriptionLabel({ shown, cancelAtPeriodEnd, renewsOn, endsOn }: State): string {
  if (needsPayment(shown)) return LABELS[shown]
  if (cancelAtPeriodEnd) return `Ends ${formatDayShort(endsOn)}`
  return shown === 'trialing' ? `Starts ${formatDayShort(renewsOn)}` : (LABELS[shown] ?? shown)
}

/** What comes next, in a sentence. */
export function subscriptionNote({ shown, cancelAtPeriodEnd, renewsOn, endsOn }: State): string {
  if (cancelAtPeriodEnd && shown === 'trialing') return "Canceled. It won't start, and you won't be charged."
  const owed = "You'll get your lessons once the payment goes through."
  if (needsPayment(shown)) return cancelAtPeriodEnd ? `${owed} It ends ${formatDayShort(endsOn)}.` : owed
  if (cancelAtPeriodEnd) return `Canceled. You can use your lessons until ${formatDayShort(endsOn)}.`
  if (shown === 'trialing') return `Starts on ${formatDay(renewsOn)}. You'll be charged that day.`
  if (shown === 'paused') return 'Paused. Contact the office to start it again.'
  return `Renews on ${formatDay(renewsOn)}.`
}

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

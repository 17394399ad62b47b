import { t } from '#text'
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

/** The statuses in which a family counts as subscribed. */
export const RUNNING_STATUSES = ['active', 'trialing', 'past_due', 'unpaid'] satisfies SubscriptionStatus[]

/** The statuses of which a family has at most one subscription. */
export const CURRENT_STATUSES = ['incomplete', ...RUNNING_STATUSES]

/** The statuses from which nothing is charged anymore. */
export const ENDED_STATUSES = ['canceled', 'incomplete_expired'] satisfies SubscriptionStatus[]

const labels = (): Record<SubscriptionStatus, string> => ({
  incomplete: t('Not paid yet'),
  incomplete_expired: t('Expired'),
  trialing: t('Not started'),
  active: t('Active'),
  past_due: t('Past due'),
  canceled: t('Canceled'),
  unpaid: t('Unpaid'),
  paused: t('Paused'),
})

interface State {
  shown: SubscriptionStatus
  cancelAtPeriodEnd: boolean
  renewsOn: LocalDate
  endsOn: LocalDate
}

/** Returns the label. Owed money comes first, then that it is ending or has not begun. */
export function subscriptionLabel({ shown, cancelAtPeriodEnd, renewsOn, endsOn }: State): string {
  if (needsPayment(shown)) return labels()[shown]
  if (cancelAtPeriodEnd) return t('Ends {day}', { day: formatDayShort(endsOn) })
  return shown === 'trialing' ? t('Starts {day}', { day: formatDayShort(renewsOn) }) : (labels()[shown] ?? shown)
}

/** Returns a sentence about what comes next. */
export function subscriptionNote({ shown, cancelAtPeriodEnd, renewsOn, endsOn }: State): string {
  if (cancelAtPeriodEnd && shown === 'trialing') return t("Canceled. It won't start, and you won't be charged.")
  const owed = t("You'll get your lessons once the payment goes through.")
  if (needsPayment(shown))
    return cancelAtPeriodEnd ? `${owed} ${t('It ends {day}.', { day: formatDayShort(endsOn) })}` : owed
  if (cancelAtPeriodEnd) return t('Canceled. You can use your lessons until {day}.', { day: formatDayShort(endsOn) })
  if (shown === 'trialing') return t("Starts on {day}. You'll be charged that day.", { day: formatDay(renewsOn) })
  if (shown === 'paused') return t('Paused. Contact the office to start it again.')
  return t('Renews on {day}.', { day: formatDay(renewsOn) })
}

export const needsPayment = (status: SubscriptionStatus): boolean =>
  status === 'incomplete' || status === 'past_due' || status === 'unpaid'

/** Returns the status for screens: to the provider, a month that begins on a 1st is a trial, paid or not. */
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

/** Whether canceling ends it at once, because nothing of it is paid; otherwise it ends with the paid month. */
export const endsAtOnce = ({ status, begun }: { status: string; begun: boolean }): boolean =>
  ['incomplete', 'past_due', 'unpaid'].includes(status) || (status === 'trialing' && !begun)

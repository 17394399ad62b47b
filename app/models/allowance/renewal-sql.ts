/**
 * The first day of a month that has begun and has no charge yet, or null, for `subscriptions s`. The provider keeps its
 * invoice as a draft for an hour, or for as long as it waits for our answer.
 */
export const DRAFT_FROM = `CASE WHEN s.status = 'active' AND NOT EXISTS (
  SELECT FROM package_purchases d
  WHERE d.user_id = s.rider_id AND d.subscription_id = s.id AND d.valid_to >= s.current_period_start)
  THEN s.current_period_start END`

/** The last day if it ends, or null, for `subscriptions s`. */
export const RENEWS_UNTIL =
  'CASE WHEN s.cancel_at_period_end THEN coalesce(s.ends_on, s.current_period_end - 1) ELSE s.ends_on END'

/** The most days that the provider keeps an invoice as a draft while it can't reach us. After that a month without a charge is owed. */
export const DRAFT_DAYS = 3

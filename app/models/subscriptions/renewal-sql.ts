/**
 * For `subscriptions s`: the first day of a month that has begun and has no charge yet, or null. To the provider its invoice is a draft for
 * an hour, or for as long as the provider waits for our answer.
 */
export const DRAFT_FROM = `CASE WHEN s.status = 'active' AND NOT EXISTS (
  SELECT FROM package_purchases d
  WHERE d.user_id = s.rider_id AND d.subscription_id = s.id AND d.valid_to >= s.current_period_start)
  THEN s.current_period_start END`

/** For `subscriptions s`: its last day if it ends, or null. */
export const RENEWS_UNTIL =
  'CASE WHEN s.cancel_at_period_end THEN coalesce(s.ends_on, s.current_period_end - 1) ELSE s.ends_on END'

/** The longest that the provider keeps an invoice as a draft while it can't reach us. What has no charge then is no draft: it is owed. */
export const DRAFT_DAYS = 3

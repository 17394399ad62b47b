import { invalidRequest } from '../../engine/errors'
import type { Price } from '../../types'

type Recurring = NonNullable<Price['recurring']>

const DAY_SECONDS = 24 * 60 * 60

export interface Period {
  start: number
  end: number
}

/**
 * Returns the moment `count` intervals after `anchor`, counted from the anchor's own day: January 31 is followed by
 * February 28, March 31, April 30 (docs.stripe.com/billing/subscriptions/billing-cycle). Seconds, in UTC.
 */
export function addIntervals(anchor: number, { interval, interval_count }: Recurring, count: number): number {
  const steps = interval_count * count
  if (interval === 'day') return anchor + steps * DAY_SECONDS
  if (interval === 'week') return anchor + steps * 7 * DAY_SECONDS
  return addMonths(anchor, interval === 'year' ? steps * 12 : steps)
}

/** Returns the billing period that contains `moment`, for a subscription with this anchor. The anchor may lie in the future. */
export function periodAround(anchor: number, recurring: Recurring, moment: number): Period {
  let count = Math.floor((moment - anchor) / approximateSeconds(recurring))
  while (addIntervals(anchor, recurring, count) > moment) count--
  while (addIntervals(anchor, recurring, count + 1) <= moment) count++
  return { start: addIntervals(anchor, recurring, count), end: addIntervals(anchor, recurring, count + 1) }
}

/** Returns the interval that all prices of a subscription share. @throws ApiError 400 when they do not. */
export function sharedInterval(prices: Price[]): Recurring {
  const [first, ...others] = prices.map((price) => {
    if (price.recurring) return price.recurring
    throw invalidRequest(
      'The price specified is set to `type=one_time` but this field only accepts prices with `type=recurring`.',
      'items',
    )
  })
  if (!first) throw invalidRequest('A subscription needs at least one item.', 'items', 'parameter_missing')
  if (others.some((each) => each.interval !== first.interval || each.interval_count !== first.interval_count)) {
    throw invalidRequest('The sandbox does not mix billing intervals in one subscription.', 'items')
  }
  return first
}

/** Returns the next moment at this day of the month and time, after `now`; a shorter month gives its last day. */
export function nextDayOfMonth(
  now: number,
  config: { day_of_month: number; hour?: number; minute?: number; second?: number },
): number {
  const date = new Date(now * 1000)
  const time = [
    config.hour ?? date.getUTCHours(),
    config.minute ?? date.getUTCMinutes(),
    config.second ?? date.getUTCSeconds(),
  ] as const
  for (let ahead = 0; ; ahead++) {
    const year = date.getUTCFullYear()
    const month = date.getUTCMonth() + ahead
    const moment = Date.UTC(year, month, Math.min(config.day_of_month, daysIn(year, month)), ...time) / 1000
    if (moment > now) return moment
  }
}

function addMonths(anchor: number, months: number): number {
  const date = new Date(anchor * 1000)
  const year = date.getUTCFullYear()
  const month = date.getUTCMonth() + months
  const day = Math.min(date.getUTCDate(), daysIn(year, month))
  return Date.UTC(year, month, day, date.getUTCHours(), date.getUTCMinutes(), date.getUTCSeconds()) / 1000
}

function daysIn(year: number, month: number): number {
  return new Date(Date.UTC(year, month + 1, 0)).getUTCDate()
}

function approximateSeconds({ interval, interval_count }: Recurring): number {
  const days = { day: 1, week: 7, month: 30.4, year: 365.25 }[interval as 'day' | 'week' | 'month' | 'year']
  return days * interval_count * DAY_SECONDS
}

import type { PortalMonth } from '~/models/portal/portal-month'
import { FATES, type Fate } from '~/models/portal/ride-counts'
import { saidCounts } from './say-counts'

/** As the dots of the month's rides. */
const LOOKS: Record<Fate, string> = {
  ridden: 'dot-ridden',
  missed: 'dot-missed',
  booked: 'dot-booked',
  madeUp: 'dot-moved',
  toBook: 'dot-open',
  spare: 'dot-unmarked',
  expired: 'dot-moved',
}

/** What became of what was bought for a month, a segment for each ride, and the same in words. */
export function MonthCounts({ month }: { month: PortalMonth }) {
  return (
    <ul className="month-counts">
      {saidCounts(month.counts).map(({ key, counts, bought, fates, over }) => (
        <li key={key}>
          <p className="num">
            <strong>{bought}</strong>
            {fates ? `: ${fates}` : null}
            {over ? <strong className="text-bad">{` · ${over}`}</strong> : null}
          </p>
          <div className="month-bar" aria-hidden="true">
            {FATES.flatMap((fate) =>
              // biome-ignore lint/suspicious/noArrayIndexKey: they are all alike
              Array.from({ length: counts[fate] }, (_, i) => <i key={`${fate} ${i}`} className={LOOKS[fate]} />),
            )}
          </div>
        </li>
      ))}
    </ul>
  )
}

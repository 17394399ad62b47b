import { Meter } from '~/components/ui/meter'
import type { MonthAllowance } from '~/models/allowance/allowance'
import { COUNTERS } from '~/models/vocabulary/counters'
import { formatMakeup, formatUntil, NO_END } from '~/models/vocabulary/makeup'

/** A month's counters for the office, without those that are empty. */
export function AllowanceMeters({ allowance }: { allowance: MonthAllowance }) {
  const counters = COUNTERS.map(({ key, label }) => ({ label, counter: allowance[key] })).filter(
    ({ counter }) => counter.allowed > 0 || counter.used > 0,
  )
  if (!counters.length) return <p className="text-muted">No lessons for this month yet.</p>
  return (
    <div className="grid gap-3">
      {counters.map(({ label, counter }) => (
        <Meter key={label} label={label} {...counter} />
      ))}
      {allowance.makeupsGiven ? (
        <ul className="text-sm">
          {allowance.makeupsGiven.map((makeup) => (
            <li key={makeup.id}>
              {formatMakeup(makeup)}
              {makeup.until === NO_END ? '' : `, ${formatUntil(makeup.until)}`}.
            </li>
          ))}
        </ul>
      ) : null}
      <p className="text-sm text-muted">
        Use it or lose it: unused lessons expire at the end of the month
        {allowance.makeupsGiven ? ', except for these makeups' : ''}.
      </p>
    </div>
  )
}

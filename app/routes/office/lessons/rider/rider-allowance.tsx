import { Badge, StateBadge } from '~/components/ui/badge'
import { Meter } from '~/components/ui/meter'
import type { MonthAllowance } from '~/models/allowance/allowance'
import { COUNTERS } from '~/models/vocabulary/counters'
import { formatMonth, monthRange } from '~/utils/dates'

/** Shows what the rider has left in the month of the lesson. */
export function RiderAllowance({ allowance }: { allowance: MonthAllowance }) {
  const counters = COUNTERS.map(({ key, label }) => ({ label, ...allowance[key] })).filter(
    ({ allowed, used }) => allowed > 0 || used > 0,
  )
  const { absences, makeupsReserved } = allowance
  const notes = [absences && `Absences: ${absences}`, makeupsReserved && `Makeups reserved: ${makeupsReserved}`]
  return (
    <section className="grid gap-2 border-t border-line pt-3">
      <h3 className="flex items-center gap-2">
        {formatMonth(monthRange(allowance.year, allowance.month).from)}
        {allowance.clearing ? <StateBadge state="clearing">Clearing</StateBadge> : null}
      </h3>
      {counters.map((counter) => (
        <Meter key={counter.label} {...counter} />
      ))}
      {counters.length === 0 && !allowance.renews ? <Badge tone="warn">No allowance this month</Badge> : null}
      {allowance.renews ? <Badge>Renews with the subscription</Badge> : null}
      <p className="text-sm text-muted">{notes.filter(Boolean).join(' · ')}</p>
    </section>
  )
}

import { Card } from '~/components/ui/card'
import { Link } from '~/components/ui/link'
import type { ClosedSpan, ClosedYear } from '~/models/schedule/closing/closed-year.server'
import { formatDay, formatWeekday, formatWeekdayShort, type LocalDate } from '~/utils/dates'
import { paths } from '~/utils/paths'

const longDay = (date: LocalDate) => `${formatWeekday(date)}, ${formatDay(date)}`

const formatDays = ({ from, through }: ClosedSpan) =>
  from === through ? longDay(from) : `${longDay(from)} through ${longDay(through)}`

function Spans({ spans }: { spans: readonly ClosedSpan[] }) {
  return (
    <ul>
      {spans.map((span) => (
        <li key={span.from} className="[overflow-wrap:anywhere]">
          <Link to={paths.daySheet({ date: span.from })} className="link num inline-flex min-h-11 items-center">
            {formatDays(span)}
          </Link>{' '}
          {span.closed}
          {span.days > 1 ? ` (${span.days} days)` : null}
        </li>
      ))}
    </ul>
  )
}

/** Shows the closed days of this year and later, and the usual holidays that are not closed. */
export function ClosedDays({ ahead, before, proposed }: ClosedYear) {
  return (
    <Card title="Closed days">
      {ahead.length > 0 ? <Spans spans={ahead} /> : <p>No closed days ahead.</p>}
      {before.length > 0 ? (
        <details>
          <summary className="link inline-flex min-h-11 items-center">Earlier this year ({before.length})</summary>
          <Spans spans={before} />
        </details>
      ) : null}
      {proposed.length > 0 ? (
        <details>
          <summary className="link inline-flex min-h-11 items-center">Close a holiday ({proposed.length})…</summary>
          <ul>
            {proposed.map(({ date, name }) => (
              <li key={date}>
                <Link
                  to={paths.closeDay({ date, reason: name, back: 'school' })}
                  stay
                  className="link num inline-flex min-h-11 items-center"
                >
                  {name}: {formatWeekdayShort(date)}, {formatDay(date)}
                </Link>
              </li>
            ))}
          </ul>
        </details>
      ) : null}
      <p className="text-muted">To close another day or a break, choose Close… on the week or its day sheet.</p>
    </Card>
  )
}

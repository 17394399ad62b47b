import { t } from '#text'
import { StateBadge } from '~/components/ui/badge'
import { Link } from '~/components/ui/link'
import type { MakeupOf } from '~/models/allowance/makeups'
import type { PortalRider } from '~/models/portal/portal.server'
import { isBought, toBookOf } from '~/models/schedule/rides/portal-month'
import { FATES } from '~/models/schedule/rides/ride-counts'
import { NO_END } from '~/models/vocabulary/makeup'
import { formatDayShort, type LocalDate, monthEnd, monthName } from '~/utils/dates'
import { paths } from '~/utils/paths'
import { capitalized } from '~/utils/text/capitalized'
import { formatContents, type SaidCounts, saidCounts } from './say-counts'

/** The most riders shown at first; the others unfold. */
const MAX = 6

/** Shows each rider's month: a bar with a segment for each ride, and the same in words. */
export function ThisMonth({ family, named, today }: { family: PortalRider[]; named: boolean; today: LocalDate }) {
  const [first, more] = [family.slice(0, MAX), family.slice(MAX)]
  const list = (riders: PortalRider[]) => (
    <ul className="months">
      {riders.map((rider) => (
        <RiderMonth key={rider.id} rider={rider} named={named} />
      ))}
    </ul>
  )
  return (
    <section aria-labelledby="this-month">
      <div className="home-head">
        <h2 id="this-month">{capitalized(monthName(today))}</h2>
        {family.some(({ month }) => isBought(month)) ? (
          <p className="text-sm text-muted">
            {t('Use it or lose it: good through {day}', { day: formatDayShort(monthEnd(today)) })}
          </p>
        ) : null}
      </div>
      <div className="card">
        {list(first)}
        {more.length ? (
          <details className="more">
            <summary>{t('{count} more riders', { count: more.length })}</summary>
            {list(more)}
          </details>
        ) : null}
      </div>
    </section>
  )
}

function RiderMonth({ rider: { id, firstName, month }, named }: { rider: PortalRider; named: boolean }) {
  const isToBook = formatContents(toBookOf(month)) !== ''
  // A single makeup is shown beside the name, where nothing else is. Its last day stands there, so the count need not say it.
  const alone = !isToBook && month.openMakeups.length === 1 ? month.openMakeups[0] : undefined
  const said = saidCounts(month.counts, alone ? [] : month.openMakeups)
  return (
    <li>
      <div className="month-head">
        <strong>{named ? firstName : month.packages.join(', ')}</strong>
        {month.allowance.clearing ? <StateBadge state="clearing">{t('Clearing')}</StateBadge> : null}
        <MonthBar said={said} />
        {isToBook ? (
          <Link to={paths.findPlace({ rider: id })} className="link">
            {t('Book a lesson')}
          </Link>
        ) : alone ? (
          <OpenMakeup makeup={alone} />
        ) : null}
      </div>
      {isBought(month) ? null : <p className="text-muted">{t('No lessons for this month yet.')}</p>}
      {said.map(({ key, bought, fates, over }) => (
        <p key={key} className="num">
          <strong>{bought}</strong>
          {fates ? `: ${fates}` : null}
          {over ? <strong className="text-bad">{` · ${over}`}</strong> : null}
        </p>
      ))}
      {alone
        ? null
        : month.openMakeups.map((makeup) => (
            <p key={makeup.id}>
              <OpenMakeup makeup={makeup} />
              {makeup.date ? ` ${t('for {day}', { day: formatDayShort(makeup.date) })}` : null}
            </p>
          ))}
    </li>
  )
}

function MonthBar({ said }: { said: SaidCounts[] }) {
  return (
    <span className="month-bar" aria-hidden="true">
      {said.map(({ key, counts }) => (
        <span key={key}>
          {FATES.flatMap((fate) =>
            // biome-ignore lint/suspicious/noArrayIndexKey: they are all alike
            Array.from({ length: counts[fate] }, (_, i) => <i key={`${fate} ${i}`} data-fate={fate} />),
          )}
        </span>
      ))}
    </span>
  )
}

const OpenMakeup = ({ makeup: { id, until } }: { makeup: MakeupOf }) => (
  <Link to={paths.ownMakeup(id)} className="link">
    {until === NO_END ? t('Use makeup') : t('Use makeup by {day}', { day: formatDayShort(until) })}
  </Link>
)

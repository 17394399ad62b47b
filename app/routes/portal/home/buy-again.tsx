import { t } from '#text'
import { Csrf } from '~/components/form/csrf'
import { Button } from '~/components/ui/button'
import { AT_SCHOOL } from '~/models/money/payments/pricing'
import { listNames } from '~/models/waivers/waiver'
import { selectionQuery } from '~/routes/portal/purchase/selection'
import { formatDayShort, type LocalDate, monthName, monthStart } from '~/utils/dates'
import { formatCents } from '~/utils/money'
import { paths } from '~/utils/paths'
import { capitalized } from '~/utils/text/capitalized'
import type { Again } from './again'

/** Offers the last purchases again, for all riders with one button; the payment page comes next. */
export function BuyAgain({
  again: { selection, parts, total, from },
  nonce,
  prices,
  today,
}: {
  again: Again
  nonce: string
  prices: number
  today: LocalDate
}) {
  const fields = { ...selectionQuery(selection), nonce, prices: String(prices), month: monthStart(today) }
  return (
    <form method="post" action={paths.purchase()} className="card buy-again">
      <Csrf />
      {Object.entries(fields).map(([name, value]) => (
        <input key={name} type="hidden" name={name} value={value} />
      ))}
      <p>
        <strong className="block">
          {[capitalized(monthName(from)), listNames(parts.flatMap(({ riders }) => riders))].filter(Boolean).join(': ')}
        </strong>
        <span className="text-muted">
          {parts.map(({ riders, what }) => (parts.length > 1 ? `${listNames(riders)}: ${what}` : what)).join(' · ')}
          {from === monthStart(from) ? '' : t(', from {day}', { day: formatDayShort(from) })}
        </span>
      </p>
      <Button busy={t('Processing...')}>
        {t(selection.method === AT_SCHOOL ? 'Ask again' : 'Buy again')} · {formatCents(total)}
      </Button>
    </form>
  )
}

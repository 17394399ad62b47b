import { Csrf } from '~/components/form/csrf'
import { Button } from '~/components/ui/button'
import { Card } from '~/components/ui/card'
import { lineName } from '~/models/payments/pricing'
import { selectionQuery } from '~/routes/portal/purchase/selection'
import { formatDayShort, type LocalDate, monthStart } from '~/utils/dates'
import { formatCents } from '~/utils/money'
import { paths } from '~/utils/paths'
import type { Again } from './again'

/** The last purchase once more, by one button; the payment page comes next. */
export function BuyAgain({
  again: { rider, selection, lines, total, from, to },
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
    <Card className="p-4 sm:p-5">
      <form method="post" action={paths.purchase()} className="flex flex-wrap items-center justify-between gap-3">
        <Csrf />
        {Object.entries(fields).map(([name, value]) => (
          <input key={name} type="hidden" name={name} value={value} />
        ))}
        <div className="min-w-0 flex-1 basis-52">
          <h2>
            {rider ? `${rider}: ` : ''}
            {lines.map(lineName).join(' + ')}
          </h2>
          <p className="text-muted">
            {rider ? `${rider}’s` : 'Your'} last purchase · good from {formatDayShort(from)} to {formatDayShort(to)}
          </p>
        </div>
        <Button variant="secondary" busy="Processing..." className="w-full sm:w-auto">
          Buy again · {formatCents(total)}
        </Button>
      </form>
    </Card>
  )
}

import { Csrf } from '~/components/form/csrf'
import { Button } from '~/components/ui/button'
import { Card } from '~/components/ui/card'
import { lineName } from '~/models/payments/pricing'
import { selectionQuery } from '~/routes/portal/purchase/selection'
import { formatDayShort, type LocalDate, monthStart } from '~/utils/dates'
import { formatCents } from '~/utils/money'
import { paths } from '~/utils/paths'
import type { Again } from './again'

/** A family of more has the shop for it. */
const MOST = 6

interface Page {
  nonce: string
  prices: number
  today: LocalDate
}

/** The last purchases once more, each by one button; the payment page comes next. */
export function BuyAgain({ again, ...page }: Page & { again: Again[] }) {
  if (!again.length) return null
  return (
    <Card title="Buy again">
      <ul className="divide-y divide-line">
        {again.slice(0, MOST).map((one) => (
          <li key={one.selection.riderId} id={`again-${one.selection.riderId}`} className="py-3 first:pt-0 last:pb-0">
            <OneAgain again={one} {...page} />
          </li>
        ))}
      </ul>
    </Card>
  )
}

function OneAgain({
  again: { rider, selection, lines, total, from, to },
  nonce,
  prices,
  today,
}: Page & { again: Again }) {
  const fields = { ...selectionQuery(selection), nonce, prices: String(prices), month: monthStart(today) }
  return (
    <form
      method="post"
      action={paths.purchase()}
      className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2"
    >
      <Csrf />
      {Object.entries(fields).map(([name, value]) => (
        <input key={name} type="hidden" name={name} value={value} />
      ))}
      <p className="min-w-0 flex-1 basis-52">
        <strong className="block">
          {rider ? `${rider}: ` : ''}
          {lines.map(lineName).join(' + ')}
        </strong>
        <span className="text-sm text-muted">
          For {formatDayShort(from)} to {formatDayShort(to)}
        </span>
      </p>
      <Button variant="secondary" busy="Processing..." className="w-full sm:w-auto">
        Buy again · {formatCents(total)}
      </Button>
    </form>
  )
}

import { t } from '#text'
import { Csrf } from '~/components/form/csrf'
import { Button } from '~/components/ui/button'
import { Card } from '~/components/ui/card'
import { type AtSchool, formatHowToPay } from '~/models/money/payments/orders/at-school'
import { type LocalDate, monthName } from '~/utils/dates'
import { formatCents } from '~/utils/money'
import { paths } from '~/utils/paths'

/** Shows what the family requested to pay at the school, or was refused. */
export function AskedFor({
  asked,
  atSchool,
}: {
  asked: { id: number; what: string; total: number; from: LocalDate; isDeclined: boolean; reason: string | null }[]
  atSchool: AtSchool | null
}) {
  if (!asked.length) return null
  return (
    <Card title={t('To pay at the school')} className="py-3">
      {atSchool ? <p className="text-muted">{formatHowToPay(atSchool)}</p> : null}
      <ul className="divide-y divide-line">
        {asked.map(({ id, what, total, from, isDeclined, reason }) => (
          <li key={id} className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 py-1">
            <p>
              {what}, {monthName(from)}: <strong className="num">{formatCents(total)}</strong>
              {isDeclined ? (
                <span className="block text-sm text-muted">
                  {reason
                    ? t('We couldn’t take this order: {reason}', { reason })
                    : t('We couldn’t take this order. Please ask us why.')}
                </span>
              ) : null}
            </p>
            <form method="post" action={paths.takeBackAsked(id)}>
              <Csrf />
              <Button
                variant="quiet"
                size="small"
                aria-label={t(isDeclined ? 'Dismiss: {what}' : 'Cancel: {what}', { what })}
              >
                {t(isDeclined ? 'Dismiss' : 'Cancel')}
              </Button>
            </form>
          </li>
        ))}
      </ul>
    </Card>
  )
}

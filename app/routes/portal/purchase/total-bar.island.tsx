import type { MouseEvent } from 'react'
import { t } from '#text'
import { Button } from '~/components/ui/button'
import { lineName, type SummaryLine } from '~/models/money/payments/pricing'
import { formatCents } from '~/utils/money'

/** On a phone: what is chosen and what it costs, always in sight while the summary is further down. Without scripts, it leads there. */
export function TotalBar({
  lines,
  total,
  screen,
  tab,
}: {
  lines: SummaryLine[]
  total: number
  screen: string
  tab: string
}) {
  return (
    <div className="total-bar">
      <p className="min-w-0 flex-1">
        <span className="block truncate text-sm">{lines.map(lineName).join(' + ')}</span>
        <strong className="num">{formatCents(total)}</strong>
      </p>
      <Button formMethod="get" formAction={`${screen}#summary`} name="tab" value={tab} onClick={toSummary}>
        {t('Continue')}
      </Button>
    </div>
  )
}

function toSummary(event: MouseEvent) {
  const summary = document.getElementById('summary')
  if (!summary) return
  event.preventDefault()
  summary.scrollIntoView({ behavior: 'smooth' })
  summary.querySelector<HTMLElement>('input:checked')?.focus({ preventScroll: true })
}

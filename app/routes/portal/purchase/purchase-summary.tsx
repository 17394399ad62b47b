import type { ComponentProps, ReactNode } from 'react'
import { t } from '#text'
import { classes } from '~/components/classes'
import { lineName, type PriceBreakdown, type SummaryLine } from '~/models/money/payments/pricing'
import { formatCents } from '~/utils/money'

/**
 * The lines of a purchase with the fee on a line of its own, `Convenience Fee (3%)` at the usual rate. The same on every screen that
 * shows a price.
 */
export function PriceLines({
  lines,
  price,
  feePercent,
  monthly = false,
  perMonth = null,
}: {
  lines: SummaryLine[]
  price: PriceBreakdown
  feePercent: string
  /** Whether the price is monthly. */
  monthly?: boolean
  /** The price of a further month in cents, if that differs from the first one. */
  perMonth?: number | null
}) {
  return (
    <dl className="grid gap-2 tabular-nums">
      {lines.map((line) => (
        <Line key={lineName(line)} label={lineName(line)} cents={line.unitPrice * line.quantity} />
      ))}
      <Line label={t('Subtotal')} cents={price.subtotal} className="border-t border-line pt-2" />
      {price.convenienceFee ? (
        <Line label={t('Convenience Fee ({percent})', { percent: feePercent })} cents={price.convenienceFee} />
      ) : null}
      <Line label={totalLabel(monthly, perMonth)} cents={price.total} className="text-lg font-semibold" />
      {perMonth === null ? null : <Line label={t('Then per month')} cents={perMonth} />}
    </dl>
  )
}

/** What is paid now: a line with the total on a phone, so that the fields below stand high, and all of it beside them at a desk. */
export function PaymentSummary({ children, ...lines }: ComponentProps<typeof PriceLines> & { children?: ReactNode }) {
  return (
    <details className="card folded payment-summary">
      <summary>
        {t('Payment Summary')} <span className="num">{formatCents(lines.price.total)}</span>
      </summary>
      <h2 className="mb-3 max-lg:hidden">{t('Payment Summary')}</h2>
      <PriceLines {...lines} />
      {children}
    </details>
  )
}

function totalLabel(monthly: boolean, perMonth: number | null): string {
  if (perMonth !== null) return t('Total for the first month')
  return t(monthly ? 'Total per month' : 'Total')
}

function Line({ label, cents, className }: { label: string; cents: number; className?: string }) {
  return (
    <div className={classes('flex justify-between gap-4', className)}>
      <dt>{label}</dt>
      <dd className="whitespace-nowrap">{formatCents(cents)}</dd>
    </div>
  )
}

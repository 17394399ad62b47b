import { t } from '#text'
import { Form } from '~/components/form/form'
import { StateBadge } from '~/components/ui/badge'
import { Button } from '~/components/ui/button'
import { Card } from '~/components/ui/card'
import { DataTable } from '~/components/ui/data-table'
import { EmptyState } from '~/components/ui/empty-state'
import { Link } from '~/components/ui/link'
import { Money } from '~/components/ui/money'
import type { PaymentHistoryRow } from '~/models/money/payments/payment-history.server'
import { sayMethod, transactionLabel } from '~/models/money/payments/payment-transaction'
import { formatDay } from '~/utils/dates'
import { formatCents } from '~/utils/money'
import { paths } from '~/utils/paths'

/** A family's payments of a year, with the receipts. */
export function PaymentHistory({ rows, year, years }: { rows: PaymentHistoryRow[]; year: number; years: number[] }) {
  const ofYear = { year: String(year) }
  return (
    <Card title={t('Payment History')} actions={<YearForm year={year} years={years} />}>
      <p className="mb-3">
        <Link to={paths.statement({ year })} className="link inline-flex min-h-11 items-center">
          {t('{year} statement', ofYear)}
        </Link>
      </p>
      {rows.length ? (
        <div className="payment-list">
          <DataTable
            caption={t('{year} payments', ofYear)}
            rows={rows}
            rowKey={(row) => `${row.date} ${row.description} ${row.amountPaid} ${row.receiptId}`}
            columns={[
              { header: t('Date'), cell: (row) => <span className="whitespace-nowrap">{formatDay(row.date)}</span> },
              {
                header: t('Description'),
                className: 'description',
                cell: (row) => (
                  <>
                    {row.description}
                    {row.riders.map((line) => (
                      <span key={line} className="block text-sm">
                        {line}
                      </span>
                    ))}
                    {row.method ? <span className="block text-sm text-muted">{sayMethod(row.method)}</span> : null}
                  </>
                ),
              },
              { header: t('Lessons used'), className: 'used', align: 'end', cell: (row) => row.lessonsUsed },
              { header: t('Hacks used'), className: 'used', align: 'end', cell: (row) => row.hacksUsed },
              {
                header: t('Amount'),
                className: 'amount',
                align: 'end',
                cell: (row) => (
                  <>
                    <Money cents={row.amountPaid} />
                    {row.amountRefunded ? (
                      <span className="block text-sm text-muted">
                        {t('{amount} refunded', { amount: formatCents(row.amountRefunded) })}
                      </span>
                    ) : null}
                    {row.amountDisputed ? (
                      <span className="block text-sm text-muted">
                        {t('{amount} disputed', { amount: formatCents(row.amountDisputed) })}
                      </span>
                    ) : null}
                  </>
                ),
              },
              {
                header: t('Status'),
                cell: (row) => <StateBadge state={row.status}>{transactionLabel(row.status)}</StateBadge>,
              },
              {
                header: t('Receipt'),
                className: 'receipt',
                cell: (row) =>
                  row.receiptId ? (
                    <Link
                      to={paths.receipt(row.receiptId)}
                      className="link inline-flex min-h-11 items-center whitespace-nowrap"
                    >
                      {t('View Receipt')}
                    </Link>
                  ) : (
                    '—'
                  ),
              },
            ]}
          />
        </div>
      ) : (
        <EmptyState title={t('No payments in {year}', ofYear)}>{t('Your payments will show up here.')}</EmptyState>
      )}
    </Card>
  )
}

function YearForm({ year, years }: { year: number; years: number[] }) {
  return (
    <Form method="get" className="flex items-center gap-2" stay>
      <input type="hidden" name="tab" value="payments" />
      <label htmlFor="year">{t('Year')}</label>
      <select id="year" name="year" defaultValue={year} className="input w-auto">
        {years.map((option) => (
          <option key={option}>{option}</option>
        ))}
      </select>
      <Button variant="secondary" size="small">
        {t('Show')}
      </Button>
    </Form>
  )
}

import { Form } from '~/components/form/form'
import { StateBadge } from '~/components/ui/badge'
import { Button } from '~/components/ui/button'
import { Card } from '~/components/ui/card'
import { DataTable } from '~/components/ui/data-table'
import { EmptyState } from '~/components/ui/empty-state'
import { Link } from '~/components/ui/link'
import { Money } from '~/components/ui/money'
import type { PaymentHistoryRow } from '~/models/money/payments/payment-history.server'
import { transactionLabel } from '~/models/money/payments/payment-transaction'
import { formatDay } from '~/utils/dates'
import { formatCents } from '~/utils/money'
import { paths } from '~/utils/paths'

/** A family's payments of a year, with the receipts. */
export function PaymentHistory({ rows, year, years }: { rows: PaymentHistoryRow[]; year: number; years: number[] }) {
  return (
    <Card title="Payment History" actions={<YearForm year={year} years={years} />}>
      <p className="mb-3">
        <Link to={paths.statement({ year })} className="link inline-flex min-h-11 items-center">
          {year} statement
        </Link>
      </p>
      {rows.length ? (
        <div className="payment-list">
          <DataTable
            caption={`${year} payments`}
            rows={rows}
            rowKey={(row) => `${row.date} ${row.description} ${row.amountPaid} ${row.receiptId}`}
            columns={[
              { header: 'Date', cell: (row) => <span className="whitespace-nowrap">{formatDay(row.date)}</span> },
              {
                header: 'Description',
                cell: (row) => (
                  <>
                    {row.description}
                    {row.riders.map((line) => (
                      <span key={line} className="block text-sm">
                        {line}
                      </span>
                    ))}
                    {row.method ? <span className="block text-sm text-muted">{row.method}</span> : null}
                  </>
                ),
              },
              { header: 'Lessons used', align: 'end', cell: (row) => row.lessonsUsed },
              { header: 'Hacks used', align: 'end', cell: (row) => row.hacksUsed },
              {
                header: 'Amount',
                align: 'end',
                cell: (row) => (
                  <>
                    <Money cents={row.amountPaid} />
                    {row.amountRefunded ? (
                      <span className="block text-sm text-muted">{formatCents(row.amountRefunded)} refunded</span>
                    ) : null}
                    {row.amountDisputed ? (
                      <span className="block text-sm text-muted">{formatCents(row.amountDisputed)} disputed</span>
                    ) : null}
                  </>
                ),
              },
              {
                header: 'Status',
                cell: (row) => <StateBadge state={row.status}>{transactionLabel(row.status)}</StateBadge>,
              },
              {
                header: 'Receipt',
                cell: (row) =>
                  row.receiptId ? (
                    <Link
                      to={paths.receipt(row.receiptId)}
                      className="link inline-flex min-h-11 items-center whitespace-nowrap"
                    >
                      View Receipt
                    </Link>
                  ) : (
                    '—'
                  ),
              },
            ]}
          />
        </div>
      ) : (
        <EmptyState title={`No payments in ${year}`}>Your payments will show up here.</EmptyState>
      )}
    </Card>
  )
}

function YearForm({ year, years }: { year: number; years: number[] }) {
  return (
    <Form method="get" className="flex items-center gap-2" stay>
      <input type="hidden" name="tab" value="payments" />
      <label htmlFor="year">Year</label>
      <select id="year" name="year" defaultValue={year} className="input w-auto">
        {years.map((option) => (
          <option key={option}>{option}</option>
        ))}
      </select>
      <Button variant="secondary" size="small">
        Show
      </Button>
    </Form>
  )
}

import { Csrf } from '~/components/form/csrf'
import { Button } from '~/components/ui/button'
import { Card } from '~/components/ui/card'
import { DataTable } from '~/components/ui/data-table'
import { EmptyState } from '~/components/ui/empty-state'
import { Link } from '~/components/ui/link'
import { Money } from '~/components/ui/money'
import { Pages } from '~/components/ui/pages'
import type { OfflineRow } from '~/models/money/payments/offline/offline-history.server'
import { methodLabel } from '~/models/money/payments/offline/record-payment.schema'
import { calendarMonthName, formatDay } from '~/utils/dates'
import { formatCents } from '~/utils/money'
import { paths } from '~/utils/paths'

/**
 * What the office recorded: each payment with its day, and amounts typed into the grid dated the 15th of their month.
 */
export function ManualHistory({
  rows,
  year,
  page,
  pages,
  query,
  to,
}: {
  rows: OfflineRow[]
  year: number
  page: number
  pages: number
  /** The screen's query, to which the forms return. */
  query: string
  to: (page: number) => string
}) {
  return (
    <Card title="Manual Offline Payments History">
      {rows.length ? (
        <div className="offline-history">
          <DataTable
            caption={`Offline payments, ${year}`}
            rows={rows}
            rowKey={(row) => row.id ?? `${row.userId} ${row.month}`}
            more="Remove payments"
            rowId={({ id, userId, month }) => `offline-${id ?? `${userId}-${month}`}`}
            columns={[
              {
                header: 'Date Period',
                nowrap: true,
                card: 'line',
                cell: ({ day }) => formatDay(day),
              },
              {
                header: 'Student',
                card: 'title',
                cell: ({ userId, name }) => (
                  <Link to={paths.student(userId)} className="link">
                    {name}
                  </Link>
                ),
              },
              {
                header: 'Amount',
                align: 'end',
                card: 'beside',
                cell: ({ amount }) => <Money cents={amount} />,
              },
              { header: 'Month', label: 'for', card: 'line', cell: ({ month }) => calendarMonthName(month) },
              { header: 'Paid by', card: 'line', cell: ({ method }) => methodLabel(method) ?? '–' },
              {
                header: <span className="sr-only">Remove</span>,
                card: 'more',
                cell: ({ id, name, amount, day }) =>
                  id === null ? null : (
                    <form method="post" action={`${paths.removeRecordedPayment(id)}${query}`}>
                      <Csrf />
                      <Button
                        variant="danger-quiet"
                        size="small"
                        aria-label={`Remove ${name}’s ${formatCents(amount)} of ${formatDay(day)}`}
                      >
                        Remove
                      </Button>
                    </form>
                  ),
              },
            ]}
          />
        </div>
      ) : (
        <EmptyState title="No manual offline payments recorded." />
      )}
      <Pages label="Offline payments" page={page} pages={pages} previous="Later" next="Earlier" inPlace to={to} />
    </Card>
  )
}

import { Card } from '~/components/ui/card'
import { DataTable } from '~/components/ui/data-table'
import { EmptyState } from '~/components/ui/empty-state'
import { Link } from '~/components/ui/link'
import { Money } from '~/components/ui/money'
import { Pages } from '~/components/ui/pages'
import type { OfflineMonth } from '~/models/payments/offline/offline-history.server'
import { methodLabel } from '~/models/payments/offline/record-payment.schema'
import { calendarMonthName, formatDay } from '~/utils/dates'
import { paths } from '~/utils/paths'

/** What the office noted, each month dated the 15th. */
export function ManualHistory({
  rows,
  year,
  page,
  pages,
  to,
}: {
  rows: OfflineMonth[]
  year: number
  page: number
  pages: number
  to: (page: number) => string
}) {
  return (
    <Card title="Manual Offline Payments History">
      {rows.length ? (
        <div className="offline-history">
          <DataTable
            caption={`Offline payments, ${year}`}
            rows={rows}
            rowKey={(row) => `${row.userId} ${row.month}`}
            columns={[
              {
                header: 'Date Period',
                nowrap: true,
                cell: ({ month }) => formatDay(`${year}-${String(month).padStart(2, '0')}-15`),
              },
              {
                header: 'Student',
                cell: ({ userId, name }) => (
                  <Link to={paths.student(userId)} className="link">
                    {name}
                  </Link>
                ),
              },
              { header: 'Amount', align: 'end', cell: ({ dollars }) => <Money cents={dollars * 100} /> },
              { header: 'Month', cell: ({ month }) => calendarMonthName(month) },
              { header: 'Paid by', cell: ({ method }) => methodLabel(method) ?? '–' },
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

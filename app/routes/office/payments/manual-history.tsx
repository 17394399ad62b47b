import { Card } from '~/components/ui/card'
import { DataTable } from '~/components/ui/data-table'
import { EmptyState } from '~/components/ui/empty-state'
import { Pages } from '~/components/ui/pages'
import type { OfflineMonth } from '~/models/payments/offline/offline-history.server'
import { calendarMonthName, formatDay } from '~/utils/dates'
import { formatCents } from '~/utils/money'

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
        <DataTable
          caption={`Offline payments of ${year}`}
          rows={rows}
          rowKey={(row) => `${row.userId} ${row.month}`}
          columns={[
            {
              header: 'Date Period',
              cell: ({ month }) => formatDay(`${year}-${String(month).padStart(2, '0')}-15`),
            },
            { header: 'Student', cell: ({ name }) => name },
            { header: 'Amount', align: 'end', cell: ({ dollars }) => formatCents(dollars * 100) },
            { header: 'Month', cell: ({ month }) => calendarMonthName(month) },
          ]}
        />
      ) : (
        <EmptyState title="No manual offline payments recorded." />
      )}
      <Pages label="Offline payments" page={page} pages={pages} previous="Later" next="Earlier" inPlace to={to} />
    </Card>
  )
}

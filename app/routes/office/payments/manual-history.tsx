import { Card } from '~/components/ui/card'
import { DataTable } from '~/components/ui/data-table'
import { EmptyState } from '~/components/ui/empty-state'
import { calendarMonthName } from '~/models/payments/offline/offline-payment.schema'
import type { PaymentYear } from '~/models/payments/payment-year.server'
import { formatDay } from '~/utils/dates'
import { formatCents } from '~/utils/money'

/** What the office noted: a row for each month above zero, dated the 15th, newest first. */
export function ManualHistory({ students, year }: { students: PaymentYear[]; year: number }) {
  const rows = students
    .flatMap(({ id, name, offline }) => offline.map((dollars, i) => ({ id, name, dollars, month: i + 1 })))
    .filter(({ dollars }) => dollars > 0)
    .sort((a, b) => b.month - a.month || a.name.localeCompare(b.name))
  return (
    <Card title="Manual Offline Payments History">
      {rows.length ? (
        <DataTable
          caption={`Offline payments of ${year}`}
          rows={rows}
          rowKey={(row) => `${row.id} ${row.month}`}
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
    </Card>
  )
}

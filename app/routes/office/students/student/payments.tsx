import { StateBadge } from '~/components/ui/badge'
import { DataTable } from '~/components/ui/data-table'
import { Money } from '~/components/ui/money'
import { transactionLabel } from '~/models/money/payments/payment-transaction'
import { formatDay } from '~/utils/dates'

interface Payment {
  id: string
  day: string
  description: string
  amount: number
  status: string
}

/** The latest payments, through the portal and to the office. */
export function Payments({ payments }: { payments: Payment[] }) {
  if (!payments.length) return <p className="text-muted">No payments yet.</p>
  return (
    <DataTable
      caption="Payments"
      rows={payments}
      rowKey={({ id }) => id}
      columns={[
        { header: 'Date', cell: ({ day }) => <span className="num whitespace-nowrap">{formatDay(day)}</span> },
        { header: 'Description', cell: ({ description }) => description },
        { header: 'Amount', align: 'end', cell: ({ amount }) => <Money cents={amount} /> },
        {
          header: 'Status',
          cell: ({ status }) => <StateBadge state={status}>{transactionLabel(status)}</StateBadge>,
        },
      ]}
    />
  )
}

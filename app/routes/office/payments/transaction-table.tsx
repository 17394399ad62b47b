import { Email } from '~/components/office/facts'
import { StateBadge } from '~/components/ui/badge'
import { DataTable } from '~/components/ui/data-table'
import { EmptyState } from '~/components/ui/empty-state'
import { Link } from '~/components/ui/link'
import { ActionsMenu } from '~/components/ui/menu'
import { hasReceipt, transactionLabel, wentBack } from '~/models/money/payments/payment-transaction'
import type { SubscriptionDetails } from '~/models/money/payments/payment-transaction.server'
import { lineName } from '~/models/money/payments/pricing'
import { formatDay } from '~/utils/dates'
import { formatCents } from '~/utils/money'
import { paths } from '~/utils/paths'
import { PayerLinks } from './payer-links'

interface TransactionRow {
  subscription: SubscriptionDetails | null
  packages: string[]
  id: number
  at: string
  userId: string
  studentName: string
  customerEmail: string | null
  amount: number
  fee: number
  amountRefunded: number
  amountDisputed: number
  description: string
  lines: { rider?: string; name: string; quantity: number }[]
  type: string
  status: string
  paymentMethod: string | null
  stripePaymentIntentId: string | null
}

/** A year's payments through the portal, newest first. */
export function TransactionTable({ transactions, year }: { transactions: TransactionRow[]; year: number }) {
  if (!transactions.length) return <EmptyState title="No payment transactions found from customer portal." />
  return (
    <div className="transactions">
      <DataTable
        caption="Portal transactions"
        rows={transactions}
        rowKey={(row) => row.id}
        more="All details"
        columns={[
          { header: 'Date', card: 'line', cell: (row) => <span className="num xl:whitespace-nowrap">{row.at}</span> },
          {
            header: 'Student',
            card: 'title',
            cell: (row) => (
              <>
                <Link to={paths.payments({ student: row.userId })} className="link">
                  {row.studentName}
                </Link>
                <div className="more text-sm text-muted [overflow-wrap:anywhere]">
                  {row.customerEmail ? <Email address={row.customerEmail} /> : null}
                </div>
              </>
            ),
          },
          {
            header: 'Amount',
            card: 'beside',
            align: 'end',
            cell: (row) => (
              <div className="num">
                {formatCents(row.amount)}
                {row.fee ? <div className="more text-sm text-muted">fee {formatCents(row.fee)}</div> : null}
                {Object.entries(wentBack(row)).map(([how, cents]) =>
                  cents ? (
                    <span key={how} className="block text-sm text-bad">
                      {how} {formatCents(cents)}
                    </span>
                  ) : null,
                )}
              </div>
            ),
          },
          { header: 'Description', card: 'more', cell: (row) => <Description row={row} /> },
          {
            header: 'Type',
            card: 'more',
            nowrap: true,
            cell: (row) => (row.type === 'subscription_creation' ? 'Subscription' : 'Payment'),
          },
          {
            header: 'Status',
            card: 'line',
            cell: (row) => <StateBadge state={row.status}>{transactionLabel(row.status)}</StateBadge>,
          },
          { header: 'Details', card: 'more', cell: (row) => <Details row={row} /> },
          {
            header: <span className="sr-only">Actions</span>,
            card: 'corner',
            cell: (row) => <Actions row={row} year={year} />,
          },
        ]}
      />
    </div>
  )
}

/** Includes what was bought for whom, unless the payer is the only rider. */
function Description({ row: { description, lines } }: { row: TransactionRow }) {
  return (
    <>
      {description}
      {lines
        .filter(({ rider }) => rider)
        .map((line) => (
          <span key={lineName(line)} className="block text-sm text-muted">
            {lineName(line)}
          </span>
        ))}
    </>
  )
}

const receiptOf = (row: TransactionRow) => (hasReceipt(row.status) ? paths.receipt(row.id) : null)
const refundOf = (row: TransactionRow) =>
  row.status === 'succeeded' && row.amountRefunded < row.amount ? paths.refund(row.id) : null

function Details({ row }: { row: TransactionRow }) {
  const [receipt, refund] = [receiptOf(row), refundOf(row)]
  return (
    <div className="text-sm">
      <details>
        <summary className="inline-flex min-h-11 flex-wrap items-center gap-x-2 pointer-fine:min-h-8 xl:flex-nowrap xl:whitespace-nowrap">
          <span className="link">Details</span>
          <span className="text-muted">{row.paymentMethod ?? 'Card'}</span>
        </summary>
        <span className="break-all text-muted">{row.stripePaymentIntentId}</span>
        {row.subscription ? <Subscription details={row.subscription} row={row} /> : null}
      </details>
      <span className="flex flex-wrap items-center gap-x-3 whitespace-nowrap">
        {receipt ? (
          <Link to={receipt} className="link inline-flex min-h-11 items-center pointer-fine:min-h-8">
            View Receipt
          </Link>
        ) : null}
        {refund ? (
          <Link to={refund} stay className="link inline-flex min-h-11 items-center pointer-fine:min-h-8">
            Refund
          </Link>
        ) : null}
      </span>
    </div>
  )
}

function Actions({ row, year }: { row: TransactionRow; year: number }) {
  const [receipt, refund] = [receiptOf(row), refundOf(row)]
  return (
    <ActionsMenu label={`More for the ${formatCents(row.amount)} of ${row.studentName}`}>
      {receipt ? (
        <Link to={receipt} className="menu-item">
          View Receipt
        </Link>
      ) : null}
      {refund ? (
        <Link to={refund} stay className="menu-item">
          Refund
        </Link>
      ) : null}
      <PayerLinks id={row.userId} year={year} />
    </ActionsMenu>
  )
}

/** The details of a subscription payment. */
function Subscription({ details, row }: { details: SubscriptionDetails; row: TransactionRow }) {
  const { id, status, periodStart, periodEnd } = details
  const lines = [
    ['Subscription', id],
    ['Status', status],
    ['Packages', row.packages.join(', ')],
    ['Interval', 'month'],
    ['Period', id ? `${formatDay(periodStart)} to ${formatDay(periodEnd)}` : 'Billing period pending'],
    ['Billing cycle anchor', `1st of the month, next ${formatDay(periodEnd)}`],
  ]
  return (
    <dl className="mt-1 grid gap-x-2 text-muted">
      {lines.map(([label, value]) => (
        <div key={label} className="flex flex-wrap gap-x-2">
          <dt>{label}</dt>
          <dd className="break-all text-ink">{value}</dd>
        </div>
      ))}
    </dl>
  )
}

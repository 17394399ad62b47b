import type { LoaderFunctionArgs, MetaFunction } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { MonthPager } from '~/components/office/month-pager'
import { StateBadge } from '~/components/ui/badge'
import { Card } from '~/components/ui/card'
import { DataTable } from '~/components/ui/data-table'
import { EmptyState } from '~/components/ui/empty-state'
import { Link } from '~/components/ui/link'
import { Money } from '~/components/ui/money'
import { payoutLabel, whyDifferent } from '~/models/bookkeeping/payout'
import { balanceLeft, payoutsOfMonth } from '~/models/bookkeeping/payout-report.server'
import { addToMonth, monthAndYear, monthKey, monthOfDay, parseMonth } from '~/models/vocabulary/month'
import { today } from '~/platform/clock.server'
import { formatDay } from '~/utils/dates'
import { formatCents } from '~/utils/money'
import { paths } from '~/utils/paths'
import { requireAdmin } from '~/web/auth.server'
import { BooksHead } from './books-head'

export const handle = { scripts: true }
export const meta: MetaFunction = () => [{ title: 'Payouts' }]

export async function loader({ request }: LoaderFunctionArgs) {
  await requireAdmin(request)
  const month = parseMonth(new URL(request.url).searchParams.get('month')) ?? monthOfDay(today())
  const [payouts, left] = await Promise.all([payoutsOfMonth(month), balanceLeft()])
  return {
    month: monthAndYear(month),
    before: monthKey(addToMonth(month, -1)),
    after: monthKey(addToMonth(month, 1)),
    payouts: payouts.map((payout) => ({ ...payout, why: whyDifferent(payout) })),
    left,
  }
}

export default function Payouts() {
  const { month, before, after, payouts, left } = useLoaderData<typeof loader>()
  const arrived = payouts.filter(({ status }) => status === 'paid').reduce((sum, { amount }) => sum + amount, 0)
  return (
    <>
      <BooksHead title="Payouts" current="payouts">
        What Stripe sends to the bank, and what each sum is made of.
      </BooksHead>
      <Card
        title={month}
        actions={<MonthPager before={paths.payouts({ month: before })} after={paths.payouts({ month: after })} />}
      >
        <p className="mb-3 text-muted">
          Arrived this month: <strong className="num text-ink">{formatCents(arrived)}</strong> · Not paid out yet:{' '}
          <strong className="num text-ink">{formatCents(left)}</strong>
        </p>
        {payouts.length ? (
          <DataTable
            caption={`Payouts that arrive in ${month}`}
            rows={payouts}
            rowKey={({ id }) => id}
            columns={[
              {
                header: 'Arrives',
                nowrap: true,
                cell: ({ id, arrives }) => (
                  <Link to={paths.payout(id)} className="link num inline-flex min-h-11 items-center">
                    {formatDay(arrives)}
                  </Link>
                ),
              },
              {
                header: 'Status',
                card: 'line',
                cell: ({ status, why }) => (
                  <span className="grid justify-items-start gap-1">
                    <StateBadge state={status}>{payoutLabel(status)}</StateBadge>
                    {why ? <span className="text-sm text-bad">Check transactions</span> : null}
                  </span>
                ),
              },
              {
                header: 'Payments',
                label: 'payments',
                card: 'line',
                align: 'end',
                cell: ({ payments }) => <span className="num">{payments}</span>,
              },
              {
                header: 'Stripe’s fees',
                label: 'fees',
                card: 'line',
                align: 'end',
                cell: ({ fees }) => <Money cents={fees} />,
              },
              { header: 'Amount', card: 'beside', align: 'end', cell: ({ amount }) => <Money cents={amount} /> },
            ]}
          />
        ) : (
          <EmptyState title={`No payouts in ${month}`}>
            Stripe deposits payments in your bank automatically. Each payout shows up here.
          </EmptyState>
        )}
        <p className="mt-3 text-sm text-muted">
          A payout is listed in the month in which it arrives at the bank. <em>Month end</em> counts it on the day on
          which Stripe sent it, a few days before.
        </p>
      </Card>
    </>
  )
}

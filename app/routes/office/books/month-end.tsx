import type { LoaderFunctionArgs, MetaFunction } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { Fragment, type ReactNode } from 'react'
import { Csrf } from '~/components/form/csrf'
import { MonthPager } from '~/components/office/month-pager'
import { Button } from '~/components/ui/button'
import { Card } from '~/components/ui/card'
import { DataTable } from '~/components/ui/data-table'
import { EmptyState } from '~/components/ui/empty-state'
import { Money } from '~/components/ui/money'
import { ACCOUNTS, type Account, type MethodTotal } from '~/models/bookkeeping/month-end'
import { completeUpTo, isComplete, monthEndReport } from '~/models/bookkeeping/month-end.server'
import { reconcilePayouts } from '~/models/money/reconcile/reconcile-payouts.server'
import type { Month } from '~/models/vocabulary/month'
import { addToMonth, daysOfMonth, monthAndYear, monthKey, monthOfDay, parseMonth } from '~/models/vocabulary/month'
import { today } from '~/platform/clock.server'
import { getEnv } from '~/platform/env.server'
import { logError } from '~/platform/log.server'
import { formatInstant } from '~/utils/dates'
import { type Cents, formatCents } from '~/utils/money'
import { paths } from '~/utils/paths'
import { requireAdmin } from '~/web/auth.server'
import { BooksHead } from './books-head'

export const handle = { scripts: true }
export const meta: MetaFunction = () => [{ title: 'Month End' }]

/** Shows the last month, unless another one is requested. */
export async function loader({ request }: LoaderFunctionArgs) {
  await requireAdmin(request)
  const asked = parseMonth(new URL(request.url).searchParams.get('month'))
  const month = asked ?? addToMonth(monthOfDay(today()), -1)
  const upTo = await askUntil(month)
  return {
    ...(await monthEndReport(month)),
    upTo: upTo && formatInstant(upTo, getEnv().schoolTimezone),
    isComplete: isComplete(month, upTo),
    key: monthKey(month),
    name: monthAndYear(month),
    before: monthKey(addToMonth(month, -1)),
    after: monthKey(addToMonth(month, 1)),
  }
}

/** Asks the provider about a past month again, unless that was done after it ended. */
async function askUntil(month: Month): Promise<Date | null> {
  const known = await completeUpTo()
  if (isComplete(month, known) || today() <= daysOfMonth(month).to) return known
  await reconcilePayouts().catch((error) => logError(error, { job: 'reconcile-payouts' }))
  return completeUpTo()
}

interface SumRow extends Pick<MethodTotal, 'lines' | 'gross' | 'fee' | 'net'> {
  name: string
}

const NAMES: Record<Account, string> = { stripe: 'Stripe balance', office: 'Offline and donations' }
const PROGRAMS = { quickbooks: 'QuickBooks Online', xero: 'Xero' } as const

export default function MonthEndScreen() {
  const {
    key,
    name,
    before,
    after,
    kinds,
    methods,
    paidOut,
    bridge,
    parts,
    upTo,
    isComplete: isWhole,
  } = useLoaderData<typeof loader>()
  const files = Object.entries(PROGRAMS).flatMap(([format, program]) =>
    ACCOUNTS.flatMap((account) =>
      Array.from({ length: parts[account] }, (_, i) => ({
        label: `${program}: ${NAMES[account]}${parts[account] > 1 ? `, part ${i + 1} of ${parts[account]}` : ''}`,
        to: paths.monthEndFile({ month: key, format, account, part: i ? i + 1 : undefined }),
      })),
    ),
  )
  return (
    <>
      <BooksHead title="Month End" current="month-end">
        Monthly income and costs for your bookkeeper. Days are in the school’s time zone.
      </BooksHead>
      <div className="grid gap-4">
        <Card
          title={name}
          actions={<MonthPager before={paths.monthEnd({ month: before })} after={paths.monthEnd({ month: after })} />}
        >
          {kinds.length ? (
            <>
              <Sums
                caption={`Money of ${name} by kind`}
                header="Type"
                rows={kinds.map((row) => ({ ...row, name: row.kind }))}
              />
              <div className="mt-4">
                <Sums
                  caption={`Money of ${name} by payment method`}
                  header="Payment method"
                  rows={methods.map((row) => ({ ...row, name: row.method }))}
                />
              </div>
              <p className="mt-3 text-muted">
                Sent to the bank this month: <strong className="num text-ink">{formatCents(paidOut)}</strong>. This can
                include last month’s payments. <em>Payouts</em> lists it by the day on which it arrives.
              </p>
            </>
          ) : (
            <EmptyState title={`Nothing in ${name}`}>Choose another month above.</EmptyState>
          )}
          <Difference amounts={{ 'From the month before': bridge.before, 'On its way at the end': bridge.underway }}>
            A bank payment takes days to reach Stripe’s balance. The payments page, sales and statements count it in the
            month in which the family paid; this page counts it in the month in which it got there.
          </Difference>
          <Difference
            amounts={{
              'Paid this month for another': bridge.forOthers,
              'Paid in another month for this one': bridge.inOthers,
            }}
          >
            An offline payment counts here on the day on which it was paid. The payments page and sales count it in the
            month that it pays.
          </Difference>
          {upTo ? (
            <p className="mt-3 text-muted">
              {isWhole ? 'Complete.' : <strong className="text-ink">Not complete yet.</strong>} Stripe was asked up to{' '}
              <span className="num">{upTo}</span>.
              {isWhole ? '' : ' Files with Stripe’s lines say “incomplete” in their names.'}
            </p>
          ) : null}
          <form method="post" action={paths.reconcilePayments()} className="no-print mt-3">
            <Csrf />
            <input type="hidden" name="month" value={key} />
            <Button variant="secondary">Sync with Stripe</Button>
          </form>
        </Card>
        <Card title="Files" className="no-print">
          <ul className="grid gap-1">
            <li>
              <a
                href={paths.monthEndFile({ month: key, format: 'details' })}
                className="link inline-flex min-h-11 items-center"
              >
                All transactions, with gross, fee, net, method, family, and item
              </a>
            </li>
            {files.map(({ label, to }) => (
              <li key={to}>
                <a href={to} className="link inline-flex min-h-11 items-center">
                  {label}
                </a>
              </li>
            ))}
          </ul>
          <p className="mt-3 text-sm text-muted">
            For QuickBooks and Xero, make a bank account “Stripe balance” and import its file there. Each payment is a
            line with the gross and one with Stripe’s fee; each payout is a transfer to your real bank account. An
            offline payment has its own day; what was typed into the grid of payments is dated the 15th. Donations are
            those that Zeffy completed. If anything changes after you export a month, export it again. The reference of
            a line stays the same.
          </p>
        </Card>
      </div>
    </>
  )
}

/** Rows of sums, and their total. */
function Sums({ caption, header, rows }: { caption: string; header: string; rows: SumRow[] }) {
  const sum = (column: 'lines' | 'gross' | 'fee' | 'net') => rows.reduce((total, row) => total + row[column], 0)
  const total = { name: 'Total', lines: sum('lines'), gross: sum('gross'), fee: sum('fee'), net: sum('net') }
  const strong = (row: SumRow, text: ReactNode) => (row === total ? <strong>{text}</strong> : text)
  return (
    <DataTable
      caption={caption}
      rows={[...rows, total]}
      rowKey={(row) => row.name}
      columns={[
        { header, cell: (row) => strong(row, row.name) },
        { header: 'Lines', align: 'end', cell: (row) => strong(row, row.lines) },
        { header: 'Gross', align: 'end', cell: (row) => strong(row, <Money cents={row.gross} />) },
        { header: 'Stripe’s fee', align: 'end', cell: (row) => strong(row, <Money cents={row.fee} />) },
        { header: 'Net', card: 'beside', align: 'end', cell: (row) => strong(row, <Money cents={row.net} />) },
      ]}
    />
  )
}

/** Shows a difference between this page and others; renders nothing if there is none. */
function Difference({ amounts, children }: { amounts: Record<string, Cents>; children: ReactNode }) {
  const rows = Object.entries(amounts)
  if (!rows.some(([, cents]) => cents)) return null
  return (
    <div className="mt-3 text-muted">
      <p>{children}</p>
      <dl className="mt-2 grid max-w-md grid-cols-[1fr_auto] gap-x-4">
        {rows.map(([label, cents]) => (
          <Fragment key={label}>
            <dt>{label}</dt>
            <dd className="num text-end text-ink">{formatCents(cents)}</dd>
          </Fragment>
        ))}
      </dl>
    </div>
  )
}

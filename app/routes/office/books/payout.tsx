import type { LoaderFunctionArgs, MetaFunction } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { StateBadge } from '~/components/ui/badge'
import { ButtonLink } from '~/components/ui/button'
import { Card } from '~/components/ui/card'
import { DataTable } from '~/components/ui/data-table'
import { Link } from '~/components/ui/link'
import { Money } from '~/components/ui/money'
import { PageHeader } from '~/components/ui/page-header'
import { PrintButton } from '~/components/ui/print-button'
import { groupOf, LINE_GROUPS, type PayoutLine, payoutLabel, whyDifferent } from '~/models/bookkeeping/payout'
import { monthKey, monthOfDay } from '~/models/vocabulary/month'
import { formatDay, yearOf } from '~/utils/dates'
import { formatCents } from '~/utils/money'
import { paths } from '~/utils/paths'
import { requireAdmin } from '~/web/auth.server'
import { askedPayout } from './params.server'

export const handle = { scripts: true }
export const meta: MetaFunction = () => [{ title: 'Payout' }]

export async function loader({ request, params }: LoaderFunctionArgs) {
  await requireAdmin(request)
  const { payout, lines } = await askedPayout(params.id)
  return {
    payout,
    why: whyDifferent(payout),
    month: monthKey(monthOfDay(payout.arrives)),
    groups: LINE_GROUPS.flatMap((name) => {
      const found = lines.filter(({ type }) => groupOf(type) === name)
      return found.length ? [{ name, lines: found }] : []
    }),
  }
}

const sum = (cents: number[]) => cents.reduce((total, one) => total + one, 0)

export default function PayoutScreen() {
  const { payout, why, month, groups } = useLoaderData<typeof loader>()
  const { amount, status, arrives, stripeId, failureMessage } = payout
  return (
    <>
      <PageHeader
        title={`Payout of ${formatCents(amount)}`}
        back={{ to: paths.payouts({ month }), label: 'Payouts' }}
        actions={
          <>
            <ButtonLink to={paths.payoutExport(payout.id)} variant="secondary">
              Export CSV
            </ButtonLink>
            <PrintButton />
          </>
        }
      >
        <span className="flex flex-wrap items-center gap-2">
          {status === 'paid' ? 'Arrived' : 'Arrives'} {formatDay(arrives)}
          <StateBadge state={status}>{payoutLabel(status)}</StateBadge>
        </span>
        <span className="block break-all text-sm">{stripeId}</span>
      </PageHeader>
      <div className="grid gap-4">
        {failureMessage ? (
          <p className="rounded bg-bad-soft p-3 text-bad">
            The bank returned this payout: {failureMessage} The money is in a later payout.
          </p>
        ) : null}
        {why ? <p className="rounded bg-bad-soft p-3 text-bad">{why}</p> : null}
        <Card title="Sum">
          <dl className="grid max-w-md gap-1">
            {groups.map(({ name, lines }) => (
              <Line key={name} label={name} cents={sum(lines.map(({ gross }) => gross))} />
            ))}
            <Line label="Stripe’s fees" cents={-payout.fees} />
            <Line label={why ? 'Total of the transactions' : 'Bank line'} cents={payout.sum} isSum bad={Boolean(why)} />
            {why ? <Line label="Bank line" cents={amount} isSum /> : null}
          </dl>
        </Card>
        {groups.map(({ name, lines }) => (
          <Card key={name} title={`${name} (${lines.length})`}>
            <Lines name={name} lines={lines} />
          </Card>
        ))}
      </div>
    </>
  )
}

function Line({ label, cents, isSum, bad }: { label: string; cents: number; isSum?: boolean; bad?: boolean }) {
  return (
    <div className={isSum ? 'flex justify-between border-t border-line pt-1 font-bold' : 'flex justify-between'}>
      <dt>{label}</dt>
      <dd className={bad ? 'text-bad' : undefined}>
        <Money cents={cents} />
      </dd>
    </div>
  )
}

function Lines({ name, lines }: { name: string; lines: PayoutLine[] }) {
  return (
    <DataTable
      caption={name}
      rows={lines}
      rowKey={({ id }) => id}
      columns={[
        { header: 'Date', nowrap: true, cell: ({ date }) => <span className="num">{formatDay(date)}</span> },
        {
          header: 'For',
          cell: ({ family, items, method, problem, date }) => (
            <span className="block">
              {family ? (
                <Link to={paths.payments({ student: family.id, year: yearOf(date) })} className="link">
                  {family.name}
                </Link>
              ) : null}
              {items.map((item) => (
                <span key={item} className="block text-sm">
                  {item}
                </span>
              ))}
              {method ? <span className="block text-sm text-muted">{method}</span> : null}
              {problem ? <span className="block text-sm text-bad">{problem}</span> : null}
            </span>
          ),
        },
        { header: 'Gross', align: 'end', cell: ({ gross }) => <Money cents={gross} /> },
        { header: 'Stripe’s fee', align: 'end', cell: ({ fee }) => <Money cents={fee} /> },
        { header: 'Net', card: 'beside', align: 'end', cell: ({ net }) => <Money cents={net} /> },
      ]}
    />
  )
}

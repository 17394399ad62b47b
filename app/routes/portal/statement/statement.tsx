import type { LoaderFunctionArgs, MetaFunction } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { t } from '#text'
import { ButtonLink } from '~/components/ui/button'
import { Card } from '~/components/ui/card'
import { DataTable } from '~/components/ui/data-table'
import { EmptyState } from '~/components/ui/empty-state'
import { Link } from '~/components/ui/link'
import { Money } from '~/components/ui/money'
import { PageHeader } from '~/components/ui/page-header'
import { PrintButton } from '~/components/ui/print-button'
import { Tabs } from '~/components/ui/tabs'
import {
  formatAlsoOn,
  formatItems,
  formatMethod,
  type StatementLine,
  sayWhen,
  statementNote,
} from '~/models/bookkeeping/statement'
import { getSchool } from '~/models/school/current-school.server'
import { letterheadOf } from '~/models/school/school.server'
import { formatCents } from '~/utils/money'
import { paths } from '~/utils/paths'
import { askedStatement } from './asked-statement.server'

export const handle = { scripts: true }
export const meta: MetaFunction = () => [{ title: t('Statement') }]

/** Shows what a family paid in a year, to the family and the office; it can be printed. */
export async function loader({ request }: LoaderFunctionArgs) {
  const { statement, years, student } = await askedStatement(request)
  const { at, ...shown } = statement
  return {
    ...shown,
    ...letterheadOf(await getSchool()),
    years,
    student,
    back: student
      ? { to: paths.student(student), label: shown.name }
      : { to: paths.portal({ tab: 'payments' }), label: t('Payment History') },
  }
}

export default function StatementPage() {
  const loaded = useLoaderData<typeof loader>()
  const { year, years, student, name, lines, pending, total } = loaded
  const alsoOn = formatAlsoOn(loaded)
  const ofYear = { year: String(year) }
  return (
    <div className="mx-auto max-w-3xl">
      <PageHeader
        title={t('{year} Statement', ofYear)}
        back={loaded.back}
        actions={
          <>
            <ButtonLink to={paths.statementPdf({ year, student })} variant="secondary">
              {t('Download PDF')}
            </ButtonLink>
            <PrintButton />
          </>
        }
      >
        {[loaded.schoolName, ...loaded.schoolContact].map((line) => (
          <span key={line} className="block">
            {line}
          </span>
        ))}
      </PageHeader>
      <div className="mb-4">
        <Tabs
          label={t('Year')}
          current={String(year)}
          tabs={years.map((one) => ({
            id: String(one),
            name: String(one),
            to: paths.statement({ year: one, student }),
          }))}
        />
      </div>
      <div className="grid gap-4">
        <Card>
          <div className="mb-3 flex flex-wrap items-baseline justify-between gap-x-4">
            <p>
              <span className="text-muted">{t('Paid by')}</span> {name}
            </p>
            <p>
              <span className="text-muted">{t('Total')}</span>{' '}
              <strong className="num text-xl">{formatCents(total)}</strong>
            </p>
          </div>
          {lines.length ? (
            <Lines caption={t('{year} payments and refunds', ofYear)} lines={lines} />
          ) : (
            <EmptyState title={t('No payments in {year}', ofYear)}>
              {t(pending.length ? 'Pending payments are listed below.' : 'Choose another year above.')}
            </EmptyState>
          )}
          {lines.length ? <Sums {...loaded} /> : null}
          {alsoOn && (lines.length || pending.length) ? <p className="mt-3">{alsoOn}</p> : null}
        </Card>
        {pending.length ? (
          <Card title={t('Not in the total yet')}>
            <p className="mb-3 text-muted">{t('Your bank hasn’t confirmed these yet.')}</p>
            <Lines caption={t('Pending bank payments')} lines={pending} />
          </Card>
        ) : null}
        <p className="text-sm text-muted">
          {statementNote()} {t('Days are in the school’s time zone ({zone}).', { zone: loaded.zone })}
        </p>
      </div>
    </div>
  )
}

function Lines({ caption, lines }: { caption: string; lines: StatementLine[] }) {
  return (
    <div className="payment-list">
      <DataTable
        caption={caption}
        rows={lines}
        rowKey={({ key }) => key}
        columns={[
          { header: t('Date'), nowrap: true, cell: (line) => <span className="num">{sayWhen(line)}</span> },
          {
            header: t('Description'),
            className: 'description',
            cell: (line) => (
              <>
                {formatItems(line).map((item) => (
                  <span key={item} className="block">
                    {item}
                  </span>
                ))}
                <span className="block text-sm text-muted">{formatMethod(line)}</span>
                {line.receiptId ? (
                  <Link to={paths.receipt(line.receiptId)} className="link no-print inline-flex min-h-11 items-center">
                    {t('Receipt')}
                  </Link>
                ) : null}
              </>
            ),
          },
          {
            header: t('Amount'),
            className: 'amount',
            align: 'end',
            cell: ({ amount, fee }) => (
              <span>
                <Money cents={amount} />
                {fee ? (
                  <span className="num block text-sm text-muted">
                    {t('fee {amount}', { amount: formatCents(fee) })}
                  </span>
                ) : null}
              </span>
            ),
          },
        ]}
      />
    </div>
  )
}

function Sums({ paid, fees, returned, total }: { paid: number; fees: number; returned: number; total: number }) {
  const sums = [
    [t('Paid'), paid],
    [t('Convenience fees included'), fees],
    [t('Refunded or disputed'), returned],
  ] as const
  return (
    <dl className="mt-3 grid gap-1 border-t border-line pt-3">
      {sums
        .filter(([, cents]) => cents)
        .map(([label, cents]) => (
          <div key={label} className="flex justify-between">
            <dt>{label}</dt>
            <dd>
              <Money cents={cents} />
            </dd>
          </div>
        ))}
      <div className="flex justify-between font-bold">
        <dt>{t('Total')}</dt>
        <dd>
          <Money cents={total} />
        </dd>
      </div>
    </dl>
  )
}

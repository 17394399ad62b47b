import type { LoaderFunctionArgs, MetaFunction } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { StackedBars } from '~/components/office/stacked-bars'
import { ButtonLink } from '~/components/ui/button'
import { Card } from '~/components/ui/card'
import { DataTable } from '~/components/ui/data-table'
import { EmptyState } from '~/components/ui/empty-state'
import { PrintButton } from '~/components/ui/print-button'
import { Tabs } from '~/components/ui/tabs'
import { drawnSeries, salesRows, sumOf } from '~/models/bookkeeping/sales'
import { salesOfYear } from '~/models/bookkeeping/sales.server'
import { today } from '~/platform/clock.server'
import { calendarMonthName, MONTHS, monthOf, yearOf } from '~/utils/dates'
import { formatCents } from '~/utils/money'
import { paths } from '~/utils/paths'
import { requireAdmin } from '~/web/auth.server'
import { BooksHead } from './books-head'
import { askedYear } from './params.server'

export const handle = { scripts: true }
export const meta: MetaFunction = () => [{ title: 'Sales' }]

export async function loader({ request }: LoaderFunctionArgs) {
  await requireAdmin(request)
  const thisYear = yearOf(today())
  const year = askedYear(request, thisYear)
  const sales = await salesOfYear(year)
  return {
    year,
    years: [...new Set([thisYear, thisYear - 1, thisYear - 2, year])].sort((a, b) => b - a),
    current: year === thisYear ? monthOf(today()) : null,
    rows: salesRows(sales),
    series: drawnSeries(sales),
  }
}

const short = (month: number) => calendarMonthName(month).slice(0, 3)

export default function SalesScreen() {
  const { year, years, current, rows, series } = useLoaderData<typeof loader>()
  const total = rows.at(-1)?.months ?? []
  return (
    <>
      <BooksHead
        title={`Sales in ${year}`}
        current="sales"
        actions={
          <>
            <ButtonLink to={paths.salesExport({ year })} variant="secondary">
              Export CSV
            </ButtonLink>
            <PrintButton />
          </>
        }
      >
        What came in each month, less refunds. A refund counts in the month of its payment.
      </BooksHead>
      <Tabs
        label="Year"
        current={String(year)}
        tabs={years.map((one) => ({ id: String(one), name: String(one), to: paths.sales({ year: one }) }))}
      />
      {series.length ? (
        <div className="mt-4 grid gap-4">
          <Card>
            <figure className="grid gap-3">
              <figcaption className="flex flex-wrap items-baseline justify-between gap-x-4">
                <span className="text-muted">By package and month</span>
                <strong className="num text-xl">{formatCents(sumOf(total))}</strong>
              </figcaption>
              <StackedBars
                caption={`Sales in ${year} by month`}
                series={series}
                tableBelow
                bars={MONTHS.map((month) => ({
                  name: calendarMonthName(month),
                  short: short(month),
                  parts: series.map(({ months }) => months[month - 1] ?? 0),
                  current: month === current,
                }))}
              />
            </figure>
          </Card>
          <Card>
            <div className="sales">
              <DataTable
                caption={`Sales in ${year} by package and month`}
                rows={rows}
                rowKey={({ name, isSum }) => `${name} ${isSum}`}
                more="Months"
                columns={[
                  { header: 'Item', cell: ({ name, isSum }) => (isSum ? <strong>{name}</strong> : name) },
                  ...MONTHS.map((month) => ({
                    header: short(month),
                    align: 'end' as const,
                    card: 'more' as const,
                    cell: ({ months, isSum }: { months: number[]; isSum: boolean }) => (
                      <Amount cents={months[month - 1] ?? 0} strong={isSum} />
                    ),
                  })),
                  {
                    header: 'Total',
                    card: 'beside',
                    align: 'end',
                    cell: ({ months }) => <Amount cents={sumOf(months)} strong />,
                  },
                ]}
              />
            </div>
          </Card>
        </div>
      ) : (
        <EmptyState title={`No sales in ${year}`}>Sales show up here by item.</EmptyState>
      )}
    </>
  )
}

function Amount({ cents, strong }: { cents: number; strong: boolean }) {
  if (!cents) return <span className="none">–</span>
  return strong ? (
    <strong className="num">{formatCents(cents)}</strong>
  ) : (
    <span className="num">{formatCents(cents)}</span>
  )
}

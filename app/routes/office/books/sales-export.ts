import type { LoaderFunctionArgs } from '@remix-run/node'
import { salesRows, sumOf } from '~/models/bookkeeping/sales'
import { salesOfYear } from '~/models/bookkeeping/sales.server'
import { today } from '~/platform/clock.server'
import { type Columns, csvResponse } from '~/platform/csv/csv.server'
import { calendarMonthName, MONTHS, yearOf } from '~/utils/dates'
import { decimalOf } from '~/utils/money'
import { requireAdmin } from '~/web/auth.server'
import { confirmDownload } from '~/web/confirm/confirm.server'
import { askedYear } from './params.server'

const COLUMNS: Columns<ReturnType<typeof salesRows>[number]> = [
  ['Item', ({ name }) => name],
  ...MONTHS.map(
    (month) =>
      [calendarMonthName(month), ({ months }: { months: number[] }) => decimalOf(months[month - 1] ?? 0)] as const,
  ),
  ['Total', ({ months }) => decimalOf(sumOf(months))],
]

/** Returns the screen's table as CSV. */
export async function loader({ request }: LoaderFunctionArgs) {
  await requireAdmin(request)
  await confirmDownload(request)
  const year = askedYear(request, yearOf(today()))
  return csvResponse(`sales_${year}.csv`, COLUMNS, [salesRows(await salesOfYear(year))])
}

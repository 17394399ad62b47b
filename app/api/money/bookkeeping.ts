import { z } from 'zod'
import { ACCOUNTS, EXPORT_FORMATS } from '~/models/bookkeeping/month-end'
import { monthEndFile } from '~/models/bookkeeping/month-end.server'
import { PAYOUT_STATUSES, whyDifferent } from '~/models/bookkeeping/payout'
import { payoutLines, payoutsOfMonth } from '~/models/bookkeeping/payout-report.server'
import { salesOfYear } from '~/models/bookkeeping/sales.server'
import { LINE_KINDS, type Statement } from '~/models/bookkeeping/statement'
import { statementAccount, yearlyStatement } from '~/models/bookkeeping/statement.server'
import { parseMonth } from '~/models/vocabulary/month'
import { notFound } from '~/platform/refused'
import { YEARS } from '~/utils/fields'
import { dollarsOf } from '~/utils/money'
import { call } from '../table/call'
import { day, numberIn } from '../table/fields'

const year = numberIn(...YEARS, 'year must be a year')

const line = z
  .strictObject({
    kind: z.enum(LINE_KINDS),
    date: day.nullable(),
    items: z.array(z.string()),
    method: z.string().nullable(),
    fee: z.number(),
    amount: z.number(),
  })
  .meta({ id: 'StatementLine' })

const statement = z
  .strictObject({
    year: z.int(),
    name: z.string(),
    /** The name of the guardian whose statement includes the same payments; null if there is none. */
    alsoOn: z.string().nullable(),
    lines: z.array(line),
    pending: z.array(line),
    paid: z.number(),
    fees: z.number(),
    returned: z.number(),
    total: z.number(),
  })
  .meta({ id: 'Statement' })

const linesOf = (lines: Statement['lines']) =>
  lines.map(({ kind, date, items, method, fee, amount }) => ({
    kind,
    date,
    items,
    method,
    fee: dollarsOf(fee),
    amount: dollarsOf(amount),
  }))

async function statementOf(accountId: string, ofYear: number) {
  const { name, alsoOn, lines, pending, paid, fees, returned, total } = await yearlyStatement(accountId, ofYear)
  return {
    year: ofYear,
    name,
    alsoOn,
    lines: linesOf(lines),
    pending: linesOf(pending),
    paid: dollarsOf(paid),
    fees: dollarsOf(fees),
    returned: dollarsOf(returned),
    total: dollarsOf(total),
  }
}

const monthField = z.string().regex(/^2[01]\d\d-(0[1-9]|1[0-2])$/, 'month must be a month such as 2026-11')

const payout = z
  .strictObject({
    id: z.string(),
    status: z.enum(PAYOUT_STATUSES),
    arrives: day,
    automatic: z.boolean(),
    amount: z.number(),
    difference: z.number().nullable(),
    reason: z.string().nullable(),
    lines: z.array(
      z.strictObject({
        id: z.string(),
        type: z.string(),
        date: day,
        items: z.array(z.string()),
        method: z.string().nullable(),
        gross: z.number(),
        fee: z.number(),
        net: z.number(),
        family: z.string().nullable(),
        userId: z.string().nullable(),
        paymentIntentId: z.string().nullable(),
        problem: z.string().nullable(),
      }),
    ),
  })
  .meta({ id: 'Payout' })

const months = z.array(z.number()).length(12)

/** What happened to the school's money, for its books. Amounts are in dollars. */
export const bookkeeping = [
  call({
    method: 'get',
    path: '/statement/{year}',
    for: 'viewer',
    summary: 'What one’s family paid in a year, and what went back; bank payments on their way stand apart.',
    params: z.object({ year }),
    answer: statement,
    run: ({ viewer, params }) => statementOf(viewer.id, params.year),
  }),
  call({
    method: 'get',
    path: '/admin/sales/{year}',
    for: 'admin',
    summary:
      'What came in by month of the school, less refunds: by what was sold, the convenience fees, and what the office noted as paid offline.',
    params: z.object({ year }),
    answer: z.strictObject({
      items: z.array(z.strictObject({ name: z.string(), months })),
      fees: months,
      portal: months,
      offline: months,
    }),
    async run({ params }) {
      const { items, fees, portal, offline } = await salesOfYear(params.year)
      return {
        items: items.map((item) => ({ name: item.name, months: item.months.map(dollarsOf) })),
        fees: fees.map(dollarsOf),
        portal: portal.map(dollarsOf),
        offline: offline.map(dollarsOf),
      }
    },
  }),
  call({
    method: 'get',
    path: '/admin/payouts',
    for: 'admin',
    summary:
      'The payouts that arrive at the bank in a month, each with its lines: gross, what the provider keeps, and net. Their sum is the payout, or why not.',
    query: z.object({ month: monthField }),
    answer: z.array(payout),
    async run({ query }) {
      const rows = await payoutsOfMonth(parseMonth(query.month)!)
      const lines = await payoutLines(rows.map(({ id }) => id))
      return rows.map((row) => ({
        id: row.stripeId,
        status: row.status,
        arrives: row.arrives,
        automatic: row.automatic,
        amount: dollarsOf(row.amount),
        difference: row.automatic ? dollarsOf(row.amount - row.sum) : null,
        reason: whyDifferent(row),
        lines: (lines.get(row.id) ?? []).map((line) => ({
          id: line.stripeId,
          type: line.type,
          date: line.date,
          items: line.items,
          method: line.method,
          gross: dollarsOf(line.gross),
          fee: dollarsOf(line.fee),
          net: dollarsOf(line.net),
          family: line.family?.name ?? null,
          userId: line.family?.id ?? null,
          paymentIntentId: line.paymentIntentId,
          problem: line.problem,
        })),
      }))
    },
  }),
  call({
    method: 'get',
    path: '/admin/reports/month-end',
    for: 'admin',
    summary:
      'A month of the school’s money as a file: every line with gross, fee and net, or what QuickBooks Online and Xero import of one account, in parts of 900 lines.',
    query: z
      .object({
        month: monthField,
        format: z.enum(EXPORT_FORMATS),
        account: z.enum(ACCOUNTS).optional(),
        part: z.coerce.number().int().min(1).max(9999).default(1),
      })
      .refine(({ format, account }) => format === 'details' || account, {
        error: 'account must be stripe or office',
        path: ['account'],
      }),
    contentType: 'text/csv',
    answer: z.string(),
    confirms: () => true,
    run({ query: { month, format, account, part } }) {
      return monthEndFile(parseMonth(month)!, format, account ?? 'stripe', part)
    },
  }),
  call({
    method: 'get',
    path: '/admin/statement/{userId}/{year}',
    for: 'admin',
    summary: 'The same of any family: that of the student, or of its guardian.',
    params: z.object({ userId: z.string(), year }),
    shows: ({ params }) => params.userId,
    answer: statement,
    async run({ params }) {
      const accountId = await statementAccount(params.userId)
      if (!accountId) throw notFound('Student not found')
      return statementOf(accountId, params.year)
    },
  }),
]

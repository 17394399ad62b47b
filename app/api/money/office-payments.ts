import { z } from 'zod'
import {
  amountSchema,
  byMonthKey,
  dollarsSchema,
  MONTH_KEYS,
  type MonthKey,
  monthSchema,
  wholeDollarsOf,
} from '~/models/money/payments/offline/offline-payment.schema'
import { offlineRecords, setOfflinePayment } from '~/models/money/payments/offline/offline-payment.server'
import { wentBack } from '~/models/money/payments/payment-transaction'
import { type Transaction, transactionsAfter } from '~/models/money/payments/payment-transaction.server'
import { portalTotals } from '~/models/money/payments/payment-year.server'
import { lineName } from '~/models/money/payments/pricing'
import { END_BEFORE_START, reportDaysSchema } from '~/models/money/payments/report/transaction-report.schema'
import { transactionReport } from '~/models/money/payments/report/transaction-report.server'
import { updateYearlyRecord, yearlyRecords } from '~/models/money/payments/student-payment.server'
import { idField, YEARS, yearSchema } from '~/utils/fields'
import { dollarsOf } from '~/utils/money'
import { call } from '../table/call'
import { count, day, done, numberIn } from '../table/fields'
import { linkNext } from '../table/next-page'

const TRANSACTIONS_OF_A_PAGE = 500

const yearParam = z.object({ year: numberIn(...YEARS, 'year is not valid') })
const studentQuery = z.object({ studentId: z.string().optional() })
const reportDay = z.preprocess((text) => text || undefined, reportDaysSchema.shape.start)
/** `january` to `december`. */
const monthly = z.strictObject(
  Object.fromEntries(MONTH_KEYS.map((key) => [key, z.number()])) as Record<MonthKey, z.ZodNumber>,
)
const record = monthly.extend({ id: z.int(), userId: z.string(), year: z.int(), paymentMethod: z.string() })
/** `id` is null as long as nothing has been recorded for the student's year. */
const yearlyRecord = record.extend({
  id: z.int().nullable(),
  lessonsUsed: monthly,
  makeupsUsed: monthly,
  hacksUsed: monthly,
  privateLessonsUsed: monthly,
  horseUseUsed: monthly,
  groupLessonsPurchased: count,
  privateLessonsPurchased: count,
  hacksPurchased: count,
  horseUsePurchased: count,
})

const transaction = z
  .strictObject({
    id: z.string(),
    created: z.int(),
    studentUserId: z.string(),
    studentName: z.string(),
    customerEmail: z.string().nullable(),
    amount: z.number(),
    convenienceFee: z.number(),
    amountRefunded: z.number(),
    amountDisputed: z.number(),
    description: z.string(),
    riders: z.array(z.string()),
    type: z.enum(['payment_intent', 'subscription_creation']),
    status: z.string(),
    rawStatus: z.string(),
    payment_method: z.string(),
    receipt_url: z.string().nullable(),
    metadata: z.strictObject({ packages: z.array(z.string()) }),
    subscriptionDetails: z
      .strictObject({
        id: z.string(),
        status: z.string(),
        items: z.array(
          z.strictObject({ packageName: z.string(), interval: z.literal('month'), amount: z.number().nullable() }),
        ),
        billingPeriodStart: day,
        billingPeriodEnd: day,
        current_period_start: day,
        current_period_end: day,
        calculated_period_start: day,
        calculated_period_end: day,
        billingCycleAnchor: day,
        description: z.string(),
      })
      .nullable(),
  })
  .meta({ id: 'Transaction' })

/** Payments from before order lines were stored have names only. */
const itemsOf = ({ lines, packages }: Pick<Transaction, 'lines' | 'packages'>) =>
  lines.length
    ? lines.map((line) => ({
        packageName: lineName({ ...line, rider: undefined }),
        interval: 'month' as const,
        amount: dollarsOf(line.amount),
      }))
    : packages.map((packageName) => ({ packageName, interval: 'month' as const, amount: null }))

/** Returns the riders' first names, unless the payer is the only rider. */
const ridersOf = ({ lines }: Pick<Transaction, 'lines'>) => [...new Set(lines.flatMap(({ rider }) => rider ?? []))]

/** What was paid, through the provider and otherwise. Amounts are in dollars. */
export const officePayments = [
  call({
    method: 'get',
    path: '/admin/payment-transactions',
    for: 'admin',
    summary:
      'The transactions, optionally of one student, the newest first: 500 at most. If there are more, the header Link names the call for the next ones.',
    query: studentQuery.extend({ before: idField.optional() }),
    shows: ({ query }) => query.studentId,
    answer: z.array(transaction),
    async run({ headers, query: { studentId, before } }) {
      const { transactions, more } = await transactionsAfter({ userId: studentId, before }, TRANSACTIONS_OF_A_PAGE)
      if (more) linkNext(headers, '/admin/payment-transactions', { studentId, before: transactions.at(-1)?.id })
      return transactions.map(({ subscription, ...row }) => ({
        id: row.stripePaymentIntentId ?? String(row.id),
        created: Math.floor(row.providerCreatedAt.getTime() / 1000),
        studentUserId: row.userId,
        studentName: row.studentName,
        customerEmail: row.customerEmail,
        amount: dollarsOf(row.amount),
        convenienceFee: dollarsOf(row.fee),
        amountRefunded: dollarsOf(wentBack(row).refunded),
        amountDisputed: dollarsOf(wentBack(row).disputed),
        description: row.description,
        riders: ridersOf(row),
        type: row.type,
        status: row.status,
        rawStatus: row.rawStatus,
        payment_method: row.paymentMethod ?? 'Card',
        receipt_url: row.receiptUrl,
        metadata: { packages: row.packages },
        subscriptionDetails: subscription && {
          id: subscription.id,
          status: subscription.status,
          items: itemsOf(row),
          billingPeriodStart: subscription.periodStart,
          billingPeriodEnd: subscription.periodEnd,
          current_period_start: subscription.currentStart,
          current_period_end: subscription.currentEnd,
          calculated_period_start: subscription.periodStart,
          calculated_period_end: subscription.periodEnd,
          // Each following period begins on this day, the 1st of a month.
          billingCycleAnchor: subscription.periodEnd,
          description: row.description,
        },
      }))
    },
  }),
  call({
    method: 'get',
    path: '/admin/reports/transactions',
    for: 'admin',
    summary: 'The transactions of some days as a file that is named with the days.',
    query: z
      .object({
        format: z.literal('csv', { error: 'format must be csv' }).default('csv'),
        start_date: reportDay,
        end_date: reportDay,
      })
      .refine(({ start_date, end_date }) => start_date <= end_date, { error: END_BEFORE_START, path: ['end_date'] }),
    contentType: 'text/csv',
    answer: z.string(),
    denied: {
      unauthorized: 'Authentication Required - Please log in as an admin to export transaction data',
      forbidden: 'Access Denied - Admin privileges required to export transaction data',
    },
    confirms: () => true,
    run({ query: { start_date: start, end_date: end } }) {
      return transactionReport(start, end)
    },
  }),
  call({
    method: 'get',
    path: '/admin/monthly-transaction-totals/{year}',
    for: 'admin',
    summary: 'What came in by the portal, by student and month.',
    params: yearParam,
    answer: z.array(monthly.extend({ userId: z.string() })),
    async run({ params }) {
      const totals = await portalTotals(params.year)
      return [...totals].map(([userId, months]) => ({ userId, ...byMonthKey(months.map(dollarsOf)) }))
    },
  }),
  call({
    method: 'get',
    path: '/admin/offline-payments/{year}',
    for: 'admin',
    summary:
      'What the office noted as paid otherwise, by month, optionally of one student; rounded to whole dollars, and in cents.',
    params: yearParam,
    query: studentQuery,
    shows: ({ query }) => query.studentId,
    answer: z.array(record.extend({ cents: monthly })),
    async run({ params: { year }, query: { studentId } }) {
      const records = await offlineRecords(year, studentId ? [studentId] : undefined)
      return records.map(({ amounts, ...row }) => ({
        ...row,
        year,
        ...byMonthKey(amounts.map(wholeDollarsOf)),
        cents: byMonthKey(amounts),
      }))
    },
  }),
  call({
    method: 'put',
    path: '/admin/offline-payments/{userId}/{year}/{month}',
    for: 'admin',
    summary:
      'Notes what a student paid otherwise for a month, in whole dollars. Its recorded payments count as rounded, and keep their cents.',
    params: yearParam.extend({ month: monthSchema, userId: z.string() }),
    body: z.object({ amount: amountSchema }),
    answer: z.strictObject({
      userId: z.string(),
      year: z.int(),
      month: z.int(),
      amount: z.int(),
      message: z.string(),
    }),
    async run({ viewer, params, body: { amount } }) {
      await setOfflinePayment(viewer.id, params, amount)
      return { ...params, amount, message: 'Offline Payment Updated' }
    },
  }),
  call({
    method: 'get',
    path: '/payments/{year}',
    for: 'admin',
    summary:
      'The yearly payment record of each student, by month; in dollars. With what was used in each month, and what was bought for the year.',
    params: yearParam,
    answer: z.array(yearlyRecord),
    async run({ params: { year } }) {
      const records = await yearlyRecords(year)
      return records.map(({ amounts, used, purchased, ...row }) => ({
        ...row,
        year,
        ...byMonthKey(amounts),
        lessonsUsed: byMonthKey(used.lessonsUsed),
        makeupsUsed: byMonthKey(used.makeupsUsed),
        hacksUsed: byMonthKey(used.hacksUsed),
        privateLessonsUsed: byMonthKey(used.privateLessonsUsed),
        horseUseUsed: byMonthKey(used.horseUseUsed),
        groupLessonsPurchased: purchased.lessons,
        privateLessonsPurchased: purchased.privateLessons,
        hacksPurchased: purchased.hacks,
        horseUsePurchased: purchased.horseUse,
      }))
    },
  }),
  call({
    method: 'post',
    path: '/payments/update-amount',
    for: 'admin',
    summary: 'Changes a month of a yearly payment record; in dollars, with cents if there are any.',
    fault: 'Error: Failed to update manual payment amount.',
    body: z.object({ userId: z.string(), year: yearSchema, month: monthSchema, amount: dollarsSchema }),
    answer: done,
    async run({ viewer, body: { userId, year, month, amount } }) {
      await updateYearlyRecord(viewer.id, { userId, year }, { month, amount })
      return { message: 'Manual Payment Updated' }
    },
  }),
  call({
    method: 'post',
    path: '/payments/update-method',
    for: 'admin',
    summary: 'Changes how a student pays, in a yearly payment record.',
    fault: 'Error: Failed to update payment method.',
    body: z.object({ userId: z.string(), year: yearSchema, paymentMethod: z.string().trim().min(1).max(40) }),
    answer: done,
    async run({ viewer, body: { userId, year, paymentMethod } }) {
      await updateYearlyRecord(viewer.id, { userId, year }, { paymentMethod })
      return { message: 'Payment Method Updated' }
    },
  }),
]

import { t } from '#text'
import { familyPayments } from '~/models/money/payments/payment-history.server'
import { hasReceipt, sayDescription, sayLine, wentBack } from '~/models/money/payments/payment-transaction'
import type { Transaction } from '~/models/money/payments/payment-transaction.server'
import { lineName } from '~/models/money/payments/pricing'
import { displayName } from '~/models/vocabulary/user'
import { prisma } from '~/platform/db.server'
import { getEnv } from '~/platform/env.server'
import { dayInZone, type LocalDate } from '~/utils/dates'
import type { Cents } from '~/utils/money'
import type { Statement, StatementLine } from './statement'

/**
 * Returns the account whose statement shows what this person paid: its guardian's, or the one that it was merged into.
 * Null for an unknown person.
 */
export async function statementAccount(personId: string): Promise<string | null> {
  const person = await prisma.user.findUnique({
    where: { id: personId },
    select: { id: true, guardianId: true, mergedInto: { select: { id: true, guardianId: true } } },
  })
  const account = person?.mergedInto ?? person
  return account && (account.guardianId ?? account.id)
}

const itemsOf = ({ lines, description }: Transaction) =>
  lines.length ? lines.map(sayLine).map(lineName) : [sayDescription(description)]

/** Returns the lines of a payment, with its refunds below it. */
function linesOf(payment: Transaction, dayOf: (at: Date) => LocalDate): StatementLine[] {
  const { id, amount, fee, status, paymentMethod, providerCreatedAt, lastRefundAt } = payment
  const key = String(id)
  const method = paymentMethod ?? t('Card')
  const paid: StatementLine = {
    key,
    kind: 'payment',
    date: dayOf(providerCreatedAt),
    wholeMonth: false,
    items: itemsOf(payment),
    method,
    fee,
    amount,
    receiptId: hasReceipt(status) ? id : null,
  }
  const back = { ...paid, wholeMonth: false, items: [], fee: 0, receiptId: null }
  const { refunded, disputed } = wentBack(payment)
  return [
    paid,
    ...(refunded
      ? [
          {
            ...back,
            items: payment.lines
              .filter((line) => line.back)
              .map(sayLine)
              .map(lineName),
            key: `${key} refund`,
            kind: 'refund' as const,
            amount: -refunded,
            date: lastRefundAt && dayOf(lastRefundAt),
          },
        ]
      : []),
    ...(disputed ? [{ ...back, key: `${key} bank`, kind: 'taken-back' as const, amount: -disputed, date: null }] : []),
  ]
}

const sum = (lines: StatementLine[]): Cents => lines.reduce((total, { amount }) => total + amount, 0)

/**
 * Returns what an account and its riders paid in a year of the school, oldest first. The total is that of the payment
 * history, less pending bank payments.
 */
export async function yearlyStatement(accountId: string, year: number): Promise<Statement> {
  const [account, { transactions, offline }] = await Promise.all([
    prisma.user.findUniqueOrThrow({
      where: { id: accountId },
      select: {
        firstName: true,
        lastName: true,
        email: true,
        guardian: { select: { firstName: true, lastName: true, email: true } },
      },
    }),
    familyPayments(accountId, year),
  ])
  const zone = getEnv().schoolTimezone
  const dayOf = (at: Date) => dayInZone(zone, at)
  const groups = transactions
    .filter(({ status }) => status !== 'failed' && status !== 'processing')
    .map((payment) => ({ day: dayOf(payment.providerCreatedAt), lines: linesOf(payment, dayOf) }))
    .reverse()
  const noted = [...offline].reverse().map(({ ref, date, wholeMonth, description, riders, method, amount }) => ({
    day: date,
    lines: [
      {
        key: ref,
        kind: 'offline' as const,
        date,
        wholeMonth,
        items: [riders.length ? `${riders.join(', ')}: ${description}` : description],
        method,
        fee: 0,
        amount,
        receiptId: null,
      },
    ],
  }))
  const lines = [...groups, ...noted].sort((a, b) => a.day.localeCompare(b.day)).flatMap((group) => group.lines)
  const came = lines.filter(({ kind }) => kind === 'payment' || kind === 'offline')
  return {
    year,
    name: displayName(account),
    alsoOn: account.guardian && displayName(account.guardian),
    zone,
    lines,
    pending: transactions
      .filter(({ status }) => status === 'processing')
      .flatMap((payment) => linesOf(payment, dayOf).slice(0, 1))
      .reverse(),
    paid: sum(came),
    fees: came.reduce((total, { fee }) => total + fee, 0),
    returned: sum(lines) - sum(came),
    total: sum(lines),
    at: transactions[0]?.providerCreatedAt ?? null,
  }
}

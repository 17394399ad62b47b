import { inLanguage, language, t } from '#text'
import { monthAndYear } from '~/models/vocabulary/month'
import { monthName } from '~/utils/dates'
import type { Cents } from '~/utils/money'

/**
 * A line of a payment. `amount` is that of the whole line, in cents without the fee. A line from before families has no
 * rider: it is the payer's. `back` is what refunds by line took of it, `feeBack` the part of the fee refunded with it.
 * `packageId` or `addOnId` is what of the catalog it sold, whatever that is called since.
 */
export interface PaidLine {
  name: string
  quantity: number
  amount: Cents
  riderId?: string
  packageId?: number | null
  addOnId?: number | null
  back?: Cents
  feeBack?: Cents
}

/** Splits what was returned, in cents: what the school refunded, and what a bank took by a dispute, of the whole payment or of a part. */
export function wentBack(payment: { amount: Cents; amountRefunded: Cents; amountDisputed: Cents; status: string }) {
  const refunded = payment.amountRefunded - payment.amountDisputed
  return { refunded, disputed: payment.status === 'disputed' ? payment.amount - refunded : payment.amountDisputed }
}

/** `wentBack` in SQL, for a row `t`, in dollars: for files that the database writes itself. */
export const WENT_BACK = {
  refunded: 't.amount_refunded - t.amount_disputed',
  disputed: `CASE t.status WHEN 'disputed' THEN t.amount - t.amount_refunded + t.amount_disputed ELSE t.amount_disputed END`,
}

/** Returns the label of a status; pending bank payments are "Clearing". */
export const transactionLabel = (status: string): string =>
  ({
    succeeded: t('Paid'),
    processing: t('Clearing'),
    failed: t('Failed'),
    canceled: t('Canceled'),
    refunded: t('Refunded'),
    disputed: t('Disputed'),
    requires_action: t('Not completed'),
  })[status] ?? status

/** Returns the label of a payment's card or bank account, which is stored in English, as its family reads it. */
export const sayMethod = (label: string | null): string | null =>
  label?.replace(/^Bank account(?= ••••)/, t('Bank account')) ?? null

const MONTHS = Array.from({ length: 12 }, (_, at) =>
  inLanguage('en', () => monthName(`2000-${String(at + 1).padStart(2, '0')}-01`)),
)

/**
 * Returns why a payment or a method was refused, as the family reads it: the provider says it in English. What the catalog does not know,
 * such as a rare decline, is a general sentence in another language.
 */
export function sayReason(reason: string): string {
  const said = t(reason)
  return said === reason && language() !== 'en' ? t('The payment was not completed.') : said
}

/** What an invoice deducts: lines with our names, beside those with the catalog's and the provider's. */
export const DEDUCTED = { discount: 'Discount', credit: 'Account credit' } as const

const isDeducted = (name: string): boolean => Object.values<string>(DEDUCTED).includes(name)

const sayOnce = (text: string): string => text.replaceAll(' (one-time)', t('{name} (one-time)', { name: '' }))

/** Returns a line of a payment, whose name is stored in English, as its family reads it. */
export const sayLine = <Line extends { name: string }>(line: Line): Line => ({
  ...line,
  name: isDeducted(line.name) ? t(line.name) : sayOnce(line.name),
})

/** Returns the description of a payment, which is stored in English, as its family reads it. */
export function sayDescription(description: string): string {
  const said = sayOnce(description).replace(/\((\w+) (\d{4})\)$/, (written, name: string, year: string) => {
    const month = MONTHS.indexOf(name) + 1
    return month ? `(${monthAndYear({ year: Number(year), month })})` : written
  })
  const [, items] = /^Subscription: (.*)$/s.exec(said) ?? []
  return items === undefined ? t(said) : t('Subscription: {items}', { items })
}

/** The statuses in which the money arrived, whatever happened later. */
export const WITH_RECEIPT = ['succeeded', 'refunded', 'disputed']

export const hasReceipt = (status: string): boolean => WITH_RECEIPT.includes(status)

import { type Cents, formatCents } from '~/utils/money'
import { button, compose, type EmailContent, type Letter, paragraph, rows } from './layout'

const KINDS = {
  failed: { title: 'A payment failed', what: 'The unused lessons from this payment were removed.' },
  disputed: {
    title: 'A payment is disputed',
    what: 'The customer’s bank took the money back. The unused lessons from this payment were removed. Respond to the dispute in the Stripe dashboard.',
  },
  subscription_failed: {
    title: 'A subscription payment failed',
    what: "The family gets the month's lessons once it's paid. We've emailed them how to pay.",
  },
}

interface OfficePaymentNotice extends Omit<Letter, 'readerName'> {
  kind: keyof typeof KINDS
  studentName: string
  studentEmail: string | null
  description: string
  total: Cents
  paidWith: string | null
  reason: string | null
  paymentsUrl: string
}

/** Tells the office about a payment that may need review. */
export function officePaymentNoticeEmail(notice: OfficePaymentNotice): EmailContent {
  const { title, what } = KINDS[notice.kind]
  return compose({ ...notice, readerName: null }, () => ({
    subject: `${title}: ${notice.studentName}, ${formatCents(notice.total)}`,
    heading: title,
    blocks: [
      paragraph(what),
      rows(
        { label: 'Student', value: notice.studentName },
        { label: 'Email', value: notice.studentEmail },
        { label: 'For', value: notice.description },
        { label: 'Amount', value: formatCents(notice.total), strong: true },
        { label: 'Paid with', value: notice.paidWith },
        { label: 'Reason', value: notice.reason },
      ),
      button('Open payments', notice.paymentsUrl),
    ],
  }))
}

import { type Cents, formatCents } from '~/utils/money'
import { button, compose, type EmailContent, type Letter, paragraph, rows } from './layout'

interface OfficeIssue extends Omit<Letter, 'readerName'> {
  title: string
  advice: string
  detail: string
  who: string | null
  amount: Cents | null
  issueUrl: string
}

/** Tells the office about something at the payment provider that does not fit the books. */
export function officeIssueEmail(issue: OfficeIssue): EmailContent {
  const heading = `Needs attention: ${issue.title}`
  return compose({ ...issue, readerName: null }, () => ({
    subject: issue.who ? `${heading}, ${issue.who}` : heading,
    heading,
    blocks: [
      paragraph(issue.advice),
      rows(
        { label: 'Who', value: issue.who },
        { label: 'Amount', value: issue.amount === null ? null : formatCents(issue.amount), strong: true },
        { label: 'Detail', value: issue.detail },
      ),
      button('Review', issue.issueUrl),
    ],
  }))
}

import { ButtonLink } from '~/components/ui/button'
import { ISSUES } from '~/models/money/issues/payment-issue'
import type { PaymentIssueView } from '~/models/money/issues/payment-issue.server'
import { formatCents } from '~/utils/money'
import { paths } from '~/utils/paths'

type ListedIssue = Omit<PaymentIssueView, 'openedAt'> & { openedOn: string }

/** What the provider reported that doesn't fit the books, oldest first. */
export function IssueList({ issues }: { issues: ListedIssue[] }) {
  return (
    <ul>
      {issues.map((issue) => (
        <li
          key={issue.id}
          className="flex flex-wrap items-center justify-between gap-3 border-b border-line py-3 last:border-b-0"
        >
          <div className="min-w-0 grow basis-80">
            <p className="[overflow-wrap:anywhere]">
              <strong>{ISSUES[issue.kind].title}</strong> · {issue.who}
              {issue.amount === null ? null : (
                <>
                  {' · '}
                  <span className="num">{formatCents(issue.amount)}</span>
                </>
              )}
            </p>
            <p className="text-sm text-muted">
              {ISSUES[issue.kind].advice} <span className="num">Since {issue.openedOn}.</span>
            </p>
          </div>
          <ButtonLink to={paths.paymentIssue(issue.id)} stay variant="secondary">
            Review
            <span className="sr-only">
              : {ISSUES[issue.kind].title}, {issue.who}
            </span>
          </ButtonLink>
        </li>
      ))}
    </ul>
  )
}

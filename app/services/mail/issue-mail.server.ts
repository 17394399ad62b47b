import { officeIssueEmail } from '~/emails/office-issue'
import { ISSUES, type IssueKind } from '~/models/money/issues/payment-issue'
import { findSchool, letterheadOf } from '~/models/school/school.server'
import { displayName } from '~/models/vocabulary/user'
import { getEnv } from '~/platform/env.server'
import type { Tx } from '~/platform/tx.server'
import { centsOf } from '~/utils/money'
import { paths } from '~/utils/paths'
import { queueEmail } from './email.server'

/** Queues one email to each administrator for each issue that was opened, in the issue's transaction. */
export async function notifyIssues(tx: Tx, ids: number[]): Promise<void> {
  if (!ids.length) return
  const issues = await tx.paymentIssue.findMany({
    where: { id: { in: ids } },
    include: { user: { select: { firstName: true, lastName: true, email: true } } },
  })
  const admins = await tx.user.findMany({ where: { role: 'admin', active: true }, select: { id: true, email: true } })
  const letterhead = letterheadOf(await findSchool(tx))
  for (const { user, amount, payer, ...issue } of issues) {
    const content = officeIssueEmail({
      ...letterhead,
      ...ISSUES[issue.kind as IssueKind],
      detail: issue.detail,
      who: user ? displayName(user) : payer,
      amount: amount && centsOf(amount),
      issueUrl: `${getEnv().appUrl}${paths.paymentIssue(issue.id)}`,
    })
    for (const { id, email } of admins) {
      const dedupeKey = `issue:${issue.id}:${issue.opened}:${id}`
      if (email) await queueEmail(tx, { ...content, dedupeKey, to: email })
    }
  }
}

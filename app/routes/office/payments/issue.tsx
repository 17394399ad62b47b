import type { LoaderFunctionArgs, MetaFunction } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import type { ReactNode } from 'react'
import { z } from 'zod'
import { Csrf } from '~/components/form/csrf'
import { PostForm } from '~/components/form/post-form'
import { TextAreaField } from '~/components/form/text-area-field'
import { useAnswer } from '~/components/form/use-answer'
import { Button, ButtonLink } from '~/components/ui/button'
import { Dialog } from '~/components/ui/dialog'
import { ISSUES } from '~/models/money/issues/payment-issue'
import { findOpenIssue } from '~/models/money/issues/payment-issue.server'
import { canGrant, grantIssue, ignoreIssue } from '~/models/money/refunds/payment-issues.server'
import { isRefundTask, refundAgain } from '~/models/money/refunds/refunds.server'
import { getEnv } from '~/platform/env.server'
import { isRefusal } from '~/platform/refused'
import { formatInstant } from '~/utils/dates'
import { formatCents } from '~/utils/money'
import { paths } from '~/utils/paths'
import { requireAdmin } from '~/web/auth.server'
import { formAction } from '~/web/form-action.server'

export const meta: MetaFunction = () => [{ title: 'Needs attention' }]

const idOf = (params: { id?: string }) => (/^\d{1,9}$/.test(params.id ?? '') ? Number(params.id) : 0)

export async function loader({ request, params }: LoaderFunctionArgs) {
  await requireAdmin(request)
  const issue = await findOpenIssue(idOf(params))
  if (!issue)
    throw new Response("This was already handled, or it doesn't exist.", { status: 404, statusText: 'Not Found' })
  const since = formatInstant(issue.openedAt, getEnv().schoolTimezone)
  return { issue: { ...issue, since }, grantable: canGrant(issue), again: isRefundTask(issue.kind) }
}

const issueSchema = z.object({
  decision: z.enum(['grant', 'ignore', 'refund-again']),
  reason: z.string().trim().max(500).default(''),
})

export const action = formAction({
  guard: requireAdmin,
  schema: issueSchema.refine(({ decision, reason }) => decision !== 'ignore' || reason, {
    path: ['reason'],
    message: 'Please add a reason, so others know why.',
  }),
  failed: 'Nothing was changed',
  async run({ viewer, value, params }) {
    try {
      return { to: paths.payments(), ...(await decide(viewer.id, idOf(params), value)) }
    } catch (error) {
      if (!isRefusal(error, 'already_done')) throw error
      return { to: paths.payments(), ...DEALT_WITH }
    }
  },
})

async function decide(actorId: string, id: number, { decision, reason }: z.infer<typeof issueSchema>) {
  if (decision === 'ignore') {
    await ignoreIssue(actorId, id, reason)
    return { title: 'Noted', description: 'Removed from the list.' }
  }
  if (decision === 'refund-again') {
    return { title: 'Refund sent', description: `${formatCents(await refundAgain(actorId, id))} refunded.` }
  }
  await grantIssue(actorId, id)
  return { title: 'Lessons added', description: 'The family now has what they paid for.' }
}

const DEALT_WITH = {
  type: 'info',
  title: 'Already handled',
  description: 'Someone already handled this. Nothing was changed.',
} as const

export default function Issue() {
  const { issue, grantable, again } = useLoaderData<typeof loader>()
  const { field, ...answer } = useAnswer(issueSchema)
  const { title, advice } = ISSUES[issue.kind]
  return (
    <Dialog title={title} closeTo={paths.payments()}>
      <div className="grid gap-4">
        <p>{advice}</p>
        <dl className="grid gap-2">
          <Line label="Who">
            {issue.userId ? (
              <a href={paths.payments({ student: issue.userId })} className="link">
                {issue.who}
              </a>
            ) : (
              issue.who
            )}
          </Line>
          {issue.amount === null ? null : <Line label="Amount">{formatCents(issue.amount)}</Line>}
          <Line label="Since">{issue.since}</Line>
        </dl>
        <p className="text-sm text-muted [overflow-wrap:anywhere]">{issue.detail}</p>
        {issue.refundableId || grantable || again ? (
          <div className="flex flex-wrap gap-3">
            {again ? <Decision decision="refund-again">Refund Again</Decision> : null}
            {issue.refundableId && !again ? (
              <ButtonLink to={paths.refund(issue.refundableId)} stay variant="danger">
                Refund…
              </ButtonLink>
            ) : null}
            {grantable ? <Decision decision="grant">Add the Lessons</Decision> : null}
          </div>
        ) : null}
        <PostForm answer={answer}>
          <input type="hidden" name="decision" value="ignore" />
          <TextAreaField label="Reason to leave it as is" hint="Saved with your name." {...field('reason')} />
          <div className="flex flex-wrap justify-end gap-3">
            <ButtonLink to={paths.payments()} stay variant="secondary">
              Close
            </ButtonLink>
            <Button>Remove from list</Button>
          </div>
        </PostForm>
      </div>
    </Dialog>
  )
}

function Decision({ decision, children }: { decision: string; children: ReactNode }) {
  return (
    <form method="post">
      <Csrf />
      <input type="hidden" name="decision" value={decision} />
      <Button variant="secondary">{children}</Button>
    </form>
  )
}

function Line({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div className="flex justify-between gap-4">
      <dt className="shrink-0 text-muted">{label}</dt>
      <dd className="num min-w-0 text-right [overflow-wrap:anywhere]">{children}</dd>
    </div>
  )
}

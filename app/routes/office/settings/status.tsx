import type { LoaderFunctionArgs, MetaFunction } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { z } from 'zod'
import { CopyText } from '~/components/office/copy-text'
import { StateBadge } from '~/components/ui/badge'
import { Card } from '~/components/ui/card'
import { greetedName } from '~/models/vocabulary/user'
import { limitTries } from '~/platform/rate-limit.server'
import { sendTestEmail } from '~/services/mail/account-mail.server'
import { findStatus } from '~/services/operations/find-status.server'
import { paths } from '~/utils/paths'
import { requireAdmin } from '~/web/auth.server'
import { formAction } from '~/web/form-action.server'
import { TestEmail } from './server/test-email'

export const meta: MetaFunction = () => [{ title: 'Status' }]

export async function loader({ request }: LoaderFunctionArgs) {
  await requireAdmin(request)
  return findStatus(request)
}

/** Sends a test email to the viewer. */
export const action = formAction({
  guard: requireAdmin,
  schema: z.object({ intent: z.literal('test-email') }),
  failed: 'The test email was not sent',
  refusedTo: () => paths.status(),
  async run({ viewer }) {
    await limitTries(`test-email:${viewer.id}`, { max: 10, seconds: 10 * 60 })
    await sendTestEmail(viewer.email, greetedName(viewer))
    return { to: paths.status(), title: 'Test email sent', description: `Look into the mailbox of ${viewer.email}.` }
  },
})

const WORDS = { fine: 'OK', attention: 'Needs attention', broken: 'Not working', off: 'Off' }

export default function StatusPage() {
  const { lines, version } = useLoaderData<typeof loader>()
  const open = lines.filter(({ state }) => state === 'attention' || state === 'broken').length
  const things = open === 1 ? '1 thing needs attention.' : `${open} things need attention.`
  return (
    <>
      <Card title="Status">
        <p className="mb-2 text-muted">{open ? things : 'All is well.'}</p>
        <ul className="divide-y divide-line">
          {lines.map(({ subject, state, says, next, passOn }) => (
            <li key={subject} className="grid gap-1 py-3 sm:grid-cols-[22rem_1fr] sm:gap-4">
              <div className="flex flex-wrap items-start justify-between gap-2">
                <h3 className="text-base">{subject}</h3>
                <StateBadge state={state}>{WORDS[state]}</StateBadge>
              </div>
              <div className="max-w-prose [overflow-wrap:anywhere]">
                <p>{says}</p>
                {next && passOn ? <PassOn subject={subject} next={next} /> : null}
                {next && !passOn ? <p className="text-muted">{next}</p> : null}
              </div>
            </li>
          ))}
        </ul>
      </Card>
      <TestEmail />
      <Card title="Version">
        <p className="text-muted [overflow-wrap:anywhere]">
          Stirrup {version.application} on Node {version.node}.
        </p>
      </Card>
    </>
  )
}

/** What the office can't do itself, as text to forward. */
function PassOn({ subject, next }: { subject: string; next: string }) {
  return (
    <>
      <p className="text-muted">Ask whoever runs the server.</p>
      <details>
        <summary className="link inline-flex min-h-11 items-center">Instructions to pass on</summary>
        <CopyText id={`instructions-${subject}`} label={`For whoever runs the server: ${subject}`} text={next} />
      </details>
    </>
  )
}

import type { LoaderFunctionArgs, MetaFunction } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { z } from 'zod'
import { Csrf } from '~/components/form/csrf'
import { Badge } from '~/components/ui/badge'
import { Button } from '~/components/ui/button'
import { Card } from '~/components/ui/card'
import { Link } from '~/components/ui/link'
import { getSchool } from '~/models/school/current-school.server'
import { hideGetStarted } from '~/models/school/get-started.server'
import { payAtSchool } from '~/models/school/school.server'
import { paths } from '~/utils/paths'
import { requireAdmin } from '~/web/auth.server'
import { formAction } from '~/web/form-action.server'
import { startSteps } from './start-steps.server'

export const meta: MetaFunction = () => [{ title: 'Get Started' }]

export async function loader({ request }: LoaderFunctionArgs) {
  await requireAdmin(request)
  return { steps: await startSteps(), isHidden: (await getSchool()).startHidden }
}

export const action = formAction({
  guard: requireAdmin,
  schema: z.object({ intent: z.enum(['at-school', 'hide', 'show']) }),
  failed: 'Not saved',
  refusedTo: () => paths.getStarted(),
  async run({ viewer, value: { intent } }) {
    const to = paths.getStarted()
    if (intent === 'at-school') {
      await payAtSchool(viewer.id)
      return { to: paths.schoolSettings(), title: 'Families pay at the school', description: 'Say below how they pay.' }
    }
    await hideGetStarted(intent === 'hide')
    return intent === 'hide'
      ? { to, title: 'Reminder hidden', description: 'Get started stays here in the settings.' }
      : { to, title: 'Reminder shown', description: 'It shows above the week and the settings.' }
  },
})

export default function GetStarted() {
  const { steps, isHidden } = useLoaderData<typeof loader>()
  const done = steps.filter(({ isDone }) => isDone).length
  const next = steps.find(({ isDone }) => !isDone)
  return (
    <Card title="Get started">
      <p className="mb-2 text-muted">
        {next ? `${done} of ${steps.length} done. The list ticks itself off.` : 'Your school is set up.'}
      </p>
      <ol className="divide-y divide-line">
        {steps.map(({ name, to, isDone, isChoice }) => (
          <li key={name} className="flex items-center justify-between gap-x-4 py-1">
            {isChoice ? (
              <div className="min-w-0 py-2">
                <p>{name}</p>
                <PayingChoice to={to} />
              </div>
            ) : (
              <Link to={to} className="link inline-flex min-h-11 min-w-0 items-center [overflow-wrap:anywhere]">
                {name}
              </Link>
            )}
            {isDone ? (
              <Badge tone="good" shape="check">
                Done
              </Badge>
            ) : (
              <Badge tone={name === next?.name ? 'info' : 'neutral'}>{name === next?.name ? 'Next' : 'To do'}</Badge>
            )}
          </li>
        ))}
      </ol>
      {next ? (
        <form method="post" action={paths.getStarted()} className="mt-3">
          <Csrf />
          <Button name="intent" value={isHidden ? 'show' : 'hide'} variant="secondary">
            {isHidden ? 'Show the Reminder' : 'Hide the Reminder'}
          </Button>
        </form>
      ) : null}
    </Card>
  )
}

function PayingChoice({ to }: { to: string }) {
  return (
    <form method="post" action={paths.getStarted()} className="flex flex-wrap items-center gap-x-4">
      <Csrf />
      <Link to={to} className="link inline-flex min-h-11 items-center">
        We take cards
      </Link>
      <Button name="intent" value="at-school" variant="secondary">
        Paid at the School
      </Button>
    </form>
  )
}

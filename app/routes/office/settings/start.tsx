import type { LoaderFunctionArgs, MetaFunction } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { Badge } from '~/components/ui/badge'
import { Card } from '~/components/ui/card'
import { Link } from '~/components/ui/link'
import { findSchoolParts } from '~/models/school/get-started.server'
import { isMailSetUp } from '~/services/mail/invitations/invitation-mail.server'
import { paymentProvider } from '~/services/stripe/stripe.server'
import { paths } from '~/utils/paths'
import { requireAdmin } from '~/web/auth.server'

export const meta: MetaFunction = () => [{ title: 'Get Started' }]

/** In the order in which one thing needs the other. */
export async function loader({ request }: LoaderFunctionArgs) {
  await requireAdmin(request)
  const parts = await findSchoolParts()
  return [
    { name: 'The school’s name, phone, and address', to: paths.schoolSettings(), isDone: parts.name },
    { name: 'Ride types, and how many riders each takes', to: paths.rideTypeSettings(), isDone: parts.places },
    { name: 'Prices: what families can buy', to: paths.catalogue(), isDone: parts.prices },
    { name: 'Instructors', to: paths.instructors(), isDone: parts.instructors },
    { name: 'Horses', to: paths.manageHorses({ list: '/settings/horses' }), isDone: parts.horses },
    { name: 'The waiver that families sign', to: paths.waiverSettings(), isDone: parts.waiver },
    { name: 'Card payments (whoever runs the server)', to: paths.status(), isDone: paymentProvider() !== null },
    { name: 'Email (whoever runs the server)', to: paths.status(), isDone: isMailSetUp() },
    { name: 'Students', to: paths.studentsManagement(), isDone: parts.families },
    { name: 'Lessons in the week', to: paths.admin(), isDone: parts.lessons },
    { name: 'Invite the families', to: paths.invitations(), isDone: parts.invited },
  ]
}

export default function GetStarted() {
  const steps = useLoaderData<typeof loader>()
  const done = steps.filter(({ isDone }) => isDone).length
  const next = steps.find(({ isDone }) => !isDone)
  return (
    <Card title="Get started">
      <p className="mb-2 text-muted">
        {next ? `${done} of ${steps.length} done. The list ticks itself off.` : 'Your school is set up.'}
      </p>
      <ol className="divide-y divide-line">
        {steps.map(({ name, to, isDone }) => (
          <li key={name} className="flex flex-wrap items-center justify-between gap-x-4 py-1">
            <Link to={to} className="link inline-flex min-h-11 min-w-0 items-center [overflow-wrap:anywhere]">
              {name}
            </Link>
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
    </Card>
  )
}

import type { LoaderFunctionArgs, MetaFunction } from '@remix-run/node'
import { Outlet, useLoaderData } from '@remix-run/react'
import { ButtonLink } from '~/components/ui/button'
import { Card } from '~/components/ui/card'
import { EmptyState } from '~/components/ui/empty-state'
import { listInstructors } from '~/models/schedule/instructors/instructor.server'
import { listSettingChanges } from '~/models/school/settings-changes.server'
import { Changes } from '~/routes/office/settings/changes'
import { paths } from '~/utils/paths'
import { requireAdmin } from '~/web/auth.server'

export const meta: MetaFunction = () => [{ title: 'Instructors' }]

export async function loader({ request }: LoaderFunctionArgs) {
  await requireAdmin(request)
  const [instructors, changes] = await Promise.all([listInstructors(), listSettingChanges(['instructor'])])
  return { instructors, changes }
}

export default function Instructors() {
  const { instructors, changes } = useLoaderData<typeof loader>()
  return (
    <>
      <Card
        title="Instructors"
        actions={
          <div className="flex flex-wrap gap-2">
            <ButtonLink to={paths.instructorHours()} variant="secondary">
              Hours
            </ButtonLink>
            <ButtonLink to={paths.instructor('new')} stay variant="secondary">
              Add Instructor
            </ButtonLink>
          </div>
        }
      >
        <p className="mb-3 max-w-prose text-muted">
          Choose who teaches in each lesson. Families see the instructor’s name. An instructor you invite can sign in on
          a phone, see their own lessons, mark attendance, and assign horses. They can’t see payments or contact
          details.
        </p>
        {instructors.length === 0 ? <EmptyState title="No instructors yet." /> : null}
        <ul>
          {instructors.map(({ id, name, email }) => (
            <li key={id} className="flex flex-wrap items-center gap-2 border-t border-line py-2">
              <span className="me-auto min-w-0 [overflow-wrap:anywhere]">
                <strong>{name}</strong>
                {email ? <span className="block text-sm text-muted">Signs in as {email}</span> : null}
              </span>
              <span className="flex flex-wrap gap-2">
                <ButtonLink
                  to={paths.inviteInstructor(id)}
                  stay
                  variant="secondary"
                  size="small"
                  aria-label={email ? `${name}’s sign-in` : `Invite ${name}`}
                >
                  {email ? 'Sign-in' : 'Invite'}
                </ButtonLink>
                <ButtonLink
                  to={paths.instructor(id)}
                  stay
                  variant="secondary"
                  size="small"
                  aria-label={`Rename ${name}`}
                >
                  Rename
                </ButtonLink>
                <ButtonLink
                  to={paths.removeInstructor(id)}
                  stay
                  variant="quiet"
                  size="small"
                  className="text-bad"
                  aria-label={`Remove ${name}`}
                >
                  Remove
                </ButtonLink>
              </span>
            </li>
          ))}
        </ul>
      </Card>
      <Changes changes={changes} />
      <Outlet />
    </>
  )
}

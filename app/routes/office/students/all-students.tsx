import type { LoaderFunctionArgs, MetaFunction } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { isCut, NO_MATCH, StudentSearch, searchIn } from '~/components/office/student-search'
import { ButtonLink } from '~/components/ui/button'
import { Dialog } from '~/components/ui/dialog'
import { EmptyState } from '~/components/ui/empty-state'
import { Link } from '~/components/ui/link'
import { listRiders } from '~/models/people/families/student.server'
import { dayOf } from '~/models/schedule/week/week-address'
import { paths } from '~/utils/paths'
import { requireAdmin } from '~/web/auth.server'

export const meta: MetaFunction = () => [{ title: 'All Students' }]

export async function loader({ request }: LoaderFunctionArgs) {
  await requireAdmin(request)
  const query = new URL(request.url).searchParams
  const search = searchIn(query)
  return {
    search,
    day: dayOf(query.get('day')) ?? undefined,
    students: await listRiders(search),
  }
}

export default function AllStudents() {
  const { search, day, students } = useLoaderData<typeof loader>()
  return (
    <Dialog title="All Students" closeTo={paths.admin({ day })}>
      <StudentSearch isCut={isCut(students)} search={search} kept={{ day }} always />
      {students.length === 0 ? (
        <EmptyState
          title={search ? NO_MATCH : 'No students yet.'}
          action={<ButtonLink to={paths.studentsManagement()}>Students</ButtonLink>}
        />
      ) : null}
      <ul>
        {students.map(({ id, name }) => (
          <li key={id} className="flex items-center gap-2 border-t border-line">
            <Link
              to={paths.lessonHistory(id, { day })}
              stay
              className="flex min-h-11 min-w-0 flex-1 items-center [overflow-wrap:anywhere]"
            >
              {name}
            </Link>
            <Link
              to={paths.newRide({ student: id, day })}
              stay
              className="link inline-flex min-h-11 items-center"
              aria-label={`Add ride for ${name}`}
            >
              Add ride
            </Link>
          </li>
        ))}
      </ul>
    </Dialog>
  )
}

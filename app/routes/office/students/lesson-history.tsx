import type { LoaderFunctionArgs, MetaFunction } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { HorseName } from '~/components/rides/horse-name'
import { AttendanceBadge } from '~/components/rides/ride-list'
import { ButtonLink } from '~/components/ui/button'
import { Dialog } from '~/components/ui/dialog'
import { EmptyState } from '~/components/ui/empty-state'
import { Link } from '~/components/ui/link'
import { findStudent } from '~/models/people/families/student.server'
import { recordView } from '~/models/privacy/data-view.server'
import { rideHistory } from '~/models/schedule/rides/ride.server'
import { dayOf } from '~/models/schedule/week/week-address'
import { today } from '~/platform/clock.server'
import { LessonDialogError } from '~/routes/office/lessons/lesson-dialog-error'
import { formatDay, formatWeekdayShort } from '~/utils/dates'
import { paths } from '~/utils/paths'
import { formatTimeOfDay } from '~/utils/time-of-day'
import { requireAdmin } from '~/web/auth.server'

/** How many rides the dialog shows; a link leads to the others. */
const LATEST = 30

export const meta: MetaFunction<typeof loader> = ({ data }) => [{ title: data?.name ?? 'Lesson History' }]

export async function loader({ request, params }: LoaderFunctionArgs) {
  const viewer = await requireAdmin(request)
  const student = await findStudent(params.id ?? '')
  if (!student) throw new Response('Student not found.', { status: 404, statusText: 'Not Found' })
  const [rides] = await Promise.all([
    rideHistory(student.id, today()),
    recordView(viewer.id, student.id, 'lesson history'),
  ])
  const day = dayOf(new URL(request.url).searchParams.get('day')) ?? undefined
  return { id: student.id, name: student.name, day, count: rides.length, rides: rides.slice(0, LATEST) }
}

export default function StudentLessonHistory() {
  const { id, name, day, count, rides } = useLoaderData<typeof loader>()
  return (
    <Dialog title={name} closeTo={paths.allStudents({ day })}>
      <p className="mb-3 flex flex-wrap gap-2">
        <ButtonLink to={paths.newRide({ student: id, day })} stay>
          Add New Ride
        </ButtonLink>
        <ButtonLink to={paths.editStudentOverWeek(id, { day })} stay variant="secondary">
          Edit Student
        </ButtonLink>
        <ButtonLink to={paths.student(id)} variant="secondary">
          Student
        </ButtonLink>
        <ButtonLink to={paths.scheduledRides({ student: id })} variant="secondary">
          Scheduled rides
        </ButtonLink>
      </p>
      <h3>Lesson history ({count})</h3>
      {rides.length === 0 ? <EmptyState title="No rides yet." /> : null}
      <ul>
        {rides.map(({ date, time, type, attendance, horseAssignment }) => (
          <li key={`${date} ${time}`} className="border-t border-line">
            <Link
              to={paths.lessonRider({ date, time, type }, id)}
              stay
              className="flex min-h-11 flex-wrap items-center gap-x-3 py-1"
            >
              <span className="num me-auto">
                {formatWeekdayShort(date)}, {formatDay(date)}, {formatTimeOfDay(time)}
                <span className="block text-sm text-muted">
                  {type} · <HorseName name={horseAssignment} />
                </span>
              </span>
              <AttendanceBadge attendance={attendance} />
            </Link>
          </li>
        ))}
      </ul>
      {rides.length < count ? (
        <Link to={paths.rideHistory({ student: id })} className="link inline-flex min-h-11 items-center">
          See all {count} rides
        </Link>
      ) : null}
    </Dialog>
  )
}

export const ErrorBoundary = LessonDialogError

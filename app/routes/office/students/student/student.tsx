import type { LoaderFunctionArgs, MetaFunction } from '@remix-run/node'
import { Outlet, useLoaderData } from '@remix-run/react'
import { RideList } from '~/components/rides/ride-list'
import { Card } from '~/components/ui/card'
import { Link } from '~/components/ui/link'
import { recordView } from '~/models/privacy/data-view.server'
import { readStudentView } from '~/models/students/student-query'
import { today } from '~/platform/clock.server'
import { WishList } from '~/routes/office/horses/fits/wishes'
import { AskedTable } from '~/routes/office/payments/asked/asked-table'
import { paths } from '~/utils/paths'
import { requireAdmin } from '~/web/auth.server'
import { formAction } from '~/web/form-action.server'
import { AllowanceCard } from './allowance-card'
import { AttendanceStrip } from './attendance-strip'
import { changeStudent, schemaOf } from './change-student.server'
import { Credits } from './credits'
import { ErasedNotice, FamilyCard, MergedNotice, RemovedNotice } from './family'
import { Messages } from './messages'
import { Notes } from './notes'
import { Payments } from './payments'
import { PersonalData } from './personal-data/personal-data'
import { readStudent } from './read-student.server'
import { StudentHeader } from './student-header'
import { Subscriptions } from './subscription/subscriptions'
import { StudentWaivers } from './waiver/waivers'

export const handle = { scripts: true }
export const meta: MetaFunction<typeof loader> = ({ data }) => [{ title: data?.name ?? 'Student' }]

export async function loader({ request, params }: LoaderFunctionArgs) {
  const viewer = await requireAdmin(request)
  const view = readStudentView(new URL(request.url).searchParams, today())
  const page = await readStudent(params.id ?? '', view)
  if (!page) throw new Response('Student not found.', { status: 404, statusText: 'Not Found' })
  await recordView(viewer.id, page.student.id, 'student page')
  return page
}

/** Adds, sorts, deletes or restores a note, restores a removed student, or undoes a change by the family. */
export const action = formAction({
  guard: requireAdmin,
  schema: ({ form }) => schemaOf(form),
  refusedTo: ({ form, params: { id = '' } }) =>
    form.has('undo-family') || form.has('undo-merge') ? paths.student(id) : undefined,
  run: ({ viewer, value, params: { id = '' }, query }) =>
    changeStudent(viewer.id, id, value, paths.student(id, { month: query.get('month') ?? undefined })),
})

export default function StudentPage() {
  const {
    student,
    removed,
    erasedOn,
    guardian,
    riders,
    mergedInto,
    age,
    name,
    month,
    ledger,
    upcoming,
    ribbons,
    weeks,
    history,
    payments,
    notes,
    wishes,
    subscriptions,
    asked,
    credits,
    views,
    messages,
    waivers,
    hasWaiver,
    consent,
  } = useLoaderData<typeof loader>()
  const { id, email, active, allowance } = student
  const isErased = erasedOn !== null
  return (
    <>
      <StudentHeader
        student={student}
        name={name}
        age={age}
        month={month.key}
        guardian={guardian}
        isRemoved={removed}
        isErased={isErased}
        ribbons={ribbons}
      />
      {erasedOn ? <ErasedNotice on={erasedOn} /> : null}
      {mergedInto ? <MergedNotice into={mergedInto} /> : null}
      {removed && !erasedOn && !mergedInto ? <RemovedNotice name={name} /> : null}
      <div className="grid items-start gap-4 xl:grid-cols-[minmax(0,5fr)_minmax(0,6fr)]">
        <div className="grid gap-4">
          <AllowanceCard id={id} month={month} allowance={allowance} entries={ledger} />
          {erasedOn || mergedInto ? null : (
            <FamilyCard id={id} name={name} guardian={guardian} riders={riders} consent={consent} />
          )}
          {erasedOn ? null : (
            <Card title="Notes">
              <Notes notes={notes} />
            </Card>
          )}
          {erasedOn ? null : (
            <Card title="Horses">
              <WishList wishes={wishes} nameOf={({ horse }) => horse} />
              <Link to={paths.studentHorses(id)} stay className="link inline-flex min-h-11 items-center">
                Add or remove a horse
              </Link>
            </Card>
          )}
          <Card title="Makeups" actions={<More to={paths.makeups({ student: id, show: 'all' })} />}>
            <Link to={paths.giveMakeup(id)} stay className="link inline-flex min-h-11 items-center">
              Give a makeup
            </Link>
          </Card>
          {hasWaiver || waivers.length ? (
            <StudentWaivers
              id={id}
              waivers={waivers}
              missing={student.unsigned && !erasedOn}
              canSignIn={Boolean(guardian ? guardian.email : email && active)}
              guardianId={guardian?.id ?? null}
            />
          ) : null}
        </div>
        <div className="grid gap-4">
          <Card title="Last 12 weeks">
            <AttendanceStrip weeks={weeks} />
          </Card>
          <Card
            className="student-rides"
            title={`Upcoming Rides (${upcoming.count} scheduled)`}
            actions={<More to={paths.scheduledRides({ student: id })} />}
          >
            {upcoming.rides.length ? (
              <RideList rides={upcoming.rides} kind="scheduled" />
            ) : (
              <p className="text-muted">No rides in the next three months.</p>
            )}
          </Card>
          <Card
            className="student-rides"
            title={`Ride History (${history.count} rides)`}
            actions={<More to={paths.rideHistory({ student: id })} />}
          >
            {history.rides.length ? (
              <RideList rides={history.rides} kind="history" />
            ) : (
              <p className="text-muted">No past rides yet.</p>
            )}
          </Card>
          <Subscriptions id={id} subscriptions={subscriptions} />
          {asked.length ? (
            <Card title="To pay at the school">
              <AskedTable asked={asked} />
            </Card>
          ) : null}
          <Credits credits={credits} studentId={id} month={month} />
          <Card title="Payments" actions={<More to={paths.payments({ student: id })} />}>
            <Payments payments={payments} />
            <Link to={paths.statement({ student: id })} className="link inline-flex min-h-11 items-center">
              Yearly statement
            </Link>
          </Card>
          {erasedOn ? null : <Messages messages={messages} />}
          <PersonalData id={id} views={views} erased={Boolean(erasedOn)} />
        </div>
      </div>
      <Outlet />
    </>
  )
}

const More = ({ to }: { to: string }) => (
  <Link to={to} className="link inline-flex min-h-11 items-center">
    See all
  </Link>
)

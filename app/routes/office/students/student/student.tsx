import type { LoaderFunctionArgs, MetaFunction } from '@remix-run/node'
import { Outlet, useLoaderData } from '@remix-run/react'
import { z } from 'zod'
import { RideList } from '~/components/rides/ride-list'
import { Card } from '~/components/ui/card'
import { Link } from '~/components/ui/link'
import { ageOn } from '~/models/accounts/age'
import { displayName } from '~/models/accounts/user'
import { allowanceLedger } from '~/models/allowance/allowance-ledger.server'
import { addToMonth, monthKey } from '~/models/allowance/month'
import { creditsOf } from '~/models/donations/credit.server'
import { consentFor } from '~/models/families/consent.server'
import { undoFamilySchema } from '~/models/families/family.schema'
import { undoFamilyChange } from '~/models/families/family-change.server'
import { listTransactions } from '~/models/payments/payment-transaction.server'
import { noteView, viewsOf } from '~/models/privacy/data-view.server'
import { attendanceWeeks } from '~/models/rides/attendance-weeks'
import { takesPlace } from '~/models/rides/ride'
import { rideHistory, upcomingRides } from '~/models/rides/ride.server'
import { noteSchema, sortNoteSchema } from '~/models/students/student.schema'
import { familyOf, setHidden } from '~/models/students/student.server'
import { findStudentRow } from '~/models/students/student-list.server'
import { addNote, deleteNote, listNotes, restoreNote, sortNote } from '~/models/students/student-note.server'
import { readStudentView } from '~/models/students/student-query'
import { runningAround } from '~/models/subscriptions/running-around.server'
import { signaturesOf } from '~/models/waivers/signature.server'
import { currentWaiver } from '~/models/waivers/version.server'
import { today } from '~/platform/clock.server'
import { getEnv } from '~/platform/env.server'
import { undoWithProvider } from '~/services/stripe/people/merge-accounts.server'
import { messagesToFamily } from '~/services/texts/messages-to-family.server'
import { dayInZone, formatDay, formatInstant } from '~/utils/dates'
import { idField } from '~/utils/fields'
import { paths } from '~/utils/paths'
import { requireAdmin } from '~/web/auth.server'
import { formAction } from '~/web/form-action.server'
import { AllowanceCard } from './allowance-card'
import { AttendanceStrip } from './attendance-strip'
import { Credits } from './credits'
import { ErasedNotice, FamilyCard, MergedNotice, RemovedNotice } from './family'
import { Messages } from './messages'
import { Notes } from './notes'
import { Payments } from './payments'
import { PersonalData } from './personal-data'
import { StudentHeader } from './student-header'
import { officeView, Subscriptions } from './subscription/subscriptions'
import { listedSignature, StudentWaivers } from './waiver/waivers'

export const handle = { scripts: true }
export const meta: MetaFunction<typeof loader> = ({ data }) => [{ title: data?.name ?? 'Student' }]

/** How many rides and payments stand here; the rest is a link away. */
const SHOWN = 8

export async function loader({ request, params }: LoaderFunctionArgs) {
  const viewer = await requireAdmin(request)
  const id = params.id ?? ''
  const { month, monthKey: shownMonth, monthName } = readStudentView(new URL(request.url).searchParams, today())
  const student = await findStudentRow(id, month)
  if (!student) throw new Response('Student not found.', { status: 404, statusText: 'Not Found' })
  const [
    family,
    ledger,
    upcoming,
    history,
    payments,
    notes,
    credits,
    views,
    messages,
    signatures,
    waiver,
    subscriptions,
    consent,
  ] = await Promise.all([
    familyOf(id),
    allowanceLedger(id, month),
    upcomingRides(id, today()),
    rideHistory(id, today()),
    listTransactions({ userId: id, pageSize: SHOWN }),
    listNotes(id),
    creditsOf(id),
    viewsOf(id, SHOWN),
    messagesToFamily(id, SHOWN),
    signaturesOf(id),
    currentWaiver(),
    runningAround(id),
    consentFor(id),
  ])
  await noteView(viewer.id, id, 'student page')
  const zone = getEnv().schoolTimezone
  return {
    student,
    ...family,
    riders: family.riders.map(({ birthDate, ...rider }) => ({ ...rider, age: ageOn(birthDate, today()) })),
    age: ageOn(family.birthDate, today()),
    consent: consent && {
      given: consent.given && { ...consent.given, at: formatDay(dayInZone(zone, consent.given.at)) },
    },
    erasedOn: family.erasedAt && formatDay(dayInZone(zone, family.erasedAt)),
    name: displayName(student),
    month: {
      key: shownMonth,
      name: monthName,
      before: monthKey(addToMonth(month, -1)),
      after: monthKey(addToMonth(month, 1)),
    },
    ledger,
    upcoming: { count: upcoming.filter(takesPlace).length, rides: upcoming.slice(0, SHOWN) },
    weeks: attendanceWeeks(history, today()),
    history: { count: history.length, rides: history.slice(0, SHOWN) },
    payments: {
      count: payments.count,
      rows: payments.transactions.map((row) => ({ ...row, day: dayInZone(zone, row.providerCreatedAt) })),
    },
    subscriptions: subscriptions.map((one) => officeView(one, id)),
    credits: credits.map((credit) => ({ ...credit, day: formatDay(dayInZone(zone, credit.donatedAt)) })),
    messages: messages.map(({ key, to, subject, state, at }) => ({
      key,
      to,
      subject,
      state,
      at: formatInstant(at, zone),
    })),
    views: views.map(({ at, ...view }) => ({ ...view, at: formatInstant(at, zone) })),
    waivers: signatures.map((one) => listedSignature(one, zone)),
    hasWaiver: waiver !== null,
    notes: notes.map(({ id, text, at, by, forBarn }) => ({
      id,
      text,
      at: formatInstant(at, zone),
      by: displayName(by),
      forBarn,
    })),
  }
}

const deletedNoteSchema = z.object({ delete: idField })

const undoMergeSchema = z.object({ 'undo-merge': z.string() })
const removedRiderSchema = z.object({ 'remove-rider': z.string() })
const restoreSchema = z.object({ restore: z.string() })
const restoredNoteSchema = z.object({ 'restore-note': idField })
const schemaOf = (form: FormData) => {
  if (form.has('restore')) return restoreSchema
  if (form.has('undo-family')) return undoFamilySchema
  if (form.has('remove-rider')) return removedRiderSchema
  if (form.has('undo-merge')) return undoMergeSchema
  if (form.has('restore-note')) return restoredNoteSchema
  if (form.has('note')) return sortNoteSchema
  return form.has('delete') ? deletedNoteSchema : noteSchema
}

/** Adds, sorts, deletes or restores a note, brings a removed student back, or undoes a change of the family. */
export const action = formAction({
  guard: requireAdmin,
  schema: ({ form }) => schemaOf(form),
  refusedTo: ({ form, params: { id = '' } }) =>
    form.has('undo-family') || form.has('undo-merge') ? paths.student(id) : undefined,
  async run({ viewer, value, params: { id = '' }, query }) {
    const to = paths.student(id, { month: query.get('month') ?? undefined })
    if ('restore' in value) {
      await setHidden(viewer.id, id, false)
      return { to, title: 'Student Restored' }
    }
    if ('undo-family' in value) {
      const { name } = await undoFamilyChange(viewer.id, value['undo-family'])
      return { to, title: 'Undone', description: `${name} is back as before.` }
    }
    if ('undo-merge' in value) {
      return { to, title: 'Merge Undone', description: sayUndone(await undoWithProvider(viewer.id, id)) }
    }
    if ('remove-rider' in value) {
      await setHidden(viewer.id, value['remove-rider'], true)
      return { to, title: 'Rider removed from the lists' }
    }
    if ('restore-note' in value) {
      await restoreNote(viewer.id, id, value['restore-note'])
      return { to, title: 'Note restored' }
    }
    if ('delete' in value) {
      await deleteNote(viewer.id, id, value.delete)
      return {
        to,
        title: 'Note deleted',
        undo: { label: 'Undo', action: to, fields: { 'restore-note': String(value.delete) } },
      }
    }
    if ('note' in value) {
      await sortNote(viewer.id, value.note, value.readers === 'barn', id)
      return { to, title: value.readers === 'barn' ? 'The barn reads this note' : 'Kept in the office' }
    }
    await addNote(viewer.id, id, { text: value.text, forBarn: value.readers === 'barn' })
    return { to, title: 'Note added' }
  },
})

/** What an undo of a merge gave back, and what it didn’t. */
function sayUndone({ name, gone, stays, lostMethods }: Awaited<ReturnType<typeof undoWithProvider>>): string {
  return [
    `${name} is an account of its own again.`,
    gone && `${gone === 1 ? 'One thing' : `${gone} things`} had been deleted since.`,
    stays.length && `What came since stays with the other account: ${stays.join(', ')}.`,
    lostMethods && 'Its saved cards and bank accounts were deleted by the merge.',
  ]
    .filter(Boolean)
    .join(' ')
}

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
    weeks,
    history,
    payments,
    notes,
    subscriptions,
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
              canSignIn={Boolean(guardian || (email && active))}
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
            <RideList rides={upcoming.rides} kind="scheduled" />
          </Card>
          <Card
            className="student-rides"
            title={`Ride History (${history.count} rides)`}
            actions={<More to={paths.rideHistory({ student: id })} />}
          >
            <RideList rides={history.rides} kind="history" />
          </Card>
          <Subscriptions id={id} subscriptions={subscriptions} />
          <Credits credits={credits} studentId={id} month={month} />
          <Card title="Payments" actions={<More to={paths.payments({ student: id })} />}>
            <Payments payments={payments.rows} />
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

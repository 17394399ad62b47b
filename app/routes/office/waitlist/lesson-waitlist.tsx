import type { LoaderFunctionArgs, MetaFunction } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { z } from 'zod'
import { Csrf } from '~/components/form/csrf'
import { Form } from '~/components/form/form'
import { PostForm } from '~/components/form/post-form'
import { useAnswer } from '~/components/form/use-answer'
import { isCut, StudentSearch, searchIn, withSearch } from '~/components/office/student-search'
import { Button } from '~/components/ui/button'
import { Dialog } from '~/components/ui/dialog'
import { Link } from '~/components/ui/link'
import { listRiders } from '~/models/people/families/student.server'
import { riderField, scopeField } from '~/models/schedule/vocabulary/slot.schema'
import { declineOffer, takeOffer } from '~/models/schedule/waitlist/take-offer.server'
import { waitingFor } from '~/models/schedule/waitlist/waiting-lists.server'
import { addToWaitlist, leaveWaitlist, moveUp } from '~/models/schedule/waitlist/waitlist.server'
import { getEnv } from '~/platform/env.server'
import { LessonDialogError } from '~/routes/office/lessons/lesson-dialog-error'
import { LessonLine } from '~/routes/office/lessons/lesson-line'
import { ScopeChoice } from '~/routes/office/lessons/scope-choice'
import { StudentField } from '~/routes/office/lessons/slot-fields'
import { undoOf } from '~/routes/office/lessons/undo-of'
import { formatDay, formatInstant } from '~/utils/dates'
import { idField } from '~/utils/fields'
import { paths } from '~/utils/paths'
import { requireAdmin } from '~/web/auth.server'
import { byIntent, formAction } from '~/web/form-action.server'
import { lessonParam, slotParam } from '~/web/lesson-param.server'
import { OfferButtons } from './offer-buttons'
import { ToCall } from './to-call'

export const meta: MetaFunction = () => [{ title: 'Waitlist' }]

export async function loader({ request, params }: LoaderFunctionArgs) {
  await requireAdmin(request)
  const search = searchIn(new URL(request.url).searchParams)
  const [{ date, time, type, weekly, riders }, students] = await Promise.all([lessonParam(params), listRiders(search)])
  const slot = { date, time, type }
  const zone = getEnv().schoolTimezone
  const waiting = (await waitingFor(slot)).map(({ expiresAt, ...entry }) => ({
    ...entry,
    until: expiresAt && formatInstant(expiresAt, zone),
  }))
  const here = new Set(riders.map(({ riderId }) => riderId))
  const more = isCut(students)
  return { slot, search, more, weekly, waiting, students: students.filter(({ id }) => weekly || !here.has(id)) }
}

const addSchema = z.object({ intent: z.literal('add'), riderId: riderField, scope: scopeField })
const shared = { guard: requireAdmin, failed: 'Not saved' }

export const action = byIntent({
  add: formAction({
    ...shared,
    schema: addSchema,
    async run({ viewer, value: { riderId, scope }, params }) {
      const slot = slotParam(params)
      await addToWaitlist(viewer.id, riderId, slot, scope)
      return { to: paths.lessonWaitlist(slot), title: 'On the waitlist' }
    },
  }),
  up: formAction({
    ...shared,
    schema: z.object({ id: idField }),
    async run({ value: { id }, params }) {
      await moveUp(id)
      return { to: paths.lessonWaitlist(slotParam(params)), title: 'Moved up' }
    },
  }),
  remove: formAction({
    ...shared,
    // Sent from the list of all waitlists, which includes those of lessons that no longer exist.
    schema: z.object({ id: idField, back: z.literal('lists').optional() }),
    async run({ viewer, value: { id, back }, params }) {
      await leaveWaitlist(viewer.id, id)
      return { to: back ? paths.waitlists() : paths.lessonWaitlist(slotParam(params)), title: 'Off the waitlist' }
    },
  }),
  take: formAction({
    ...shared,
    schema: z.object({ offer: idField }),
    async run({ viewer, value: { offer }, params }) {
      const { rider, changes } = await takeOffer(viewer.id, offer, { office: true })
      const to = paths.lessonWaitlist(slotParam(params))
      return { to, title: 'Lesson booked', description: rider, undo: undoOf(changes) }
    },
  }),
  decline: formAction({
    ...shared,
    schema: z.object({ offer: idField }),
    async run({ viewer, value: { offer }, params }) {
      await declineOffer(viewer.id, offer, { office: true })
      const to = paths.lessonWaitlist(slotParam(params))
      return { to, title: 'Spot declined', description: 'It goes to the next in line.' }
    },
  }),
})

export default function LessonWaitlist() {
  const { slot, search, more, weekly, waiting, students } = useLoaderData<typeof loader>()
  const { field, ...answer } = useAnswer(addSchema, { defaultValue: { scope: 'one-time' } })
  return (
    <Dialog title="Waitlist" closeTo={paths.lesson(slot)}>
      <LessonLine {...slot} />
      {waiting.length === 0 ? (
        <p className="mb-3 text-muted">
          No one is waiting. When a spot opens up, the next in line is offered it by email.
        </p>
      ) : null}
      <ol className="mb-4">
        {waiting.map(({ id, name, place, date, weekly: always, until, unreached, missed, offerId }, i) => (
          <li key={id} id={`waiting-${id}`} className="border-b border-line py-1">
            <Form method="post" action={paths.lessonWaitlist(slot)} stay className="flex flex-wrap items-center gap-2">
              <Csrf />
              <input type="hidden" name="id" value={id} />
              <span className="me-auto min-w-0">
                <strong>
                  {place}. {name}
                </strong>
                <span className="block text-sm text-muted">
                  {always ? `every week from ${formatDay(date)}` : 'this date'}
                  {until ? ` · offered until ${until}` : null}
                  <ToCall unreached={unreached} missed={missed} />
                </span>
              </span>
              {i > 0 && !until ? (
                <Button name="intent" value="up" variant="quiet" aria-label={`Move ${name} up`}>
                  Up
                </Button>
              ) : null}
              {offerId && until ? <OfferButtons name={name} offerId={offerId} /> : null}
              <Button name="intent" value="remove" variant="quiet" aria-label={`Remove ${name} from the waitlist`}>
                Remove
              </Button>
            </Form>
          </li>
        ))}
      </ol>
      <StudentSearch isCut={more} search={search} />
      <PostForm answer={answer} failed="Not saved" action={withSearch(paths.lessonWaitlist(slot), search)} stay>
        <StudentField students={students} search={search} field={field} />
        {weekly ? (
          <ScopeChoice date={slot.date} meta={field('scope').meta} legend="Waits for" />
        ) : (
          <input type="hidden" name="scope" value="one-time" />
        )}
        <div className="actions">
          <Button name="intent" value="add" busy="Adding…">
            Add to Waitlist
          </Button>
          <Link to={paths.waitlists()} className="link inline-flex min-h-11 items-center">
            All waitlists
          </Link>
        </div>
      </PostForm>
    </Dialog>
  )
}

export const ErrorBoundary = LessonDialogError

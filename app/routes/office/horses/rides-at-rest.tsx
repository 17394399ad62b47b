import type { LoaderFunctionArgs, MetaFunction } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { Field } from '~/components/form/field'
import { PostForm } from '~/components/form/post-form'
import { useAnswer } from '~/components/form/use-answer'
import { Button, ButtonLink } from '~/components/ui/button'
import { EmptyState } from '~/components/ui/empty-state'
import { PageHeader } from '~/components/ui/page-header'
import { restWithPlan } from '~/models/schedule/change/horses/rest-horse.server'
import { loadRestPlan, type RestPlan } from '~/models/schedule/change/horses/rest-plan.server'
import { REASON_FIELD } from '~/models/schedule/horses/horse-limit.server'
import { assignDaysSchema } from '~/models/schedule/horses/plan/horse-plan.schema'
import { restHorseSchema } from '~/models/schedule/vocabulary/horse.schema'
import type { Rest } from '~/models/schedule/vocabulary/rest'
import { Outdated } from '~/platform/refused'
import { formatAssigned } from '~/routes/office/day/save-horses.server'
import { undoOf } from '~/routes/office/lessons/undo-of'
import { pathOf, paths } from '~/utils/paths'
import { requireAdmin } from '~/web/auth.server'
import { formAction } from '~/web/form-action.server'
import { DaySections } from './fits/day-sections'
import { horseParam } from './horse-param'
import { restPlanOf } from './rest-plan-of'
import { formatRides } from './say-rides'

export const handle = { scripts: true }
export const meta: MetaFunction<typeof loader> = ({ data }) => [
  { title: data ? `Rides of ${data.plan.name}` : 'Rides' },
]

/** Returns the rest that will be saved too; undefined if the horse is already resting. */
function restOf(query: URLSearchParams): Rest | undefined {
  const { data } = restHorseSchema.safeParse({ ...Object.fromEntries(query), intent: 'rest' })
  return data && { from: data.from, until: data.until, reason: data.reason }
}

export async function loader({ request, params }: LoaderFunctionArgs) {
  await requireAdmin(request)
  const id = horseParam(params)
  const rest = restOf(new URL(request.url).searchParams)
  return {
    plan: await loadRestPlan(id, rest),
    address: rest ? restPlanOf(id, rest) : paths.ridesAtRest(id),
    isNew: Boolean(rest),
  }
}

export const action = formAction({
  guard: requireAdmin,
  schema: assignDaysSchema,
  failed: 'The horses were not saved',
  asks: [REASON_FIELD],
  refusedTo: ({ request }, refused) => (refused instanceof Outdated ? pathOf(request) : undefined),
  async run({ viewer, value, params, query }) {
    const id = horseParam(params)
    const rest = restOf(query)
    const { name, left, ...done } = await restWithPlan(viewer.id, id, rest, value)
    const to = paths.ridesAtRest(id)
    if (!rest) return { to, ...formatAssigned(done) }
    const still = left > 0 && `${formatRides(left)} still to change`
    const changed = done.assigned > 0 && `${formatRides(done.assigned)} changed`
    const description = [changed, still].filter(Boolean).join('. ')
    return { to, title: `${name} Rests`, description, undo: undoOf(done.changes) }
  },
})

/**
 * The rides of a horse that rests or will rest, for all days in one form: the rest and the other horses are saved
 * together.
 */
export default function RidesAtRest() {
  const { plan, address, isNew } = useLoaderData<typeof loader>()
  const { id, name, resting, saved, days, later, version } = plan
  const { field, ...answer } = useAnswer(assignDaysSchema)
  const reason = field('overReason')
  return (
    <div className="mx-auto max-w-3xl">
      <PageHeader
        title={isNew ? `${name} can’t work` : `Rides of ${name}`}
        back={{ to: paths.horses(), label: 'Horses' }}
        actions={
          <ButtonLink to={paths.restHorse(id)} variant="secondary">
            Rest…
          </ButtonLink>
        }
      >
        {resting ? <strong className="text-bad">{resting}.</strong> : `${name} isn’t resting.`}{' '}
        {isNew && saved ? `Saved until now: ${saved}. ` : null}
        {sayFound(plan)}
      </PageHeader>
      {days.length === 0 && !isNew ? <EmptyState title="No rides to change." /> : null}
      {days.length > 0 || isNew ? (
        <PostForm answer={answer} failed="The horses were not saved" action={address} stay>
          <input type="hidden" name="version" value={version} />
          <DaySections days={days} sent={answer.form.initialValue?.days} later={id} />
          {later > 0 ? (
            <p className="text-muted">{`${formatRides(later)} on later days come once these are saved.`}</p>
          ) : null}
          {days.length > 0 ? (
            <>
              <Field
                label="Reason, if a horse exceeds its limit"
                hint="One reason for all of them. It shows on the Horses page."
                {...reason}
                autoFocus={Boolean(reason.meta.errors?.length)}
              />
              <p className="text-muted">
                No family gets a message. Reminders that go out later name the new horse. A ride that stays on {name} is
                red on the day sheet, and named without a horse in the reminder.
              </p>
            </>
          ) : (
            <p>No ride in that time is on {name}, so there is nothing to change.</p>
          )}
          <div className="horse-save">
            <ButtonLink to={paths.horses()} variant="secondary">
              Cancel
            </ButtonLink>
            <Button busy="Saving…">{isNew ? 'Confirm' : 'Save Horses'}</Button>
          </div>
        </PostForm>
      ) : null}
    </div>
  )
}

/** `7 rides: 6 have another horse below, 1 has none yet. 1 other rider changes horses. Nothing is saved yet.` */
function sayFound({ id, days }: Pick<RestPlan, 'id' | 'days'>): string | null {
  const rides = days.flatMap((day) => day.rides.filter(({ away }) => !away))
  const own = rides.filter(({ savedHorseId }) => savedHorseId === id)
  if (own.length === 0) return null
  const found = own.filter(({ proposed }) => proposed).length
  const open = own.length - found
  const others = rides.length - own.length
  return [
    `${formatRides(own.length)}: ${[found > 0 && `another horse for ${found}`, open > 0 && `none for ${open}`].filter(Boolean).join(', ')}.`,
    others > 0 && `${others} other ${others === 1 ? 'rider changes' : 'riders change'} horses.`,
    'Nothing is saved yet.',
  ]
    .filter(Boolean)
    .join(' ')
}

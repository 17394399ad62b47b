import type { LoaderFunctionArgs, MetaFunction } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { Field } from '~/components/form/field'
import { PostForm } from '~/components/form/post-form'
import { useAnswer } from '~/components/form/use-answer'
import { Island } from '~/components/island'
import { Button, ButtonLink } from '~/components/ui/button'
import { EmptyState } from '~/components/ui/empty-state'
import { PageHeader } from '~/components/ui/page-header'
import { assignHorsesOnDays } from '~/models/horses/assign-horses.server'
import { REASON_FIELD } from '~/models/horses/horse-limit.server'
import { assignDaysSchema } from '~/models/horses/plan/horse-plan.schema'
import { loadRestPlan } from '~/models/horses/rest/rest-plan.server'
import { HorseSelects } from '~/routes/office/day/horse-selects.island'
import { sayAssigned } from '~/routes/office/day/save-horses.server'
import { shownRides, typedHorses } from '~/routes/office/day/shown-rides'
import { formatDay, formatWeekday } from '~/utils/dates'
import { paths } from '~/utils/paths'
import { requireAdmin } from '~/web/auth.server'
import { formAction } from '~/web/form-action.server'
import { horseParam } from './horse-param'
import { sayRides } from './say-rides'

export const handle = { scripts: true }
export const meta: MetaFunction<typeof loader> = ({ data }) => [
  { title: data ? `Rides of ${data.plan.name}` : 'Rides' },
]

const proposes = (request: Request) => new URL(request.url).searchParams.has('propose')

export async function loader({ request, params }: LoaderFunctionArgs) {
  await requireAdmin(request)
  const propose = proposes(request)
  return { plan: await loadRestPlan(horseParam(params), { propose }), propose }
}

export const action = formAction({
  guard: requireAdmin,
  schema: assignDaysSchema,
  failed: 'The horses were not saved',
  asks: [REASON_FIELD],
  async run({ viewer, value, params }) {
    const back = paths.ridesAtRest(horseParam(params))
    return { to: back, ...sayAssigned(await assignHorsesOnDays(viewer.id, value.days, value.overReason)) }
  },
})

/** The rides that a resting horse still has, of all days in one form. */
export default function RidesAtRest() {
  const { plan, propose } = useLoaderData<typeof loader>()
  const { id, name, resting, days, later } = plan
  const { field, ...answer } = useAnswer(assignDaysSchema)
  const sent: unknown = answer.form.initialValue?.days
  const typedOf = (date: string) =>
    typedHorses((Array.isArray(sent) ? sent : []).find((one: { date?: unknown } | null) => one?.date === date)?.rides)
  const shown = days.map((day) => ({
    ...day,
    rides: shownRides(day, typedOf(day.date)),
  }))
  const open = shown.flatMap(({ rides }) => rides.filter(({ away }) => !away)).length
  const reason = field('overReason')
  return (
    <div className="mx-auto max-w-3xl">
      <PageHeader
        title={`Rides of ${name}`}
        back={{ to: paths.horses(), label: 'Horses' }}
        actions={
          <>
            <ButtonLink to={paths.restHorse(id)} variant="secondary">
              Rest…
            </ButtonLink>
            {open > 0 && !propose ? (
              <ButtonLink to={paths.ridesAtRest(id, { propose: 'on' })} variant="secondary">
                Propose for All
              </ButtonLink>
            ) : null}
          </>
        }
      >
        {resting ? <strong className="text-bad">{resting}.</strong> : `${name} isn’t resting.`}{' '}
        {open > 0 ? `${sayRides(open)} to change. ` : null}
        {propose && open > 0 ? 'A horse that suits is filled in where one is free; nothing is saved yet.' : null}
      </PageHeader>
      {open === 0 ? <EmptyState title="No rides to change." /> : null}
      {open > 0 ? (
        <PostForm answer={answer} failed="The horses were not saved" action={paths.ridesAtRest(id)} stay>
          {shown.map(({ date, rides, others, horses }, i) => {
            const choices = { date, rides, others, horses, single: false, prefix: `days[${i}].` }
            return (
              <section key={date} aria-label={`${formatWeekday(date)}, ${formatDay(date)}`}>
                <h2 className="mb-2 text-lg">
                  {formatWeekday(date)}, <span className="num">{formatDay(date)}</span>
                </h2>
                <input type="hidden" name={`days[${i}].date`} value={date} />
                <Island name="horses" props={choices}>
                  <HorseSelects {...choices} />
                </Island>
              </section>
            )
          })}
          {later > 0 ? (
            <p className="text-muted">{`${sayRides(later)} on later days come once these are saved.`}</p>
          ) : null}
          <Field
            label="Reason, if a horse exceeds its limit"
            hint="One reason for all of them. It shows on the Horses page."
            {...reason}
            autoFocus={Boolean(reason.meta.errors?.length)}
          />
          <div className="horse-save">
            <ButtonLink to={paths.horses()} variant="secondary">
              Cancel
            </ButtonLink>
            <Button>Save Horses</Button>
          </div>
        </PostForm>
      ) : null}
    </div>
  )
}

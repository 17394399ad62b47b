import type { LoaderFunctionArgs, MetaFunction } from '@remix-run/node'
import { Outlet, useLoaderData } from '@remix-run/react'
import { z } from 'zod'
import { Csrf } from '~/components/form/csrf'
import { Form } from '~/components/form/form'
import { Badge } from '~/components/ui/badge'
import { Button, ButtonLink } from '~/components/ui/button'
import { Card } from '~/components/ui/card'
import { EmptyState } from '~/components/ui/empty-state'
import { Link } from '~/components/ui/link'
import { PageHeader } from '~/components/ui/page-header'
import { Stat } from '~/components/ui/stat'
import { Tabs } from '~/components/ui/tabs'
import { IN_A_LARGE_WEEK } from '~/models/schedule/horses/plan/large-week'
import { dropStale, solveSeasonPlan } from '~/models/schedule/season/edit-season.server'
import { readHorseWeek } from '~/models/schedule/season/horse-week.server'
import { isLarge, isUnmet, type Plan as PlanOfSeason, seatsOf } from '~/models/schedule/season/plan'
import { loadPlan } from '~/models/schedule/season/season.server'
import { solveWithHorses } from '~/models/schedule/season/solve-with-horses.server'
import { weekdayField } from '~/models/schedule/vocabulary/slot.schema'
import { today } from '~/platform/clock.server'
import { formatDay, formatWeekday } from '~/utils/dates'
import { paths } from '~/utils/paths'
import { counted } from '~/utils/plain-words'
import { requireAdmin } from '~/web/auth.server'
import { formAction } from '~/web/form-action.server'
import { planView } from './plan-view'
import { SeasonDay } from './season-day'
import { seasonParam } from './season-param.server'

export const handle = { scripts: true }
export const meta: MetaFunction<typeof loader> = ({ data }) => [{ title: data?.name ?? 'Season' }]

/** The one day that is shown of a large week: that of the address, of the lesson or ride whose dialog is open, or the first. */
function onlyDayOf(plan: PlanOfSeason, query: URLSearchParams): number | null {
  if (!isLarge(plan)) return null
  const { lessons } = plan.week
  const day = weekdayField.safeParse(query.get('day') ?? undefined).data
  const [ride, lesson] = [query.get('ride'), query.get('lesson')]
  const asked =
    lessons.find((one) => one.dayOfWeek === day) ??
    lessons.find((one) => one.key === lesson || one.seats.some(({ key }) => key === ride))
  return (asked ?? lessons[0])?.dayOfWeek ?? null
}

export async function loader({ request, params }: LoaderFunctionArgs) {
  await requireAdmin(request)
  const plan = await loadPlan(seasonParam(params))
  const { id, name, startsOn, publishedAt, askedThrough } = plan.season
  const isOpen = publishedAt === null && seatsOf(plan).some((one) => isUnmet(plan, one))
  const solution = isOpen && !isLarge(plan) ? await solveWithHorses(plan, await readHorseWeek(plan)) : null
  return {
    ...{ id, name, isPublished: publishedAt !== null, hasBegun: startsOn <= today() },
    startsOn: `${formatWeekday(startsOn)}, ${formatDay(startsOn)}`,
    week: paths.admin({ day: startsOn }),
    askedThrough: askedThrough && formatDay(askedThrough),
    plan: publishedAt ? null : planView(plan, solution, onlyDayOf(plan, new URL(request.url).searchParams)),
  }
}

const planSchema = z.object({ intent: z.enum(['solve', 'drop']) })

export const action = formAction({
  guard: requireAdmin,
  schema: planSchema,
  failed: 'Nothing was changed',
  refusedTo: ({ params }) => paths.season(seasonParam(params)),
  async run({ value: { intent }, params }) {
    const id = seasonParam(params)
    const to = paths.season(id)
    if (intent === 'drop') {
      await dropStale(id)
      return { to, title: 'Removed from the plan' }
    }
    const moved = await solveSeasonPlan(id)
    return { to, title: moved > 0 ? `${counted(moved, 'ride')} placed` : 'Nothing better was found' }
  },
})

/** A season as it would be: its week, and who has no spot, or none of their times, and why. */
export default function Season() {
  const { id, name, startsOn, isPublished, hasBegun, askedThrough, plan, week } = useLoaderData<typeof loader>()
  return (
    <>
      <PageHeader
        title={name}
        back={{ to: paths.seasons(), label: 'Seasons' }}
        actions={
          plan ? (
            <>
              <Intent id={id} intent="solve" label="Solve" />
              <ButtonLink to={paths.publishSeason(id)}>Publish…</ButtonLink>
            </>
          ) : null
        }
      >
        {isPublished ? 'Published: the week' : 'A plan'} from <span className="num">{startsOn}</span> on.{' '}
        {isPublished ? 'From now on, change the week itself.' : 'Nothing of it is real until you publish it.'}
        {plan && hasBegun ? ' Its first day is over: choose a later one.' : ''}
        {plan && askedThrough ? ` Families answer through ${askedThrough}.` : ''}
      </PageHeader>
      {plan ? <Plan id={id} plan={plan} /> : <ButtonLink to={week}>Open the Week</ButtonLink>}
      <Outlet />
    </>
  )
}

type PlanView = NonNullable<ReturnType<typeof useLoaderData<typeof loader>>['plan']>

function Plan({ id, plan }: { id: number; plan: PlanView }) {
  return (
    <>
      <div className="mb-4 grid grid-cols-2 gap-2 sm:grid-cols-4">
        <Stat label="Weekly rides" value={plan.rides} />
        <Stat label="Different from now" value={plan.changed} />
        <Stat label="At a time they asked for" value={`${plan.placed} of ${plan.asked}`} />
        <Stat label="Without a spot" value={plan.without.length} />
      </div>
      {plan.isMost ? (
        <p className="mb-4 text-muted">
          No plan gives more rides a time they asked for{plan.hasOwnChoices ? ', with what you placed by hand' : ''}.
        </p>
      ) : null}
      {plan.isSolved ? null : (
        <p className="mb-4 text-muted">
          {IN_A_LARGE_WEEK}, this page does not say what Solve would find, and Solve cuts its search for horses short.
        </p>
      )}
      <nav aria-label="Plan" className="mb-4 flex flex-wrap gap-2">
        <ButtonLink to={paths.askAboutSeason(id)} stay variant="secondary">
          Ask Families…
        </ButtonLink>
        <ButtonLink to={paths.addToSeason(id)} stay variant="secondary">
          Add Student…
        </ButtonLink>
        <ButtonLink to={paths.addSeasonLesson(id)} stay variant="secondary">
          Add Lesson…
        </ButtonLink>
        <ButtonLink to={paths.seasonWhatIf(id)} variant="secondary">
          What If…
        </ButtonLink>
        <ButtonLink to={paths.editSeason(id)} stay variant="quiet">
          Name and Day…
        </ButtonLink>
        <ButtonLink to={paths.removeSeason(id)} stay variant="danger-quiet">
          Remove…
        </ButtonLink>
      </nav>
      <div className="mb-4 grid items-start gap-4 md:grid-cols-2">
        {plan.stale.length > 0 ? (
          <Card title="No longer possible" actions={<Intent id={id} intent="drop" label="Remove from the Plan" />}>
            <p className="mb-2 text-muted">
              Lessons or spots that these changes need are gone. They are left out when you publish.
            </p>
            <ul className="num [overflow-wrap:anywhere]">
              {plan.stale.map((text) => (
                <li key={text}>{text}</li>
              ))}
            </ul>
          </Card>
        ) : null}
        <Rides id={id} title="Without a spot" rides={plan.without} />
        <Rides id={id} title="At none of their times" rides={plan.unmet} />
      </div>
      {plan.onlyDay === null ? (
        <nav aria-label="Days" className="mb-3 flex flex-wrap gap-x-3 sm:hidden">
          {plan.days.map(({ name }) => (
            <a key={name} href={`#${name}`} className="link inline-flex min-h-11 items-center">
              {name.slice(0, 3)}
            </a>
          ))}
        </nav>
      ) : (
        <>
          <p className="mb-2 text-muted">{IN_A_LARGE_WEEK}, this page shows the lessons of one day at a time.</p>
          <Tabs
            label="Days"
            tabs={plan.weekdays.map(({ weekday, name }) => ({
              ...{ id: String(weekday), name: name.slice(0, 3) },
              to: paths.season(id, { day: weekday }),
            }))}
            current={String(plan.onlyDay)}
          />
        </>
      )}
      {plan.days.length === 0 ? <EmptyState title="No weekly lessons then. Add the season’s first lesson." /> : null}
      <div className="grid items-start gap-4 sm:grid-cols-2 lg:grid-cols-4">
        {plan.days.map((day) => (
          <SeasonDay key={day.name} id={id} {...day} />
        ))}
      </div>
    </>
  )
}

function Rides({ id, title, rides }: { id: number; title: string; rides: PlanView['without'] }) {
  if (rides.length === 0) return null
  return (
    <Card title={title} actions={<Badge tone="warn">{rides.length}</Badge>}>
      <ul>
        {rides.map(({ key, name, where, why }) => (
          <li key={key} className="border-t border-line py-1 first:border-t-0">
            <Link to={paths.seasonRide(id, key)} stay className="link inline-flex min-h-11 items-center font-semibold">
              {name}
            </Link>
            <p className="text-sm text-muted">
              {where ? <span className="num">{where}. </span> : null}
              {why}.
            </p>
          </li>
        ))}
      </ul>
    </Card>
  )
}

function Intent({ id, intent, label }: { id: number; intent: string; label: string }) {
  return (
    <Form method="post" action={paths.season(id)} stay>
      <Csrf />
      <Button name="intent" value={intent} variant="secondary">
        {label}
      </Button>
    </Form>
  )
}

import type { LoaderFunctionArgs, MetaFunction } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { ButtonLink } from '~/components/ui/button'
import { EmptyState } from '~/components/ui/empty-state'
import { Link } from '~/components/ui/link'
import { PageHeader } from '~/components/ui/page-header'
import { Pages } from '~/components/ui/pages'
import { REASON_FIELD } from '~/models/schedule/horses/horse-limit.server'
import { loadDayPlan, partOfPlan, partsOfPlan } from '~/models/schedule/horses/plan/day-plan.server'
import { assignHorsesSchema } from '~/models/schedule/horses/plan/horse-plan.schema'
import type { DayPlan } from '~/models/schedule/horses/plan/solve-day.server'
import { dayOf } from '~/models/schedule/week/week-address'
import { today } from '~/platform/clock.server'
import { addDays, formatDay, formatWeekday } from '~/utils/dates'
import { pageNumber } from '~/utils/paging'
import { paths } from '~/utils/paths'
import { requireAdmin } from '~/web/auth.server'
import { formAction } from '~/web/form-action.server'
import { HorseForm } from './horse-form'
import { saveHorses } from './save-horses.server'

/** More than a normal school has in a day. A form with more would be too large to send. */
const RIDES_OF_A_PAGE = 120

export const handle = { scripts: true }
export const meta: MetaFunction<typeof loader> = ({ data }) => [
  { title: data ? `Horses ${data.plan.date}` : 'Horses for a Day' },
]

export async function loader({ request }: LoaderFunctionArgs) {
  await requireAdmin(request)
  const query = new URL(request.url).searchParams
  const lastWeek = query.has('last-week')
  const change = query.has('change')
  const plan = await loadDayPlan(dayOf(query.get('date')) ?? today(), { lastWeek, change })
  const parts = partsOfPlan(plan, RIDES_OF_A_PAGE)
  const page = Math.min(pageNumber(query.get('page')), Math.max(1, parts.length))
  const left = plan.rides.filter(({ away, horseId }) => !away && horseId === null).length
  return { plan: partOfPlan(plan, parts[page - 1] ?? []), lastWeek, change, left, page, pages: parts.length }
}

export const action = formAction({
  guard: requireAdmin,
  schema: assignHorsesSchema,
  failed: 'The horses were not saved',
  asks: [REASON_FIELD],
  async run({ viewer, value, query }) {
    const date = dayOf(query.get('date')) ?? today()
    const page = query.has('page') ? pageNumber(query.get('page')) : undefined
    const to = page ? paths.dayHorses({ date, page }) : paths.daySheet({ date })
    return { to, ...(await saveHorses(viewer.id, date, value, 'sheet')) }
  },
})

const HOW = {
  known: ['and one that they know where it is free', 'and perhaps more could have one that they know'],
  shared: ['from those that worked least', 'perhaps not always one that worked least'],
} as const

/** Returns what is proven about the quality of the plan. */
function sayFound({ isMost, isBest, goal }: Pick<DayPlan, 'isMost' | 'isBest' | 'goal'>, change: boolean): string {
  if (change) return 'Students who have a horse change theirs only where more can ride then, and as few as possible do.'
  if (!isMost) return 'Students are proposed a horse where one is free. Perhaps even more of them could have one.'
  const [sure, unsure] = HOW[goal]
  return `As many students as possible are proposed a horse, ${isBest ? sure : unsure}.`
}

export default function DayHorses() {
  const { plan, lastWeek, change, left, page, pages } = useLoaderData<typeof loader>()
  const { date, rides } = plan
  const address = (number: number | undefined) =>
    paths.dayHorses({
      ...{ date, page: number },
      ...(lastWeek ? { 'last-week': 'on' } : {}),
      ...(change ? { change: 'on' } : {}),
    })
  const day = (other: string) => paths.dayHorses({ date: other })
  return (
    <div className="mx-auto max-w-3xl">
      <PageHeader
        title={`Horses for ${formatWeekday(date)}`}
        back={{ to: paths.daySheet({ date }), label: 'Day Sheet' }}
        actions={
          <>
            <ButtonLink to={day(addDays(date, -1))} variant="secondary" aria-label="Previous day">
              <span aria-hidden="true">←</span>
            </ButtonLink>
            <ButtonLink to={day(addDays(date, 1))} variant="secondary" aria-label="Next day">
              <span aria-hidden="true">→</span>
            </ButtonLink>
            {lastWeek ? (
              <ButtonLink to={day(date)} variant="secondary">
                Usual Horses
              </ButtonLink>
            ) : (
              <ButtonLink to={paths.dayHorses({ date, 'last-week': 'on' })} variant="secondary">
                Copy Last Week
              </ButtonLink>
            )}
          </>
        }
      >
        <span className="num">{formatDay(date)}</span>.{' '}
        {lastWeek
          ? 'Filled in as last week where the horse is free; everyone else is proposed one.'
          : sayFound(plan, change)}{' '}
        Nothing is saved yet.
      </PageHeader>
      {left > 0 ? (
        <p className="no-print mb-3 flex flex-wrap items-center gap-x-4">
          <strong>
            {left === 1 ? 'One student is left without a horse.' : `${left} students are left without a horse.`}
          </strong>
          {change ? null : (
            <Link to={paths.dayHorses({ date, change: 'on' })} className="link inline-flex min-h-11 items-center">
              Change other students’ horses
            </Link>
          )}
          <Link to={paths.oneMoreHorse({ date })} className="link inline-flex min-h-11 items-center">
            What one more horse would add
          </Link>
        </p>
      ) : null}
      {rides.length === 0 ? <EmptyState title="No students on this day." /> : null}
      {rides.length > 0 ? (
        <HorseForm plan={plan} action={address(pages > 1 ? page : undefined)} cancelTo={paths.daySheet({ date })} />
      ) : null}
      <Pages label="lessons" page={page} pages={pages} to={address} />
    </div>
  )
}

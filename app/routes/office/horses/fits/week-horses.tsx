import type { LoaderFunctionArgs, MetaFunction } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { Field } from '~/components/form/field'
import { PostForm } from '~/components/form/post-form'
import { useAnswer } from '~/components/form/use-answer'
import { Button, ButtonLink } from '~/components/ui/button'
import { EmptyState } from '~/components/ui/empty-state'
import { Link } from '~/components/ui/link'
import { PageHeader } from '~/components/ui/page-header'
import { assignHorsesOnDays } from '~/models/schedule/change/horses/set-horses.server'
import { loadWeekPlan, type WeekPlan } from '~/models/schedule/change/horses/week-plan.server'
import { REASON_FIELD } from '~/models/schedule/horses/horse-limit.server'
import { assignDaysSchema } from '~/models/schedule/horses/plan/horse-plan.schema'
import { dayOf } from '~/models/schedule/week/week-address'
import { today } from '~/platform/clock.server'
import { formatAssigned } from '~/routes/office/day/save-horses.server'
import { addDays, formatDay, formatDayShort } from '~/utils/dates'
import { paths } from '~/utils/paths'
import { requireAdmin } from '~/web/auth.server'
import { formAction } from '~/web/form-action.server'
import { formatRides } from '../say-rides'
import { DaySections } from './day-sections'

export const handle = { scripts: true }
export const meta: MetaFunction<typeof loader> = ({ data }) => [
  { title: data ? `Horses for the Week of ${formatDay(data.monday)}` : 'Horses for a Week' },
]

const weekOf = (query: URLSearchParams) => dayOf(query.get('week')) ?? today()

export async function loader({ request }: LoaderFunctionArgs) {
  await requireAdmin(request)
  return loadWeekPlan(weekOf(new URL(request.url).searchParams))
}

export const action = formAction({
  guard: requireAdmin,
  schema: assignDaysSchema,
  failed: 'The horses were not saved',
  asks: [REASON_FIELD],
  async run({ viewer, value, query }) {
    const to = paths.weekHorses({ week: weekOf(query) })
    return { to, ...formatAssigned(await assignHorsesOnDays(viewer.id, value.days, value.overReason)) }
  },
})

/** Horses for the rides of a week that have none, for all days in one form. */
export default function WeekHorses() {
  const plan = useLoaderData<typeof loader>()
  const { monday, days, left, later } = plan
  const { field, ...answer } = useAnswer(assignDaysSchema)
  const reason = field('overReason')
  const week = (other: string) => paths.weekHorses({ week: other })
  return (
    <div className="mx-auto max-w-3xl">
      <PageHeader
        title="Horses for the Week"
        back={{ to: paths.horses({ week: monday }), label: 'Horses' }}
        actions={
          <>
            <ButtonLink to={week(addDays(monday, -7))} variant="secondary" aria-label="Previous week">
              <span aria-hidden="true">←</span>
            </ButtonLink>
            <ButtonLink to={week(addDays(monday, 7))} variant="secondary" aria-label="Next week">
              <span aria-hidden="true">→</span>
            </ButtonLink>
          </>
        }
      >
        <span className="num">
          {formatDayShort(monday)} – {formatDay(addDays(monday, 6))}
        </span>
        . {sayFound(plan)}
      </PageHeader>
      {left > 0 ? (
        <Link to={paths.oneMoreHorse({ date: days[0]?.date })} className="link mb-3 inline-flex min-h-11 items-center">
          What one more horse would add
        </Link>
      ) : null}
      {days.length === 0 ? (
        <EmptyState title="Every ride has a horse." />
      ) : (
        <PostForm answer={answer} failed="The horses were not saved" action={week(monday)} stay>
          <DaySections days={days} sent={answer.form.initialValue?.days} />
          {later > 0 ? (
            <p className="text-muted">{`${formatRides(later)} on later days come once these are saved.`}</p>
          ) : null}
          <Field
            label="Reason, if a horse exceeds its limit"
            hint="One reason for all of them. It shows on the Horses page."
            {...reason}
            autoFocus={Boolean(reason.meta.errors?.length)}
          />
          <div className="horse-save">
            <ButtonLink to={paths.horses({ week: monday })} variant="secondary">
              Cancel
            </ButtonLink>
            <Button busy="Saving…">Save Horses</Button>
          </div>
        </PostForm>
      )}
    </div>
  )
}

/** `32 rides without a horse: one is proposed for 30, 2 are left without. Nothing is saved yet.` */
function sayFound({ days, proposed, left }: Pick<WeekPlan, 'days' | 'proposed' | 'left'>): string {
  if (days.length === 0) return ''
  const parts = [proposed > 0 && `one is proposed for ${proposed}`, left > 0 && `none is left for ${left}`]
  return `${formatRides(proposed + left)} without a horse: ${parts.filter(Boolean).join(', ')}. The days are planned one after the other, within the limits of the week. Nothing is saved yet.`
}

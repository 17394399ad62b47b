import type { LoaderFunctionArgs, MetaFunction } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { EmptyState } from '~/components/ui/empty-state'
import { PageHeader } from '~/components/ui/page-header'
import { absenceSchema, CANCEL, joinOf, LEAVE, typeJoined } from '~/models/schedule/instructors/cover/cover.schema'
import { type CoverPlan, loadCoverPlan } from '~/models/schedule/instructors/cover/cover-plan.server'
import { coverAndTell } from '~/services/mail/plan-mail.server'
import { pathOf, paths } from '~/utils/paths'
import { counted } from '~/utils/plain-words'
import { formatTimeOfDay } from '~/utils/time-of-day'
import { requireAdmin } from '~/web/auth.server'
import { askedIn, planAction } from './plan-action.server'
import { formatDays, PlanForm } from './plan-form'

export const handle = { scripts: true }
export const meta: MetaFunction<typeof loader> = ({ data }) => [
  { title: data ? `${data.plan.name} can’t come` : 'Cover' },
]

export async function loader({ request }: LoaderFunctionArgs) {
  await requireAdmin(request)
  const absence = askedIn(absenceSchema, new URL(request.url).searchParams)
  return { plan: await loadCoverPlan(absence), absence, address: pathOf(request) }
}

export const action = planAction(absenceSchema, coverAndTell, ({ covered, joined }) => [
  covered > 0 && `${counted(covered, 'lesson')} covered`,
  joined > 0 && `${counted(joined, 'lesson')} joined with another`,
])

/**
 * The lessons that an instructor would miss, on all days in one form: who teaches each instead, which lesson its riders
 * join, or whether it is canceled.
 */
export default function Cover() {
  const { plan, absence, address } = useLoaderData<typeof loader>()
  const { name, lessons } = plan
  const back = paths.changeOfPlans({ date: absence.from, instructor: absence.instructor })
  return (
    <div className="mx-auto max-w-3xl">
      <PageHeader title={`${name} can’t come`} back={{ to: back, label: 'Change of Plans' }}>
        <span className="num">{formatDays(absence)}</span>. {sayFound(lessons)}
      </PageHeader>
      {lessons.length === 0 ? <EmptyState title={`${name} has no upcoming lessons then.`} /> : null}
      {lessons.length > 0 ? (
        <PlanForm
          plan={{ ...plan, lessons: lessons.map(asLine) }}
          address={address}
          back={back}
          reason="Instructor ill"
        >
          Families of canceled lessons get one email, and each student a makeup lesson. Families of students who join
          another lesson get the usual email about a move. Families of the others get no message; reminders that go out
          later name the new instructor. Instructors are notified of lessons they gain or lose.
        </PlanForm>
      ) : null}
    </div>
  )
}

function asLine({ candidates, joins, nobody, ...lesson }: CoverPlan['lessons'][number]) {
  const found = candidates.find(({ id }) => id === lesson.proposed)
  return {
    ...lesson,
    options: [
      ...candidates.map(({ id, name, note, free }) => ({ value: id, label: free ? name : `${name} (${note})` })),
      ...joins.map(({ type, free }) => ({
        value: joinOf(type),
        label: `Join ${formatTimeOfDay(lesson.time)} ${type}${free === null ? '' : ` (${free} free)`}`,
      })),
    ],
    why: found ? `${found.name}: ${found.note}` : (nobody ?? ''),
  }
}

/** `5 lessons: 3 covered, 1 joined with another, 1 canceled. Nothing is saved yet.` */
function sayFound(lessons: CoverPlan['lessons']): string | null {
  if (lessons.length === 0) return null
  const canceled = lessons.filter(({ proposed }) => proposed === CANCEL).length
  const left = lessons.filter(({ proposed }) => proposed === LEAVE).length
  const joined = lessons.filter(({ proposed }) => typeJoined(proposed) !== undefined).length
  const covered = lessons.length - canceled - left - joined
  const parts = [
    covered > 0 && `${covered} covered`,
    joined > 0 && `${joined} joined with another`,
    canceled > 0 && `${canceled} canceled`,
    left > 0 && `${left} without riders`,
  ]
  return `${counted(lessons.length, 'lesson')}: ${parts.filter(Boolean).join(', ')}. Nothing is saved yet.`
}

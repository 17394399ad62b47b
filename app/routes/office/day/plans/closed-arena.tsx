import type { LoaderFunctionArgs, MetaFunction } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { EmptyState } from '~/components/ui/empty-state'
import { PageHeader } from '~/components/ui/page-header'
import { type ArenaPlan, loadArenaPlan } from '~/models/schedule/arenas/arena-plan.server'
import { closedArenaSchema } from '~/models/schedule/arenas/closed-arena.schema'
import { CANCEL, LEAVE } from '~/models/schedule/instructors/cover/cover.schema'
import { closeArenaAndTell } from '~/services/mail/plan-mail.server'
import { pathOf, paths } from '~/utils/paths'
import { counted } from '~/utils/plain-words'
import { requireAdmin } from '~/web/auth.server'
import { askedIn, planAction } from './plan-action.server'
import { formatDays, PlanForm } from './plan-form'

export const handle = { scripts: true }
export const meta: MetaFunction<typeof loader> = ({ data }) => [
  { title: data ? `${data.closed.arena} is closed` : 'Closed Arena' },
]

export async function loader({ request }: LoaderFunctionArgs) {
  await requireAdmin(request)
  const closed = askedIn(closedArenaSchema, new URL(request.url).searchParams)
  return { plan: await loadArenaPlan(closed), closed, address: pathOf(request) }
}

export const action = planAction(closedArenaSchema, closeArenaAndTell, ({ covered }) => [
  covered > 0 && `${counted(covered, 'lesson')} in another arena`,
])

/** The lessons in an arena that is closed, on all days in one form: where each is instead, or whether it is canceled. */
export default function CloseArena() {
  const { plan, closed, address } = useLoaderData<typeof loader>()
  const { lessons } = plan
  const back = paths.changeOfPlans({ date: closed.from })
  return (
    <div className="mx-auto max-w-3xl">
      <PageHeader title={`${closed.arena} is closed`} back={{ to: back, label: 'Change of Plans' }}>
        <span className="num">{formatDays(closed)}</span>. {sayFound(lessons)}
      </PageHeader>
      {lessons.length === 0 ? (
        <EmptyState title={`No upcoming lessons are in ${closed.arena} then.`} />
      ) : (
        <PlanForm plan={{ ...plan, lessons: lessons.map(asLine) }} address={address} back={back} reason="Arena closed">
          Families of canceled lessons get one email, and each student a makeup lesson. Families of lessons in another
          arena get no message; their next rides, calendars, and reminders that go out later show it.
        </PlanForm>
      )}
    </div>
  )
}

function asLine({ arenas, nowhere, ...lesson }: ArenaPlan['lessons'][number]) {
  const found = arenas.find(({ id }) => id === lesson.proposed)
  return {
    ...lesson,
    options: arenas.map(({ id, name, note, free }) => ({ value: id, label: free ? name : `${name} (${note})` })),
    why: found ? `${found.name}: ${found.note}` : (nowhere ?? ''),
  }
}

/** `5 lessons: 3 in another arena, 1 canceled, 1 without riders. Nothing is saved yet.` */
function sayFound(lessons: ArenaPlan['lessons']): string | null {
  if (lessons.length === 0) return null
  const canceled = lessons.filter(({ proposed }) => proposed === CANCEL).length
  const left = lessons.filter(({ proposed }) => proposed === LEAVE).length
  const moved = lessons.length - canceled - left
  const parts = [
    moved > 0 && `${moved} in another arena`,
    canceled > 0 && `${canceled} canceled`,
    left > 0 && `${left} without riders`,
  ]
  return `${counted(lessons.length, 'lesson')}: ${parts.filter(Boolean).join(', ')}. Nothing is saved yet.`
}

import type { LoaderFunctionArgs, MetaFunction } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { Dialog } from '~/components/ui/dialog'
import { EmptyState } from '~/components/ui/empty-state'
import { REASON_FIELD } from '~/models/schedule/horses/horse-limit.server'
import { loadDayPlan, partOfPlan } from '~/models/schedule/horses/plan/day-plan.server'
import { assignHorsesSchema } from '~/models/schedule/horses/plan/horse-plan.schema'
import { isSameLesson } from '~/models/vocabulary/slot'
import { LessonDialogError } from '~/routes/office/lessons/lesson-dialog-error'
import { LessonLine } from '~/routes/office/lessons/lesson-line'
import { paths } from '~/utils/paths'
import { requireAdmin } from '~/web/auth.server'
import { formAction } from '~/web/form-action.server'
import { lessonParam, slotParam } from '~/web/lesson-param.server'
import { HorseForm } from './horse-form'
import { saveHorses } from './save-horses.server'

export const meta: MetaFunction = () => [{ title: 'Horses for a Lesson' }]

export async function loader({ request, params }: LoaderFunctionArgs) {
  await requireAdmin(request)
  const { date, time, type, riders } = await lessonParam(params)
  const plan = await loadDayPlan(date)
  const ofLesson = plan.rides.filter((ride) => isSameLesson(ride, { time, type }))
  return { slot: { date, time, type }, riders: riders.length, plan: partOfPlan(plan, ofLesson) }
}

export const action = formAction({
  guard: requireAdmin,
  schema: assignHorsesSchema,
  failed: 'The horses were not saved',
  asks: [REASON_FIELD],
  async run({ viewer, value, params }) {
    const { date } = slotParam(params)
    return { to: paths.admin({ day: date }), ...(await saveHorses(viewer.id, date, value)) }
  },
})

export default function LessonHorses() {
  const { slot, riders, plan } = useLoaderData<typeof loader>()
  return (
    <Dialog title="Horses for a Lesson" closeTo={paths.lesson(slot)} wide>
      <LessonLine {...slot} />
      {riders === 0 ? (
        <EmptyState title="No students in this lesson yet." />
      ) : (
        <HorseForm plan={plan} single action={paths.lessonHorses(slot)} cancelTo={paths.lesson(slot)} />
      )}
    </Dialog>
  )
}

export const ErrorBoundary = LessonDialogError

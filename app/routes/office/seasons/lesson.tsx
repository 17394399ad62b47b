import type { LoaderFunctionArgs, MetaFunction } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { z } from 'zod'
import { DialogForm } from '~/components/form/dialog-form'
import { useAnswer } from '~/components/form/use-answer'
import { endSeasonLesson, keepSeasonLesson } from '~/models/schedule/season/edit-season.server'
import { sayWeekly } from '~/models/schedule/season/season'
import { readWeekly } from '~/models/schedule/season/season.schema'
import { notFound } from '~/platform/refused'
import { paths } from '~/utils/paths'
import { requireAdmin } from '~/web/auth.server'
import { formAction } from '~/web/form-action.server'
import { formatSpots } from './lesson-options'
import { draftOf, seasonParam } from './season-param.server'

export const meta: MetaFunction<typeof loader> = ({ data }) => [{ title: data?.title ?? 'Lesson' }]

const lessonIn = (query: URLSearchParams) => {
  const lesson = readWeekly(query.get('lesson') ?? '')
  if (!lesson) throw notFound('The season has no such lesson')
  return lesson
}

export async function loader({ request, params }: LoaderFunctionArgs) {
  await requireAdmin(request)
  const plan = await draftOf(params)
  const key = new URL(request.url).searchParams.get('lesson')
  const lesson = plan.week.lessons.find((one) => one.key === key)
  if (!lesson) throw notFound('The season has no such lesson')
  return {
    ...{ id: plan.season.id, key: lesson.key, title: sayWeekly(lesson), state: lesson.state },
    spots: formatSpots(plan, lesson),
    riders: lesson.seats.map(({ riderId }) => plan.riders.get(riderId)?.name ?? ''),
  }
}

const lessonSchema = z.object({ intent: z.enum(['end', 'keep']) })

export const action = formAction({
  guard: requireAdmin,
  schema: lessonSchema,
  failed: 'The lesson was not changed',
  async run({ value: { intent }, params, query }) {
    const id = seasonParam(params)
    const lesson = lessonIn(query)
    await (intent === 'end' ? endSeasonLesson(id, lesson) : keepSeasonLesson(id, lesson))
    return {
      to: paths.season(id),
      title: intent === 'end' ? 'Lesson Ends' : 'Lesson Stays',
      description: sayWeekly(lesson),
    }
  },
})

export default function Lesson() {
  const { id, key, title, state, spots, riders } = useLoaderData<typeof loader>()
  const { field: _, ...answer } = useAnswer(lessonSchema)
  const ends = state === 'ends'
  return (
    <DialogForm
      title={title}
      closeTo={paths.season(id)}
      answer={answer}
      action={paths.seasonLesson(id, key)}
      submit={ends ? 'Keep This Lesson' : state === 'new' ? 'Remove This Lesson' : 'End This Lesson'}
      danger={!ends}
    >
      <input type="hidden" name="intent" value={ends ? 'keep' : 'end'} />
      {ends ? (
        <p>It ends when the season begins.</p>
      ) : (
        <p>
          {spots}
          {riders.length > 0
            ? `: ${riders.join(', ')}. Whoever rides here now has no spot then, unless you place them elsewhere.`
            : '.'}
        </p>
      )}
    </DialogForm>
  )
}

import type { LoaderFunctionArgs, MetaFunction } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { Field } from '~/components/form/field'
import { PostForm } from '~/components/form/post-form'
import { SelectField } from '~/components/form/select-field'
import { useAnswer } from '~/components/form/use-answer'
import { Button } from '~/components/ui/button'
import { Card } from '~/components/ui/card'
import { lessonTimesSchema, STEPS } from '~/models/school/lesson-times.schema'
import {
  findLessonTimes,
  formerArenas,
  LESSON_TIMES,
  lessonTimesData,
  saveLessonTimes,
} from '~/models/school/lesson-times.server'
import { listSettingChanges, settingVersion } from '~/models/school/settings-changes.server'
import { today } from '~/platform/clock.server'
import { withKept } from '~/platform/version'
import { paths } from '~/utils/paths'
import { requireAdmin } from '~/web/auth.server'
import { formAction } from '~/web/form-action.server'
import { Changes } from './changes'

export const meta: MetaFunction = () => [{ title: 'Lesson Times' }]

export async function loader({ request }: LoaderFunctionArgs) {
  await requireAdmin(request)
  const [found, changes] = await Promise.all([findLessonTimes(), listSettingChanges(LESSON_TIMES)])
  const times = lessonTimesData(found)
  return { times, changes, version: await settingVersion(LESSON_TIMES, { ...times }) }
}

export const action = formAction({
  guard: requireAdmin,
  schema: lessonTimesSchema,
  confirms: true,
  failed: 'Not saved',
  async run({ viewer, value, version }) {
    const { kept } = await saveLessonTimes(viewer.id, value, version)
    const former = await formerArenas(today())
    const stay = former.length ? `stay as they are: some are still in ${former.join(', ')}` : 'stay as they are'
    const description = withKept(`Lessons on the schedule ${stay}.`, kept)
    return { to: paths.lessonTimes(), title: 'Lesson Times Saved', description }
  },
})

export default function LessonTimes() {
  const { times, changes, version } = useLoaderData<typeof loader>()
  const { field, ...answer } = useAnswer(lessonTimesSchema, {
    defaultValue: { ...times, lessonStep: String(times.lessonStep), arenas: times.arenas ?? '' },
    version,
  })
  return (
    <>
      <Card title="Lesson times">
        <PostForm answer={answer} className="grid max-w-xl gap-4">
          <div className="grid items-start gap-4 sm:grid-cols-3">
            <Field label="First lesson" type="time" className="w-36" {...field('firstLesson')} />
            <Field label="Last lesson" type="time" className="w-36" {...field('lastLesson')} />
            <SelectField
              label="Offer a time every"
              options={STEPS.map((minutes) => ({ value: String(minutes), label: `${minutes} minutes` }))}
              {...field('lessonStep')}
            />
          </div>
          <p className="text-sm text-muted">
            The last lesson is the latest that may begin. Forms offer these times, and any minute between the first and
            the last can be typed.
          </p>
          <Field
            label="Lengths in minutes"
            hint="Separated by commas, for example 20, 30, 45, 60."
            autoComplete="off"
            {...field('lessonLengths')}
          />
          <Field
            label="Arenas"
            hint="Separated by commas, for example Indoor, Outdoor. Leave blank if lessons don’t need one."
            autoComplete="off"
            {...field('arenas')}
          />
          <Button className="justify-self-start">Save Lesson Times</Button>
        </PostForm>
      </Card>
      <Changes changes={changes} />
    </>
  )
}

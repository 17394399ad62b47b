import type { LoaderFunctionArgs, MetaFunction } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { Field } from '~/components/form/field'
import { PostForm } from '~/components/form/post-form'
import { useAnswer } from '~/components/form/use-answer'
import { Button, ButtonLink } from '~/components/ui/button'
import { Dialog } from '~/components/ui/dialog'
import { reportSchema } from '~/models/schedule/instructors/cover/cover.schema'
import { reportOf } from '~/models/schedule/instructors/cover/report.server'
import { today } from '~/platform/clock.server'
import { reportAndTell, takeBackReport } from '~/services/mail/office/absence-mail.server'
import { paths } from '~/utils/paths'
import { requireInstructor } from '~/web/auth.server'
import { formAction } from '~/web/form-action.server'

export const meta: MetaFunction = () => [{ title: 'I Can’t Come' }]

export async function loader({ request }: LoaderFunctionArgs) {
  const viewer = await requireInstructor(request)
  return { report: await reportOf(viewer.id), today: today() }
}

export const action = formAction({
  guard: requireInstructor,
  schema: reportSchema,
  failed: 'The office was not told',
  async run({ viewer, value }) {
    if (value.intent === 'end') {
      await takeBackReport(viewer.id)
      return { to: paths.teaching(), title: 'Removed' }
    }
    await reportAndTell(viewer, value)
    return {
      to: paths.teaching(),
      title: 'The Office Was Told',
      description: 'Your lessons stay as they are until it answers.',
    }
  },
})

/** What an instructor tells the office, which decides about the lessons. */
export default function CantTeach() {
  const { report, today } = useLoaderData<typeof loader>()
  const { field, ...answer } = useAnswer(reportSchema, {
    defaultValue: {
      from: report?.from ?? today,
      through: report?.through ?? '',
      time: report?.time ?? '',
      reason: report?.reason ?? '',
    },
  })
  return (
    <Dialog title="I can’t come" closeTo={paths.teaching()}>
      <PostForm answer={answer} action={paths.cantTeach()} stay>
        <div className="grid items-start gap-4 sm:grid-cols-2">
          <Field label="First day" type="date" {...field('from')} />
          <Field label="Last day (optional)" type="date" hint="Blank: that day alone" {...field('through')} />
        </div>
        <Field
          label="From (optional)"
          type="time"
          hint="On the first day, the lessons from this time on"
          {...field('time')}
        />
        <Field label="Reason (optional)" autoComplete="off" hint="The office alone sees it." {...field('reason')} />
        <p className="text-muted">
          The office gets an email and decides about your lessons. If it is urgent, call too.
        </p>
        <div className="actions">
          <ButtonLink to={paths.teaching()} stay variant="secondary">
            Cancel
          </ButtonLink>
          <Button name="intent" value="report">
            Tell the Office
          </Button>
          {report ? (
            <Button name="intent" value="end" variant="quiet">
              I can come
            </Button>
          ) : null}
        </div>
      </PostForm>
    </Dialog>
  )
}

import { type LoaderFunctionArgs, type MetaFunction, redirect } from '@remix-run/node'
import { useLoaderData, useParams } from '@remix-run/react'
import { DialogForm } from '~/components/form/dialog-form'
import { Field } from '~/components/form/field'
import { useAnswer } from '~/components/form/use-answer'
import { findStudent } from '~/models/people/families/student.server'
import { recordPaper } from '~/models/waivers/signature.server'
import { currentWaiver } from '~/models/waivers/version.server'
import { paperSchema } from '~/models/waivers/waiver.schema'
import { today } from '~/platform/clock.server'
import { paths } from '~/utils/paths'
import { requireAdmin } from '~/web/auth.server'
import { formAction } from '~/web/form-action.server'

export const meta: MetaFunction = () => [{ title: 'Record a Paper Waiver' }]

export async function loader({ request, params: { id = '' } }: LoaderFunctionArgs) {
  await requireAdmin(request)
  const [student, waiver] = await Promise.all([findStudent(id), currentWaiver()])
  if (!student) throw new Response('Student not found.', { status: 404, statusText: 'Not Found' })
  if (!waiver) throw redirect(paths.student(id))
  return { name: student.name, number: waiver.number, title: waiver.title, today: today() }
}

export const action = formAction({
  guard: requireAdmin,
  schema: paperSchema,
  failed: 'Nothing was recorded',
  async run({ viewer, value, params: { id = '' } }) {
    const name = await recordPaper(viewer.id, id, value)
    return { to: paths.student(id), title: 'Waiver Recorded', description: `On paper, for ${name}` }
  },
})

export default function RecordPaperWaiver() {
  const { name, number, title, today } = useLoaderData<typeof loader>()
  const { id = '' } = useParams()
  const { field, ...answer } = useAnswer(paperSchema, { defaultValue: { paperOn: today } })
  return (
    <DialogForm title={`Paper waiver for ${name}`} closeTo={paths.student(id)} answer={answer} submit="Record">
      <p>
        Use the paper form for {title}, version {number}, and keep it on file.
      </p>
      <Field label="Signed by" autoComplete="off" {...field('name')} />
      <Field label="Date on the paper" type="date" max={today} {...field('paperOn')} />
      <Field label="Note (optional)" autoComplete="off" hint="Where it’s filed." {...field('note')} />
    </DialogForm>
  )
}

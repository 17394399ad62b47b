import type { LoaderFunctionArgs, MetaFunction } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { DialogForm } from '~/components/form/dialog-form'
import { Field } from '~/components/form/field'
import { SelectField } from '~/components/form/select-field'
import { useAnswer } from '~/components/form/use-answer'
import { listHorses } from '~/models/schedule/horses/horse.server'
import { KINDS } from '~/models/schedule/vocabulary/other-work'
import { otherWorkSchema } from '~/models/schedule/workload/other-work.schema'
import { addOtherWork } from '~/models/schedule/workload/other-work.server'
import { readWorkload } from '~/models/schedule/workload/workload-range'
import { today } from '~/platform/clock.server'
import { formatDay, monthEnd, monthStart } from '~/utils/dates'
import { paths } from '~/utils/paths'
import { requireAdmin } from '~/web/auth.server'
import { formAction } from '~/web/form-action.server'

export const meta: MetaFunction = () => [{ title: 'Log Other Work' }]

export async function loader({ request }: LoaderFunctionArgs) {
  await requireAdmin(request)
  const day = today()
  const horses = await listHorses()
  return {
    asked: readWorkload(new URL(request.url).searchParams, day),
    horses: horses.map(({ id, name }) => ({ value: String(id), label: name })),
    today: day,
  }
}

/** Leads to that horse's record, of the days in view or else of the day's month. */
export const action = formAction({
  guard: requireAdmin,
  schema: otherWorkSchema,
  failed: 'Work was not added',
  async run({ viewer, value, query }) {
    const { horseId, horse, date } = await addOtherWork(viewer.id, value)
    const { from, to } = readWorkload(query, today())
    const days = from <= date && date <= to ? { from, to } : { from: monthStart(date), to: monthEnd(date) }
    return {
      to: paths.workload({ ...days, horse: horseId }),
      title: 'Work Added',
      description: `${horse}, ${formatDay(date)}`,
    }
  },
})

/** Records what a horse did besides the rides of the school's riders. */
export default function AddWork() {
  const { asked, horses, today } = useLoaderData<typeof loader>()
  const { field, ...answer } = useAnswer(otherWorkSchema, {
    defaultValue: { horseId: asked.horse ? String(asked.horse) : undefined, date: today, minutes: '30' },
  })
  return (
    <DialogForm
      title="Log Other Work"
      closeTo={paths.workload(asked)}
      answer={answer}
      action={paths.addHorseWork(asked)}
      submit="Add Work"
    >
      <p className="text-muted">Work outside lessons, such as lunging, a staff ride, or a show.</p>
      <SelectField label="Horse" options={[{ value: '', label: 'Choose a horse' }, ...horses]} {...field('horseId')} />
      <Field label="Work" list="kinds" autoComplete="off" {...field('kind')} />
      <datalist id="kinds">
        {KINDS.map((kind) => (
          <option key={kind} value={kind} />
        ))}
      </datalist>
      <div className="grid items-start gap-3 sm:grid-cols-3">
        <Field label="Day" type="date" max={today} {...field('date')} />
        <Field label="Time" type="time" {...field('time')} />
        <Field label="Minutes" type="number" inputMode="numeric" {...field('minutes')} />
      </div>
      <Field label="Rider or handler (optional)" autoComplete="off" {...field('who')} />
    </DialogForm>
  )
}

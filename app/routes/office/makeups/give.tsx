import type { LoaderFunctionArgs, MetaFunction } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { DialogForm } from '~/components/form/dialog-form'
import { Field } from '~/components/form/field'
import { SelectField } from '~/components/form/select-field'
import { useAnswer } from '~/components/form/use-answer'
import { grantMakeupSchema } from '~/models/schedule/makeups/office-makeup.schema'
import { grantMakeup, makeupChoices } from '~/models/schedule/makeups/office-makeup.server'
import { today } from '~/platform/clock.server'
import { addDays, formatDay, formatWeekdayShort } from '~/utils/dates'
import { paths } from '~/utils/paths'
import { formatTimeOfDay } from '~/utils/time-of-day'
import { requireAdmin } from '~/web/auth.server'
import { formAction } from '~/web/form-action.server'

export const meta: MetaFunction = () => [{ title: 'Give a Makeup' }]

export async function loader({ request, params }: LoaderFunctionArgs) {
  await requireAdmin(request)
  return { ...(await makeupChoices(params.id ?? '')), from: today(), until: addDays(today(), 30) }
}

export const action = formAction({
  guard: requireAdmin,
  schema: grantMakeupSchema,
  failed: 'Not given',
  async run({ viewer, value, params: { id = '' } }) {
    await grantMakeup(viewer.id, id, value)
    return { to: paths.student(id), title: 'Makeup given', description: value.reason }
  },
})

export default function GrantMakeup() {
  const { id, name, types, missed, from, until } = useLoaderData<typeof loader>()
  const { field, ...answer } = useAnswer(grantMakeupSchema, { defaultValue: { until, type: types[0] } })
  return (
    <DialogForm title={`Give ${name} a makeup`} closeTo={paths.student(id)} answer={answer} submit="Give Makeup">
      <SelectField label="Ride type" options={types.map((type) => ({ value: type, label: type }))} {...field('type')} />
      {missed.length ? (
        <SelectField
          label="For the ride"
          options={[
            { value: '', label: 'No ride' },
            ...missed.map(({ date, time, type }) => ({
              value: `${date} ${time}`,
              label: `${formatWeekdayShort(date)}, ${formatDay(date)}, ${formatTimeOfDay(time)} ${type}: absent`,
            })),
          ]}
          {...field('ride')}
        />
      ) : null}
      <Field label="Until" type="date" min={from} {...field('until')} />
      <Field label="Reason" autoComplete="off" {...field('reason')} />
    </DialogForm>
  )
}

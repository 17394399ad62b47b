import type { LoaderFunctionArgs, MetaFunction } from '@remix-run/node'
import { DialogForm } from '~/components/form/dialog-form'
import { Field } from '~/components/form/field'
import { TextAreaField } from '~/components/form/text-area-field'
import { useAnswer } from '~/components/form/use-answer'
import { newEventSchema } from '~/models/donations/event.schema'
import { createEvent } from '~/models/donations/event.server'
import { getEnv } from '~/platform/env.server'
import { paths } from '~/utils/paths'
import { requireAdmin } from '~/web/auth.server'
import { formAction } from '~/web/form-action.server'

export const meta: MetaFunction = () => [{ title: 'Create Event' }]

export async function loader({ request }: LoaderFunctionArgs) {
  await requireAdmin(request)
  return null
}

export const action = formAction({
  guard: requireAdmin,
  schema: newEventSchema,
  async run({ viewer, value }) {
    await createEvent(viewer.id, value, getEnv().schoolTimezone)
    return { to: paths.donations(), title: 'Event Created', description: value.name }
  },
})

export default function CreateEvent() {
  const { field, ...answer } = useAnswer<typeof newEventSchema>()
  return (
    <DialogForm title="Create Event" closeTo={paths.donations()} answer={answer} submit="Create Event">
      <Field label="Name" required maxLength={200} {...field('name')} />
      <div className="grid gap-4 sm:grid-cols-2">
        <Field label="Day" type="date" required {...field('date')} />
        <Field label="Time" type="time" required {...field('time')} />
      </div>
      <Field label="Location (optional)" maxLength={200} {...field('location')} />
      <TextAreaField label="Description (optional)" maxLength={2000} {...field('description')} />
      <div className="grid gap-4 sm:grid-cols-2">
        <Field label="Most attendees (optional)" inputMode="numeric" {...field('maxAttendees')} />
        <Field
          label="Ticket price (optional)"
          inputMode="decimal"
          hint="In dollars, such as 15.00."
          {...field('ticketPrice')}
        />
      </div>
    </DialogForm>
  )
}

import { parseWithZod } from '@conform-to/zod/v4'
import { type ActionFunctionArgs, data, type LoaderFunctionArgs, type MetaFunction } from '@remix-run/node'
import { Form, useActionData } from '@remix-run/react'
import { Csrf } from '~/components/form/csrf'
import { Field } from '~/components/form/field'
import { FormError } from '~/components/form/form-error'
import { formState } from '~/components/form/form-state'
import { TextAreaField } from '~/components/form/text-area-field'
import { Button, ButtonLink } from '~/components/ui/button'
import { Dialog } from '~/components/ui/dialog'
import { newEventSchema } from '~/models/donations/event.schema'
import { createEvent } from '~/models/donations/event.server'
import { getEnv } from '~/platform/env.server'
import { paths } from '~/utils/paths'
import { requireAdmin } from '~/web/auth.server'
import { csrfForm } from '~/web/csrf.server'
import { redirectWithToast } from '~/web/toast.server'

export const meta: MetaFunction = () => [{ title: 'Create Event' }]

export async function loader({ request }: LoaderFunctionArgs) {
  await requireAdmin(request)
  return null
}

export async function action({ request }: ActionFunctionArgs) {
  const viewer = await requireAdmin(request)
  const submission = parseWithZod(await csrfForm(request), { schema: newEventSchema })
  if (submission.status !== 'success') return data(submission.reply(), { status: 400 })
  await createEvent(viewer.id, submission.value, getEnv().schoolTimezone)
  return redirectWithToast(paths.donations(), {
    type: 'success',
    title: 'Event Created',
    description: submission.value.name,
  })
}

const FIELDS = ['name', 'date', 'time', 'location', 'description', 'maxAttendees', 'ticketPrice']

export default function CreateEvent() {
  const { formErrors, fieldOf } = formState(useActionData<typeof action>(), FIELDS)
  const closeTo = paths.donations()
  return (
    <Dialog title="Create Event" closeTo={closeTo}>
      <Form method="post" noValidate preventScrollReset className="grid gap-4">
        <Csrf />
        <FormError errors={formErrors} />
        <Field label="Name" required maxLength={200} {...fieldOf('name')} />
        <div className="grid gap-4 sm:grid-cols-2">
          <Field label="Day" type="date" required {...fieldOf('date')} />
          <Field label="Time" type="time" required {...fieldOf('time')} />
        </div>
        <Field label="Location (optional)" maxLength={200} {...fieldOf('location')} />
        <TextAreaField label="Description (optional)" maxLength={2000} {...fieldOf('description')} />
        <div className="grid gap-4 sm:grid-cols-2">
          <Field label="Most attendees (optional)" inputMode="numeric" {...fieldOf('maxAttendees')} />
          <Field
            label="Ticket price (optional)"
            inputMode="decimal"
            hint="In dollars, such as 15.00."
            {...fieldOf('ticketPrice')}
          />
        </div>
        <div className="flex flex-wrap justify-end gap-3">
          <ButtonLink to={closeTo} preventScrollReset variant="secondary">
            Cancel
          </ButtonLink>
          <Button>Create Event</Button>
        </div>
      </Form>
    </Dialog>
  )
}

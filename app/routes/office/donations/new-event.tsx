import type { LoaderFunctionArgs, MetaFunction } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { DialogForm } from '~/components/form/dialog-form'
import { useAnswer } from '~/components/form/use-answer'
import { newEventSchema } from '~/models/money/donations/event.schema'
import { createEvent } from '~/models/money/donations/event-edit.server'
import { getEnv } from '~/platform/env.server'
import { paths } from '~/utils/paths'
import { requireAdmin } from '~/web/auth.server'
import { formAction } from '~/web/form-action.server'
import { EventFields } from './event-fields'

export const meta: MetaFunction = () => [{ title: 'Create Event' }]

export async function loader({ request }: LoaderFunctionArgs) {
  await requireAdmin(request)
  return { name: new URL(request.url).searchParams.get('name') ?? undefined }
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
  const { name } = useLoaderData<typeof loader>()
  const { field, ...answer } = useAnswer(newEventSchema, { defaultValue: { name } })
  return (
    <DialogForm title="Create Event" closeTo={paths.donations()} answer={answer} submit="Create Event">
      <EventFields field={field} />
    </DialogForm>
  )
}

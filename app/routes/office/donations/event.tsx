import type { LoaderFunctionArgs, MetaFunction } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { DialogForm } from '~/components/form/dialog-form'
import { useAnswer } from '~/components/form/use-answer'
import { Badge } from '~/components/ui/badge'
import { Link } from '~/components/ui/link'
import { eventFormSchema } from '~/models/money/donations/event.schema'
import { editEvent, findEvent } from '~/models/money/donations/event-edit.server'
import { getEnv } from '~/platform/env.server'
import { withKept } from '~/platform/version'
import { paths } from '~/utils/paths'
import { requireAdmin } from '~/web/auth.server'
import { formAction } from '~/web/form-action.server'
import { EventFields } from './event-fields'
import { eventParam, noSuchEvent } from './event-param'

export const meta: MetaFunction = () => [{ title: 'Edit Event' }]

export async function loader({ request, params }: LoaderFunctionArgs) {
  await requireAdmin(request)
  const event = await findEvent(eventParam(params), getEnv().schoolTimezone)
  if (!event) throw noSuchEvent()
  return event
}

export const action = formAction({
  guard: requireAdmin,
  schema: eventFormSchema,
  async run({ viewer, value, version, params }) {
    const kept = await editEvent(viewer.id, eventParam(params), value, { zone: getEnv().schoolTimezone, version })
    return { to: paths.donations(), title: 'Event Updated', description: withKept(value.name, kept) }
  },
})

export default function EditEvent() {
  const { id, values, version, canceled, fromPlatform } = useLoaderData<typeof loader>()
  const defaultValue = { ...values, maxAttendees: values.maxAttendees?.toString() }
  const { field, ...answer } = useAnswer(eventFormSchema, { defaultValue, version })
  return (
    <DialogForm title="Edit Event" closeTo={paths.donations()} answer={answer} submit="Save Event">
      {canceled ? (
        <p>
          <Badge tone="bad">Canceled</Badge>
        </p>
      ) : null}
      <EventFields field={field} dated={values.date !== null} />
      {fromPlatform ? (
        <p className="text-sm text-muted">
          This event came from your fundraising platform. Its next update may replace your changes.
        </p>
      ) : null}
      <Link
        to={paths.removeEvent(id)}
        stay
        className="link inline-flex min-h-11 items-center justify-self-start text-bad"
      >
        {canceled ? 'Restore or delete this event…' : 'Cancel or delete this event…'}
      </Link>
    </DialogForm>
  )
}

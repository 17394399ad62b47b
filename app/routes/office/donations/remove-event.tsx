import type { MetaFunction } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { z } from 'zod'
import { PostForm } from '~/components/form/post-form'
import { useAnswer } from '~/components/form/use-answer'
import { Button, ButtonLink } from '~/components/ui/button'
import { Dialog } from '~/components/ui/dialog'
import { deleteEvent, setCanceled } from '~/models/money/donations/event-edit.server'
import { getEnv } from '~/platform/env.server'
import { paths } from '~/utils/paths'
import { requireAdmin } from '~/web/auth.server'
import { formAction } from '~/web/form-action.server'
import { loader as eventLoader } from './event'
import { eventParam } from './event-param'

export const meta: MetaFunction = () => [{ title: 'Cancel Event' }]

export const loader = eventLoader

const removeSchema = z.object({ intent: z.enum(['cancel', 'restore', 'delete']) })

export const action = formAction({
  guard: requireAdmin,
  schema: removeSchema,
  async run({ viewer, value: { intent }, params }) {
    const id = eventParam(params)
    const to = paths.donations()
    if (intent === 'delete') {
      const description = await deleteEvent(viewer.id, id, getEnv().schoolTimezone)
      return { to, title: 'Event Deleted', description }
    }
    const description = await setCanceled(viewer.id, id, intent === 'cancel')
    if (intent === 'restore') return { to, title: 'Event restored', description }
    const undo = { label: 'Undo', action: paths.removeEvent(id), fields: { intent: 'restore' } }
    return { to, title: 'Event Canceled', description, undo }
  },
})

const ticketsText = (count: number) => (count === 1 ? 'its ticket' : `its ${count} tickets`)

export default function RemoveEvent() {
  const { id, values, canceled, fromPlatform, tickets } = useLoaderData<typeof loader>()
  const { field: _, ...answer } = useAnswer(removeSchema)
  return (
    <Dialog title={`${canceled ? 'Canceled' : 'Cancel'}: ${values.name}`} closeTo={paths.event(id)}>
      <PostForm answer={answer} stay>
        <p>
          A canceled event stays listed as canceled
          {tickets ? `, along with ${ticketsText(tickets)}.` : '.'} No one is notified or refunded.
        </p>
        {tickets ? null : (
          <p>
            A deleted event disappears from the list.
            {fromPlatform ? ' It will come back if your fundraising platform reports it again.' : ''}
          </p>
        )}
        <div className="flex flex-wrap justify-end gap-3">
          <ButtonLink to={paths.event(id)} stay variant="secondary">
            Back
          </ButtonLink>
          {tickets ? null : (
            <Button name="intent" value="delete" variant="danger">
              Delete Event
            </Button>
          )}
          {canceled ? (
            <Button name="intent" value="restore">
              Restore Event
            </Button>
          ) : (
            <Button name="intent" value="cancel" variant="danger">
              Cancel Event
            </Button>
          )}
        </div>
      </PostForm>
    </Dialog>
  )
}

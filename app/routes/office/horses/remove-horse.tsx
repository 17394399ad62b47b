import type { LoaderFunctionArgs, MetaFunction } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { z } from 'zod'
import { DialogForm } from '~/components/form/dialog-form'
import { useAnswer } from '~/components/form/use-answer'
import { removeHorse } from '~/models/schedule/change/horses/remove-horse.server'
import { ridesWith } from '~/models/schedule/horses/rest/rides-ahead.server'
import { formatDayShort, formatWeekdayShort } from '~/utils/dates'
import { paths } from '~/utils/paths'
import { formatTimeOfDay } from '~/utils/time-of-day'
import { requireAdmin } from '~/web/auth.server'
import { formAction } from '~/web/form-action.server'
import { horseList, horseParam } from './horse-param'

export const meta: MetaFunction = () => [{ title: 'Remove Horse' }]

const listOf = (request: Request) => horseList(new URL(request.url))

export async function loader({ request, params }: LoaderFunctionArgs) {
  await requireAdmin(request)
  const id = horseParam(params)
  return { id, list: listOf(request), ...(await ridesWith(id)) }
}

const confirmSchema = z.object({})

export const action = formAction({
  guard: requireAdmin,
  schema: confirmSchema,
  failed: 'Failed to remove horse. Please try again.',
  refusedTo: ({ request }) => paths.manageHorses(listOf(request)),
  async run({ viewer, request, params }) {
    const id = horseParam(params)
    const to = paths.manageHorses(listOf(request))
    const { name, freed } = await removeHorse(viewer.id, id)
    const needs = `${freed} upcoming ${freed === 1 ? 'ride needs' : 'rides need'} a horse`
    return {
      to,
      title: 'Horse Removed',
      description: freed ? `${name}. ${needs}` : `${name}'s history is kept`,
      undo: { label: 'Undo', action: to, fields: { intent: 'restore', id: String(id) } },
    }
  },
})

const MAX = 12

/** Names the rides that would lose their horse. */
export default function RemoveHorse() {
  const { id, list, name, rides } = useLoaderData<typeof loader>()
  return (
    <DialogForm
      title={`Remove ${name}?`}
      closeTo={paths.manageHorses(list)}
      answer={useAnswer(confirmSchema)}
      action={paths.removeHorse(id, list)}
      submit="Remove Horse"
      danger
    >
      <p>{name} can no longer be assigned. Past rides stay in the history.</p>
      {rides.length > 0 ? (
        <div className="rounded bg-warn-soft p-3">
          <p className="font-semibold">
            {rides.length === 1 ? '1 upcoming ride needs' : `${rides.length} upcoming rides need`} another horse:
          </p>
          <ul className="num mt-1">
            {rides.slice(0, MAX).map(({ date, time, type, rider, riderId }) => (
              <li key={`${date} ${time} ${riderId}`}>
                {rider}, {formatWeekdayShort(date)} {formatDayShort(date)}, {formatTimeOfDay(time)} {type}
              </li>
            ))}
            {rides.length > MAX ? <li>and {rides.length - MAX} more</li> : null}
          </ul>
        </div>
      ) : null}
    </DialogForm>
  )
}

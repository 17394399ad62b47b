import type { LoaderFunctionArgs, MetaFunction } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { z } from 'zod'
import { Dialog } from '~/components/ui/dialog'
import { calendarAddress } from '~/models/schedule/rides/calendar.server'
import { CalendarLink } from '~/routes/portal/rides/calendar-card'
import { renewCalendar } from '~/routes/portal/rides/renew-calendar.server'
import { paths } from '~/utils/paths'
import { requireInstructor } from '~/web/auth.server'
import { formAction } from '~/web/form-action.server'

export const meta: MetaFunction = () => [{ title: 'Your Calendar' }]

export async function loader({ request }: LoaderFunctionArgs) {
  const viewer = await requireInstructor(request)
  return { address: await calendarAddress(viewer.id) }
}

export const action = formAction({
  guard: requireInstructor,
  schema: z.object({}),
  refusedTo: () => paths.teachingCalendar(),
  run: ({ viewer }) => renewCalendar(viewer.id, paths.teachingCalendar()),
})

/** The private link of an instructor's lessons for a calendar program. */
export default function TeachingCalendar() {
  const { address } = useLoaderData<typeof loader>()
  return (
    <Dialog title="Your Calendar" closeTo={paths.teaching()}>
      <CalendarLink address={address} whose="taught" />
    </Dialog>
  )
}

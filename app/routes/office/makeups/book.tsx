import type { LoaderFunctionArgs, MetaFunction } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { Card } from '~/components/ui/card'
import { Link } from '~/components/ui/link'
import { PageHeader } from '~/components/ui/page-header'
import { listMakeups } from '~/models/schedule/makeups/makeup-list.server'
import { bookSchema } from '~/models/schedule/makeups/requests/request.schema'
import { formatMakeup, formatUntil, notOpenReason } from '~/models/vocabulary/makeup'
import { today } from '~/platform/clock.server'
import { notFound, Refused } from '~/platform/refused'
import { undoOf } from '~/routes/office/lessons/undo-of'
import { bookMakeupAndTell } from '~/services/mail/notices/answered-makeups.server'
import { formatDay, formatWeekday } from '~/utils/dates'
import { paths } from '~/utils/paths'
import { formatTimeOfDay } from '~/utils/time-of-day'
import { requireAdmin } from '~/web/auth.server'
import { formAction } from '~/web/form-action.server'
import { makeupId } from './makeup-id'
import { PlacesToBook } from './places-to-book'
import { placesToBook } from './places-to-book.server'

export const handle = { scripts: true }
export const meta: MetaFunction = () => [{ title: 'Book a Makeup' }]

export async function loader({ request, params }: LoaderFunctionArgs) {
  await requireAdmin(request)
  const [makeup] = await listMakeups({ today: today(), id: makeupId(params.makeupId) })
  if (!makeup) throw notFound('This makeup no longer exists')
  const query = new URL(request.url).searchParams
  return { makeup, places: makeup.state === 'open' ? await placesToBook(makeup, query) : null }
}

/** The office books for a family that calls; the family is notified of the booking. */
export const action = formAction({
  guard: requireAdmin,
  schema: bookSchema,
  failed: 'Not booked',
  // The page that follows says what happened.
  refusedTo: ({ params, query }, { status }) =>
    status === 404
      ? undefined
      : paths.bookMakeup(makeupId(params.makeupId), { from: query.get('from'), day: query.get('day') }),
  async run({ viewer, value: { slot, beyond }, params, query }) {
    const lesson = slot ?? beyond
    if (!lesson) throw new Refused('invalid', 'Choose a lesson', 'slot')
    const { changes } = await bookMakeupAndTell(viewer.id, makeupId(params.makeupId), lesson, beyond !== undefined)
    const when = `${formatWeekday(lesson.date)}, ${formatDay(lesson.date)} at ${formatTimeOfDay(lesson.time)}`
    const to = query.get('back') === 'week' ? paths.admin({ day: lesson.date }) : paths.makeups()
    return { to, title: 'Makeup booked', description: when, undo: undoOf(changes) }
  },
})

export default function BookMakeup() {
  const { makeup, places } = useLoaderData<typeof loader>()
  const { id, rider, riderId, type, until, state } = makeup
  return (
    <div className="mx-auto max-w-2xl">
      <PageHeader title={`Book a makeup for ${rider}`} back={{ to: paths.makeups(), label: 'Makeups' }} />
      <Card className="mb-3">
        <p>
          <Link to={paths.student(riderId)} className="link">
            {rider}
          </Link>
          , {type}. {[formatMakeup(makeup), formatUntil(until)].filter(Boolean).join(', ')}.
        </p>
        {state === 'open' ? null : <p className="mt-3 font-semibold">{notOpenReason(state)}</p>}
      </Card>
      {places ? <PlacesToBook {...places} makeup={makeup} at={(shown) => paths.bookMakeup(id, shown)} /> : null}
    </div>
  )
}

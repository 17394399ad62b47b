import type { LoaderFunctionArgs, MetaFunction } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { PostForm } from '~/components/form/post-form'
import { TextAreaField } from '~/components/form/text-area-field'
import { useAnswer } from '~/components/form/use-answer'
import { Button } from '~/components/ui/button'
import { Card } from '~/components/ui/card'
import { Link } from '~/components/ui/link'
import { PageHeader } from '~/components/ui/page-header'
import { listMakeups } from '~/models/schedule/makeups/makeup-list.server'
import { findRequest } from '~/models/schedule/makeups/requests/ask.server'
import { formatWish } from '~/models/schedule/makeups/requests/request'
import { answerSchema } from '~/models/schedule/makeups/requests/request.schema'
import { formatMakeup, formatUntil, notOpenReason } from '~/models/vocabulary/makeup'
import { today } from '~/platform/clock.server'
import { getEnv } from '~/platform/env.server'
import { notFound } from '~/platform/refused'
import { undoOf } from '~/routes/office/lessons/undo-of'
import { bookRequestAndTell, declineRequestAndTell } from '~/services/mail/notices/answered-makeups.server'
import { formatDay, formatInstant, formatWeekday } from '~/utils/dates'
import { idField } from '~/utils/fields'
import { paths } from '~/utils/paths'
import { formatTimeOfDay } from '~/utils/time-of-day'
import { requireAdmin } from '~/web/auth.server'
import { formAction } from '~/web/form-action.server'
import { PlacesToBook } from './places-to-book'
import { placesToBook } from './places-to-book.server'

export const handle = { scripts: true }
export const meta: MetaFunction = () => [{ title: 'Makeup Request' }]

function requestId(text: string | undefined): number {
  const id = idField.safeParse(text)
  if (!id.success) throw notFound('This request no longer exists')
  return id.data
}

export async function loader({ request, params }: LoaderFunctionArgs) {
  await requireAdmin(request)
  const id = requestId(params.requestId)
  const asked = await findRequest(id)
  const [makeup] = await listMakeups({ today: today(), id: asked.makeupId })
  if (!makeup) throw notFound('This request no longer exists')
  const isOpen = makeup.request?.id === id && makeup.request.state === 'open'
  const query = new URL(request.url).searchParams
  return {
    id,
    makeup,
    isOpen,
    wish: formatWish(asked),
    said: asked.wish,
    weekdays: asked.weekdays,
    askedAt: formatInstant(asked.createdAt, getEnv().schoolTimezone),
    places: isOpen ? await placesToBook(makeup, query) : null,
  }
}

export const action = formAction({
  guard: requireAdmin,
  schema: answerSchema,
  failed: (_, form) => (form.has('answer') ? 'Not sent' : 'Not booked'),
  // The page that follows says what happened; a missing answer is an error beside its field.
  refusedTo: ({ params, query }, { status }) =>
    status === 400
      ? undefined
      : paths.makeupRequest(requestId(params.requestId), { from: query.get('from'), day: query.get('day') }),
  async run({ viewer, value: { slot, beyond, answer = '' }, params }) {
    const id = requestId(params.requestId)
    const to = paths.makeups({ show: 'asked' })
    const lesson = slot ?? beyond
    if (!lesson) {
      await declineRequestAndTell(viewer.id, id, answer)
      return { to, title: 'Answer sent', description: answer }
    }
    const { changes } = await bookRequestAndTell(viewer.id, id, lesson, beyond !== undefined)
    const when = `${formatWeekday(lesson.date)}, ${formatDay(lesson.date)} at ${formatTimeOfDay(lesson.time)}`
    return { to, title: 'Makeup booked', description: when, undo: undoOf(changes) }
  },
})

export default function AnswerRequest() {
  const { id, makeup, isOpen, wish, said, askedAt, weekdays, places } = useLoaderData<typeof loader>()
  const { field, ...answer } = useAnswer(answerSchema)
  const { rider, riderId, type, until, state } = makeup
  return (
    <div className="mx-auto max-w-2xl">
      <PageHeader
        title={`Makeup request from ${rider}`}
        back={{ to: paths.makeups({ show: 'asked' }), label: 'Makeups' }}
      />
      <Card className="mb-3">
        <p className="text-lg font-semibold [overflow-wrap:anywhere]">{wish}</p>
        <p className="text-muted">Asked {askedAt}</p>
        <p className="mt-3">
          <Link to={paths.student(riderId)} className="link">
            {rider}
          </Link>
          , {type}. {[formatMakeup(makeup), formatUntil(until)].filter(Boolean).join(', ')}.{' '}
          {isOpen ? (
            <Link to={paths.makeup(makeup.id, { extend: 1, request: id })} className="link">
              Extend
            </Link>
          ) : null}
        </p>
        {isOpen ? null : (
          <p className="mt-3 font-semibold">
            {state === 'open' ? 'This was answered or withdrawn.' : notOpenReason(state)}
          </p>
        )}
      </Card>
      {isOpen && places ? (
        <>
          <PlacesToBook
            {...places}
            makeup={makeup}
            wish={{ weekdays, wish: said }}
            at={(shown) => paths.makeupRequest(id, shown)}
          />
          <Card title="Nothing works?" className="mt-3">
            <PostForm answer={answer} stay>
              <TextAreaField
                label="Answer for the family"
                hint="It goes out by email. The makeup stays open."
                // biome-ignore lint/plugin: booking a lesson needs no answer
                required
                {...field('answer')}
              />
              <div className="actions">
                <Button variant="secondary" busy="Sending…">
                  Send Answer
                </Button>
              </div>
            </PostForm>
          </Card>
        </>
      ) : null}
    </div>
  )
}

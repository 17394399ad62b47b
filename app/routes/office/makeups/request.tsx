import type { LoaderFunctionArgs, MetaFunction } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { Csrf } from '~/components/form/csrf'
import { Form } from '~/components/form/form'
import { PostForm } from '~/components/form/post-form'
import { TextAreaField } from '~/components/form/text-area-field'
import { useAnswer } from '~/components/form/use-answer'
import { Badge } from '~/components/ui/badge'
import { Button, ButtonLink } from '~/components/ui/button'
import { Card } from '~/components/ui/card'
import { EmptyState } from '~/components/ui/empty-state'
import { Link } from '~/components/ui/link'
import { PageHeader } from '~/components/ui/page-header'
import { sayMakeup, sayNotOpen, sayUntil } from '~/models/makeups/makeup'
import { listMakeups } from '~/models/makeups/makeup-list.server'
import { findRequest } from '~/models/makeups/requests/ask.server'
import { sayWish } from '~/models/makeups/requests/request'
import { answerSchema, MOST_LETTERS } from '~/models/makeups/requests/request.schema'
import { byDay } from '~/models/places/by-day'
import { levelLabel } from '~/models/places/level'
import { lessonsFor, type OpenLesson } from '~/models/places/places-to-take.server'
import { dayField } from '~/models/schedule/slot.schema'
import { slotKey } from '~/models/schedule/week'
import { today } from '~/platform/clock.server'
import { getEnv } from '~/platform/env.server'
import { notFound } from '~/platform/refused'
import { undoOf } from '~/routes/office/lessons/undo-of'
import { bookRequestAndTell, declineRequestAndTell } from '~/services/mail/notices/answered-makeups.server'
import { addDays, dayOfWeek, formatDay, formatInstant, formatWeekday } from '~/utils/dates'
import { idField } from '~/utils/fields'
import { paths } from '~/utils/paths'
import { formatTimeOfDay } from '~/utils/time-of-day'
import { requireAdmin } from '~/web/auth.server'
import { formAction } from '~/web/form-action.server'

export const handle = { scripts: true }
export const meta: MetaFunction = () => [{ title: 'Asked for a Makeup' }]

const DAYS_SHOWN = 14
const DAYS_AHEAD = 42

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
  const first = today()
  const end = [makeup.until, addDays(first, DAYS_AHEAD - 1)].sort()[0] ?? first
  const day = dayField.safeParse(new URL(request.url).searchParams.get('from')).data ?? first
  const from = day < first || day > end ? first : day
  const to = [addDays(from, DAYS_SHOWN - 1), end].sort()[0] ?? end
  const isOpen = makeup.request?.id === id && makeup.request.state === 'open'
  const lessons = isOpen ? await lessonsFor(makeup.riderId, from, to, { types: [makeup.type], anyLevel: true }) : []
  return {
    id,
    makeup,
    isOpen,
    from,
    to,
    wish: sayWish(asked),
    weekdays: asked.weekdays,
    askedAt: formatInstant(asked.createdAt, getEnv().schoolTimezone),
    days: byDay(lessons),
    earlier: from > first ? ([addDays(from, -DAYS_SHOWN), first].sort()[1] ?? null) : null,
    later: to < end ? addDays(to, 1) : null,
  }
}

export const action = formAction({
  guard: requireAdmin,
  schema: answerSchema,
  failed: (_, form) => (form.has('answer') ? 'Not sent' : 'Not booked'),
  // The page that comes then says what happened; an answer that is missing is asked for beside its field.
  refusedTo: ({ params, query }, { status }) =>
    status === 400 ? undefined : paths.makeupRequest(requestId(params.requestId), { from: query.get('from') }),
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
  const { id, makeup, isOpen, wish, askedAt } = useLoaderData<typeof loader>()
  const { field, ...answer } = useAnswer<typeof answerSchema>()
  const { rider, riderId, type, until, state } = makeup
  return (
    <div className="mx-auto max-w-2xl">
      <PageHeader
        title={`${rider} asks for a makeup`}
        back={{ to: paths.makeups({ show: 'asked' }), label: 'Makeups' }}
      />
      <Card className="mb-3">
        <p className="text-lg font-semibold [overflow-wrap:anywhere]">{wish}</p>
        <p className="text-muted">Asked {askedAt}</p>
        <p className="mt-3">
          <Link to={paths.student(riderId)} className="link">
            {rider}
          </Link>
          , {type}. {[sayMakeup(makeup), sayUntil(until)].filter(Boolean).join(', ')}.{' '}
          {isOpen ? (
            <Link to={paths.makeup(makeup.id, { extend: 1, request: id })} className="link">
              Extend
            </Link>
          ) : null}
        </p>
        {isOpen ? null : (
          <p className="mt-3 font-semibold">
            {state === 'open' ? 'This was answered or withdrawn.' : sayNotOpen(state)}
          </p>
        )}
      </Card>
      {isOpen ? (
        <>
          <Places />
          <Card title="Nothing fits?" className="mt-3">
            <PostForm answer={answer} stay>
              <TextAreaField
                label="Answer for the family"
                hint="It goes out by email. The makeup stays open."
                maxLength={MOST_LETTERS}
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

/** The lessons of the makeup's type in which the rider has nothing else: one press books. */
function Places() {
  const { id, makeup, days, weekdays, from, earlier, later } = useLoaderData<typeof loader>()
  const pages = [
    { to: earlier, label: 'Earlier' },
    { to: later, label: 'Later' },
  ]
  return (
    <>
      {days.length === 0 ? <EmptyState title={`No ${makeup.type} until ${formatDay(makeup.until)}.`} /> : null}
      {days.map(({ date, lessons }) => (
        <section key={date} className="card mb-3 px-4 py-3">
          <h2 className="flex items-center gap-3 text-base">
            {formatWeekday(date)}, {formatDay(date)}
            {weekdays.includes(dayOfWeek(date)) ? <Badge tone="info">Asked for</Badge> : null}
          </h2>
          <Form method="post" action={paths.makeupRequest(id, { from })} stay>
            <Csrf />
            <ul>
              {lessons.map((lesson) => (
                <Place key={slotKey(lesson)} lesson={lesson} />
              ))}
            </ul>
          </Form>
        </section>
      ))}
      <nav aria-label="Weeks" className="actions">
        {pages.map(({ to, label }) =>
          to ? (
            <ButtonLink key={label} to={paths.makeupRequest(id, { from: to })} stay variant="secondary">
              {label}
            </ButtonLink>
          ) : null,
        )}
      </nav>
    </>
  )
}

const leftOf = ({ free }: OpenLesson) => (free === null ? 'places left' : free === 0 ? 'full' : `${free} left`)

function Place({ lesson }: { lesson: OpenLesson }) {
  const { time, duration, instructor, level, free } = lesson
  const isFull = free === 0
  const at = `${formatTimeOfDay(time)}, ${formatWeekday(lesson.date)}, ${formatDay(lesson.date)}`
  return (
    <li className="flex items-center gap-x-3 border-t border-line py-2">
      <div className="me-auto min-w-0">
        <p className="num font-semibold">{formatTimeOfDay(time)}</p>
        <p className="text-sm text-muted">
          {[
            `${duration} minutes`,
            instructor && `with ${instructor}`,
            level && `for ${levelLabel(level)}`,
            leftOf(lesson),
          ]
            .filter(Boolean)
            .join(' · ')}
        </p>
      </div>
      <Button
        name={isFull ? 'beyond' : 'slot'}
        value={slotKey(lesson)}
        variant={isFull ? 'quiet' : 'secondary'}
        busy="Booking…"
        aria-label={isFull ? `Overbook ${at}` : `Book ${at}`}
      >
        {isFull ? 'Overbook' : 'Book'}
      </Button>
    </li>
  )
}

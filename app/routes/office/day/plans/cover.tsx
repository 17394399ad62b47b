import { type LoaderFunctionArgs, type MetaFunction, redirect } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { PostForm } from '~/components/form/post-form'
import { SelectField } from '~/components/form/select-field'
import { useAnswer } from '~/components/form/use-answer'
import { Button, ButtonLink } from '~/components/ui/button'
import { EmptyState } from '~/components/ui/empty-state'
import { Link } from '~/components/ui/link'
import { PageHeader } from '~/components/ui/page-header'
import { absenceSchema, CANCEL, coverSchema, LEAVE } from '~/models/schedule/instructors/cover/cover.schema'
import { type CoverPlan, loadCoverPlan } from '~/models/schedule/instructors/cover/cover-plan.server'
import { Outdated, Refused } from '~/platform/refused'
import { formatNotified } from '~/routes/office/lessons/said'
import { undoOf } from '~/routes/office/lessons/undo-of'
import { coverAndTell } from '~/services/mail/day-closed-mail.server'
import { formatDay, formatWeekday } from '~/utils/dates'
import { groupBy } from '~/utils/group-by'
import { pathOf, paths } from '~/utils/paths'
import { counted } from '~/utils/plain-words'
import { formatTimeOfDay } from '~/utils/time-of-day'
import { requireAdmin } from '~/web/auth.server'
import { formAction } from '~/web/form-action.server'
import { ReasonField } from '../closing-parts'

export const handle = { scripts: true }
export const meta: MetaFunction<typeof loader> = ({ data }) => [
  { title: data ? `${data.plan.name} can’t come` : 'Cover' },
]

const absenceOf = (query: URLSearchParams) => absenceSchema.safeParse(Object.fromEntries(query))

export async function loader({ request }: LoaderFunctionArgs) {
  await requireAdmin(request)
  const query = new URL(request.url).searchParams
  const { data: absence } = absenceOf(query)
  // The form shows what is wrong with its fields.
  if (!absence) throw redirect(paths.changeOfPlans(Object.fromEntries(query)))
  return { plan: await loadCoverPlan(absence), absence, address: pathOf(request) }
}

export const action = formAction({
  guard: requireAdmin,
  schema: coverSchema,
  failed: 'Nothing was changed',
  refusedTo: ({ request }, refused) => (refused instanceof Outdated ? pathOf(request) : undefined),
  async run({ viewer, value, query }) {
    const { data: absence } = absenceOf(query)
    if (!absence) throw new Refused('invalid', 'Choose an instructor and a day')
    const { covered, lessons, rides, changes, ...told } = await coverAndTell(viewer.id, absence, value)
    const to = paths.daySheet({ date: absence.from })
    if (changes.length === 0) return { to, title: 'Nothing was changed' }
    const what = [
      covered > 0 && `${counted(covered, 'lesson')} covered`,
      lessons > 0 && `${counted(lessons, 'lesson')} canceled, ${counted(rides, 'ride')}`,
      formatNotified(told),
    ]
    return {
      to,
      title: 'Lessons Changed',
      description: what.filter(Boolean).join('. '),
      undo: undoOf(changes, 'sheet'),
    }
  },
})

/**
 * The lessons that an instructor would miss, on all days in one form: who teaches each instead, or whether it is
 * canceled.
 */
export default function Cover() {
  const { plan, absence, address } = useLoaderData<typeof loader>()
  const { name, lessons, version } = plan
  const { field, ...answer } = useAnswer(coverSchema, { defaultValue: { reason: 'Instructor ill' } })
  const sent: unknown = answer.form.initialValue?.lessons
  const typed = new Map(
    (Array.isArray(sent) ? sent : []).map((one: { slot?: unknown; cover?: unknown } | null) => [one?.slot, one?.cover]),
  )
  const back = paths.changeOfPlans({ date: absence.from, instructor: absence.instructor })
  let index = 0
  return (
    <div className="mx-auto max-w-3xl">
      <PageHeader title={`${name} can’t come`} back={{ to: back, label: 'Change of Plans' }}>
        <span className="num">{sayWhen(absence)}</span>. {sayFound(lessons)}
      </PageHeader>
      {lessons.length === 0 ? <EmptyState title={`${name} teaches no lessons then that are still to come.`} /> : null}
      {lessons.length > 0 ? (
        <PostForm answer={answer} failed="Nothing was changed" action={address} stay>
          <input type="hidden" name="version" value={version} />
          {[...groupBy(lessons, ({ date }) => date)].map(([date, ofDay]) => (
            <section key={date} aria-label={`${formatWeekday(date)}, ${formatDay(date)}`}>
              <h2 className="mb-2 text-lg">
                {formatWeekday(date)}, <span className="num">{formatDay(date)}</span>
              </h2>
              <ul>
                {ofDay.map((lesson) => (
                  <LessonRow
                    key={lesson.key}
                    lesson={lesson}
                    name={`lessons[${index++}]`}
                    typed={typed.get(lesson.key)}
                  />
                ))}
              </ul>
            </section>
          ))}
          <ReasonField {...field('reason')} />
          <p className="text-muted">
            Families of canceled lessons get one email, and each student a makeup lesson. Families of the others get no
            message; reminders that go out later name the new instructor. Instructors are told of the lessons that they
            gain or lose.
          </p>
          <div className="horse-save">
            <ButtonLink to={back} variant="secondary">
              Back
            </ButtonLink>
            <Button busy="Saving…">Confirm</Button>
          </div>
        </PostForm>
      ) : null}
    </div>
  )
}

function LessonRow({
  lesson: { key, date, time, type, rides, candidates, proposed, nobody },
  name,
  typed,
}: {
  lesson: CoverPlan['lessons'][number]
  name: string
  typed: unknown
}) {
  const found = candidates.find(({ id }) => id === proposed)
  return (
    <li className="border-t border-line py-3">
      <input type="hidden" name={`${name}.slot`} value={key} />
      <div className="grid gap-x-4 gap-y-1 sm:grid-cols-2">
        <p>
          <Link to={paths.lesson({ date, time, type })} className="link num inline-flex min-h-11 items-center">
            {formatTimeOfDay(time)} {type}
          </Link>{' '}
          <span className="text-muted">{counted(rides, 'rider')}</span>
        </p>
        <SelectField
          label={`${formatTimeOfDay(time)} ${type}`}
          hideLabel
          id={`${name}.cover`}
          name={`${name}.cover`}
          options={[
            ...candidates.map(({ id, name, note, free }) => ({ value: id, label: free ? name : `${name} (${note})` })),
            { value: CANCEL, label: 'Cancel, with makeups' },
            { value: LEAVE, label: 'Leave as it is' },
          ]}
          defaultValue={typeof typed === 'string' ? typed : proposed}
        />
      </div>
      <p className="text-sm text-muted">{found ? `${found.name}: ${found.note}.` : `${nobody}.`}</p>
    </li>
  )
}

function sayWhen({ from, through, time }: { from: string; through?: string; time?: string }): string {
  const first = `${formatWeekday(from)}, ${formatDay(from)}${time ? ` from ${formatTimeOfDay(time)}` : ''}`
  return through && through !== from ? `${first} through ${formatWeekday(through)}, ${formatDay(through)}` : first
}

/** `5 lessons: 3 can be covered, 1 canceled. Nothing is saved yet.` */
function sayFound(lessons: CoverPlan['lessons']): string | null {
  if (lessons.length === 0) return null
  const canceled = lessons.filter(({ proposed }) => proposed === CANCEL).length
  const left = lessons.filter(({ proposed }) => proposed === LEAVE).length
  const covered = lessons.length - canceled - left
  const parts = [
    covered > 0 && `${covered} covered`,
    canceled > 0 && `${canceled} canceled`,
    left > 0 && `${left} without riders`,
  ]
  return `${counted(lessons.length, 'lesson')}: ${parts.filter(Boolean).join(', ')}. Nothing is saved yet.`
}

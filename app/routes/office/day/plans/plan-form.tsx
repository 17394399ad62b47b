import type { ReactNode } from 'react'
import { PostForm } from '~/components/form/post-form'
import { type Option, SelectField } from '~/components/form/select-field'
import { useAnswer } from '~/components/form/use-answer'
import { Button, ButtonLink } from '~/components/ui/button'
import { Link } from '~/components/ui/link'
import { CANCEL, coverSchema, LEAVE } from '~/models/schedule/instructors/cover/cover.schema'
import type { Slot } from '~/models/vocabulary/slot'
import { formatDay, formatWeekday } from '~/utils/dates'
import { groupBy } from '~/utils/group-by'
import { paths } from '~/utils/paths'
import { formatTimeOfDay } from '~/utils/time-of-day'
import { ReasonField } from '../closing-parts'

interface PlanLesson extends Slot {
  key: string
  /** The names of the riders who come. */
  riders: string[]
  /** What can become of it, besides being canceled or left as it is. */
  options: Option[]
  proposed: string
  /** Why that is proposed. */
  why: string
}

/** Lessons on all days in one form: what becomes of each. `children` say who is told. */
export function PlanForm({
  plan: { lessons, unreached, version },
  address,
  back,
  reason,
  children,
}: {
  plan: { lessons: readonly PlanLesson[]; unreached: readonly string[]; version: string }
  address: string
  back: string
  reason: string
  children: ReactNode
}) {
  const { field, ...answer } = useAnswer(coverSchema, { defaultValue: { reason } })
  const sent: unknown = answer.form.initialValue?.lessons
  const typed = new Map(
    (Array.isArray(sent) ? sent : []).map((one: { slot?: unknown; cover?: unknown } | null) => [one?.slot, one?.cover]),
  )
  let index = 0
  return (
    <PostForm answer={answer} failed="Nothing was changed" action={address} stay>
      <input type="hidden" name="version" value={version} />
      {[...groupBy(lessons, ({ date }) => date)].map(([date, ofDay]) => (
        <section key={date} aria-label={`${formatWeekday(date)}, ${formatDay(date)}`}>
          <h2 className="mb-2 text-lg">
            {formatWeekday(date)}, <span className="num">{formatDay(date)}</span>
          </h2>
          <ul>
            {ofDay.map((lesson) => (
              <LessonRow key={lesson.key} lesson={lesson} name={`lessons[${index++}]`} typed={typed.get(lesson.key)} />
            ))}
          </ul>
        </section>
      ))}
      <ReasonField {...field('reason')} />
      <p className="text-muted">{children}</p>
      {unreached.length > 0 ? (
        <p>
          <strong>No email on file:</strong> {unreached.join(', ')}. Please call if their lesson changes.
        </p>
      ) : null}
      <div className="horse-save">
        <ButtonLink to={back} variant="secondary">
          Back
        </ButtonLink>
        <Button busy="Saving…">Confirm</Button>
      </div>
    </PostForm>
  )
}

function LessonRow({
  lesson: { key, riders, options, proposed, why, ...slot },
  name,
  typed,
}: {
  lesson: PlanLesson
  name: string
  typed: unknown
}) {
  const lesson = `${formatTimeOfDay(slot.time)} ${slot.type}`
  return (
    <li className="border-t border-line py-3">
      <input type="hidden" name={`${name}.slot`} value={key} />
      <div className="grid gap-x-4 gap-y-1 sm:grid-cols-2">
        <p className="flex flex-wrap gap-x-4">
          <Link to={paths.lesson(slot)} className="link num inline-flex min-h-11 items-center">
            {lesson}
          </Link>
          <Link to={paths.editLesson(slot)} className="link inline-flex min-h-11 items-center">
            Move…<span className="sr-only"> {lesson}</span>
          </Link>
        </p>
        <SelectField
          label={lesson}
          hideLabel
          id={`${name}.cover`}
          name={`${name}.cover`}
          options={[
            ...options,
            { value: CANCEL, label: 'Cancel, with makeups' },
            { value: LEAVE, label: 'Leave as it is' },
          ]}
          defaultValue={typeof typed === 'string' ? typed : proposed}
        />
      </div>
      {riders.length > 0 ? <p className="[overflow-wrap:anywhere]">{riders.join(', ')}</p> : null}
      <p className="text-sm text-muted">{why}.</p>
    </li>
  )
}

/** Returns `Tuesday, Nov 24, 2026 from 2:00 PM through Thursday, Nov 26, 2026`. */
export function formatDays({ from, through, time }: { from: string; through?: string; time?: string }): string {
  const first = `${formatWeekday(from)}, ${formatDay(from)}${time ? ` from ${formatTimeOfDay(time)}` : ''}`
  return through && through !== from ? `${first} through ${formatWeekday(through)}, ${formatDay(through)}` : first
}

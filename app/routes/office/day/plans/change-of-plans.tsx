import { type LoaderFunctionArgs, type MetaFunction, redirect } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import type { ReactNode } from 'react'
import { z } from 'zod'
import { Csrf } from '~/components/form/csrf'
import { Field } from '~/components/form/field'
import { Form } from '~/components/form/form'
import { Button, ButtonLink } from '~/components/ui/button'
import { PageHeader } from '~/components/ui/page-header'
import { closedArenaSchema } from '~/models/schedule/arenas/closed-arena.schema'
import { listHorses } from '~/models/schedule/horses/horse.server'
import { absenceSchema } from '~/models/schedule/instructors/cover/cover.schema'
import { answerReport, listReports, sayReport } from '~/models/schedule/instructors/cover/report.server'
import { listInstructors } from '~/models/schedule/instructors/instructor.server'
import { horseIdField, restHorseSchema } from '~/models/schedule/vocabulary/horse.schema'
import { dayOf } from '~/models/schedule/week/week-address'
import { fewerOn, sayHot } from '~/models/schedule/workload/hot-days.server'
import { findLessonTimes } from '~/models/school/lesson-times.server'
import { today } from '~/platform/clock.server'
import { formatDay, formatWeekday, type LocalDate } from '~/utils/dates'
import { pathOf, paths } from '~/utils/paths'
import { requireAdmin } from '~/web/auth.server'
import { formAction } from '~/web/form-action.server'
import { restPlanOf } from '../../horses/rest-plan-of'

export const meta: MetaFunction = () => [{ title: 'Change of Plans' }]

/** Each form leads to the screen with the rides or lessons that are affected. Errors in its fields are shown here. */
export async function loader({ request }: LoaderFunctionArgs) {
  await requireAdmin(request)
  const sent = Object.fromEntries(new URL(request.url).searchParams)
  const date = dayOf(sent.date ?? sent.from) ?? today()
  return { ...(await choices(date)), date, sent, wrong: { ...NOTHING_WRONG, ...wrongIn(sent, date) } }
}

const NOTHING_WRONG = { horse: null, instructor: null, arena: null }

/** Returns what is wrong with the form that was sent. @throws Redirect to its screen if nothing is. */
function wrongIn(sent: Record<string, string>, date: LocalDate): Partial<Record<keyof typeof NOTHING_WRONG, string>> {
  if (sent.horse !== undefined) {
    const id = horseIdField.safeParse(sent.horse)
    const rest = restHorseSchema.safeParse({ ...sent, from: date, intent: 'rest' })
    if (id.success && rest.success) throw redirect(restPlanOf(id.data, rest.data))
    return { horse: [...(id.error?.issues ?? []), ...(rest.error?.issues ?? [])][0]?.message }
  }
  if (sent.from === undefined) return {}
  if (sent.arena !== undefined) {
    const closed = closedArenaSchema.safeParse(sent)
    if (closed.success) throw redirect(paths.closedArena(closed.data))
    return { arena: closed.error.issues[0]?.message }
  }
  const asked = absenceSchema.safeParse(sent)
  if (asked.success) throw redirect(paths.cover(asked.data))
  return { instructor: asked.error.issues[0]?.message }
}

async function choices(date: LocalDate) {
  const [horses, instructors, reports, fewer, { arenas }] = await Promise.all([
    listHorses(),
    listInstructors(),
    listReports(),
    fewerOn(date),
    findLessonTimes(),
  ])
  return {
    today: today(),
    reports: reports.map((report) => ({ ...report, said: sayReport(report) })),
    horses: horses.map(({ id, name }) => ({ id, name })),
    instructors,
    fewer,
    arenas: arenas.map((name) => ({ id: name, name })),
  }
}

/** Answers an instructor's report without changing lessons. */
export const action = formAction({
  guard: requireAdmin,
  schema: z.object({ instructor: z.string().max(100), version: z.string().max(1000).optional() }),
  refusedTo: () => paths.changeOfPlans(),
  async run({ value, request }) {
    await answerReport(value.instructor, value.version)
    return { to: pathOf(request), title: 'Answered' }
  },
})

/**
 * The start for a day that doesn't go as planned: a lame horse, an ill instructor, a flooded arena, a storm. Each form leads to what is
 * affected.
 */
export default function ChangeOfPlans() {
  const { date, today, reports, horses, instructors, fewer, arenas, sent, wrong } = useLoaderData<typeof loader>()
  return (
    <div className="mx-auto max-w-3xl">
      <PageHeader title="Change of Plans" back={{ to: paths.daySheet({ date }), label: 'Day Sheet' }}>
        {formatWeekday(date)}, <span className="num">{formatDay(date)}</span>. Nothing is saved before you confirm.
      </PageHeader>
      {reports.map(({ instructor, name, said, from, through, time, version }) => (
        <section key={instructor} aria-label={name} className="card mb-4 flex flex-wrap items-center gap-2 p-4">
          <p className="flex-1 basis-64 [overflow-wrap:anywhere]">
            <strong>{name}</strong> can’t come {said}
          </p>
          <ButtonLink
            to={paths.cover({ instructor, from, through: through ?? undefined, time: time ?? undefined })}
            aria-label={`Show the lessons of ${name}`}
          >
            Show the Lessons
          </ButtonLink>
          <Form method="post" action={paths.changeOfPlans({ date })}>
            <Csrf />
            <input type="hidden" name="instructor" value={instructor} />
            <input type="hidden" name="version" value={version} />
            <Button variant="quiet" aria-label={`Nothing to do for ${name}`}>
              Nothing to do
            </Button>
          </Form>
        </section>
      ))}
      <div className="grid items-start gap-4 md:grid-cols-2">
        <div className="grid gap-4">
          <Choice title="A horse can’t work" wrong={wrong.horse}>
            <form action={paths.changeOfPlans()} className="grid gap-3">
              <input type="hidden" name="date" value={date} />
              <Field
                label="Last day (optional)"
                name="until"
                id="until"
                type="date"
                min={date}
                hint="Blank: until you end it"
                defaultValue={sent.until ?? ''}
              />
              <Field
                label="Reason (optional)"
                name="reason"
                id="reason"
                autoComplete="off"
                maxLength={200}
                defaultValue={sent.reason ?? ''}
              />
              <Names legend="Which horse?" name="horse" choices={horses} />
            </form>
          </Choice>
          <Choice title="The weather, or the whole school" wrong={null}>
            <p className="mb-3 text-muted">
              Close the day, or from a time on, with makeups and one email for each family.
            </p>
            <ButtonLink to={paths.closeDay({ date, reason: 'Weather' })} variant="secondary">
              Close…
            </ButtonLink>
          </Choice>
          {arenas.length > 0 ? (
            <Choice title="An arena is closed" wrong={wrong.arena}>
              <form action={paths.closedArena()} className="grid gap-3">
                <DayFields
                  id="arena"
                  date={date}
                  hint="On the first day, the lessons that end after this time"
                  sent={sent.arena === undefined ? {} : sent}
                />
                <Names legend="Which arena?" name="arena" choices={arenas} />
              </form>
            </Choice>
          ) : null}
        </div>
        <div className="grid gap-4">
          <Choice title="An instructor can’t come" wrong={wrong.instructor}>
            <form action={paths.cover()} className="grid gap-3">
              <DayFields
                id="instructor"
                date={date}
                hint="On the first day, the lessons from this time on"
                sent={sent.arena === undefined ? sent : {}}
              />
              <Names legend="Who?" name="instructor" choices={instructors} />
            </form>
          </Choice>
          <Choice title="A hot day" wrong={null}>
            {fewer > 0 ? <p className="mb-3 font-semibold">{sayHot(fewer)}.</p> : null}
            <form action={paths.hotDay()} className="grid gap-3">
              <Field label="Day" name="date" id="hot-date" type="date" required min={today} defaultValue={date} />
              <Names
                legend="For each horse"
                name="fewer"
                choices={[
                  { id: 1, name: '1 fewer ride' },
                  { id: 2, name: '2 fewer rides' },
                  ...(fewer > 0 ? [{ id: 0, name: 'As many as usual' }] : []),
                ]}
              />
            </form>
          </Choice>
        </div>
      </div>
    </div>
  )
}

/** From when until when: the whole days, or on the first day from a time on. */
function DayFields({
  id,
  date,
  hint,
  sent,
}: {
  id: string
  date: LocalDate
  /** Which lessons a time on the first day means. */
  hint: string
  sent: Partial<Record<string, string>>
}) {
  return (
    <>
      <Field label="First day" name="from" id={`${id}-from`} type="date" required defaultValue={date} />
      <Field
        label="Last day (optional)"
        name="through"
        id={`${id}-through`}
        type="date"
        min={date}
        hint="Blank: that day alone"
        defaultValue={sent.through ?? ''}
      />
      <Field
        label="From (optional)"
        name="time"
        id={`${id}-time`}
        type="time"
        hint={hint}
        defaultValue={sent.time ?? ''}
      />
    </>
  )
}

function Choice({ title, wrong, children }: { title: string; wrong: string | null; children: ReactNode }) {
  return (
    <section className="card p-4">
      <h2 className="mb-3 text-lg">{title}</h2>
      {wrong ? (
        <p role="alert" className="mb-3 font-semibold text-bad">
          {wrong}
        </p>
      ) : null}
      {children}
    </section>
  )
}

/** Buttons with names, each of which submits the form for that horse or instructor. */
function Names({
  legend,
  name,
  choices,
}: {
  legend: string
  name: string
  choices: readonly { id: string | number; name: string }[]
}) {
  return (
    <fieldset className="min-w-0">
      <legend className="mb-1 font-semibold">{legend}</legend>
      <div className="flex flex-wrap gap-2">
        {/* Without it, Enter in a field would press the first name. */}
        <button type="submit" disabled hidden />
        {choices.map((one) => (
          <Button key={one.id} name={name} value={one.id} variant="secondary">
            {one.name}
          </Button>
        ))}
      </div>
    </fieldset>
  )
}

import type { LoaderFunctionArgs, MetaFunction } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { Csrf } from '~/components/form/csrf'
import { Field } from '~/components/form/field'
import { Form } from '~/components/form/form'
import { FormError } from '~/components/form/form-error'
import { PostForm } from '~/components/form/post-form'
import { useRowAnswer } from '~/components/form/row-form'
import { useAnswer } from '~/components/form/use-answer'
import { Button } from '~/components/ui/button'
import { Dialog } from '~/components/ui/dialog'
import { doCareAndRest, undoCareAndRest } from '~/models/schedule/change/horses/rest-after-care.server'
import { findActiveHorse } from '~/models/schedule/horses/horse.server'
import { formatRest } from '~/models/schedule/vocabulary/rest'
import { addCareSchema, CARE_KINDS, careSchema } from '~/models/schedule/workload/care.schema'
import { addCare, listCare, removeCare, sayDue } from '~/models/schedule/workload/care.server'
import { today } from '~/platform/clock.server'
import { Refused } from '~/platform/refused'
import { formatDay } from '~/utils/dates'
import { pathOf, paths } from '~/utils/paths'
import type { Toast } from '~/utils/toast'
import { requireAdmin } from '~/web/auth.server'
import { formAction } from '~/web/form-action.server'
import { horseList, horseParam } from './horse-param'
import { restPlanOf } from './rest-plan-of'

export const meta: MetaFunction = () => [{ title: 'Care' }]

/** What was done last; the log and the file of the record have all of it. */
const MOST_SHOWN = 20

export async function loader({ request, params }: LoaderFunctionArgs) {
  await requireAdmin(request)
  const { id, name } = await findActiveHorse(horseParam(params))
  const { due, done } = await listCare(id)
  return {
    ...{ id, name, today: today(), list: horseList(new URL(request.url)) },
    due: due.map((care) => ({ ...care, said: sayDue(care) })),
    done: done.slice(0, MOST_SHOWN),
  }
}

export const action = formAction({
  guard: requireAdmin,
  schema: careSchema,
  failed: 'Not saved',
  refusedTo: ({ request }, { code, field }) => (field || code === 'invalid' ? undefined : pathOf(request)),
  async run({ viewer, value, params, request }) {
    const horseId = horseParam(params)
    const to = paths.horseCare(horseId, horseList(new URL(request.url)))
    const undo = (line: number, rest?: number): Toast['undo'] => ({
      label: 'Undo',
      action: to,
      fields: { intent: 'undo', line: String(line), ...(rest && { rest: String(rest) }) },
    })
    switch (value.intent) {
      case 'add':
        return { to, title: 'Saved', description: value.kind, undo: undo(await addCare(viewer.id, horseId, value)) }
      case 'remove': {
        const { kind, line } = await removeCare(viewer.id, horseId, value.id)
        return { to, title: 'Removed', description: kind, undo: undo(line) }
      }
      case 'undo':
        await undoCareAndRest(viewer.id, horseId, value)
        return { to, title: 'Undone' }
      case 'done': {
        const { doneOn, restUntil: until } = value
        if (until && until < doneOn) throw new Refused('invalid', 'The last day is before that day', 'restUntil')
        if (until && until < today()) throw new Refused('date_out_of_range', 'This day is over', 'restUntil')
        const { kind, next, line, ...after } = await doCareAndRest(viewer.id, horseId, value)
        const resting = 'rest' in after && formatRest(after.rest, today())
        return {
          // Its rides come next, as for any rest.
          to: 'toPlan' in after ? restPlanOf(horseId, after.toPlan) : to,
          title: `${kind} Done`,
          description: [next && `Due again ${formatDay(next)}`, resting].filter(Boolean).join('. ') || undefined,
          undo: undo(line, 'change' in after ? after.change : undefined),
        }
      }
    }
  },
})

/** What is due for a horse, what was done, and what comes again. */
export default function HorseCare() {
  const { id, name, today, due, done, list } = useLoaderData<typeof loader>()
  const refused = useRowAnswer()
  const { field, ...answer } = useAnswer(addCareSchema, { defaultValue: { everyWeeks: '' } })
  const action = paths.horseCare(id, list)
  return (
    <Dialog title={`Care of ${name}`} closeTo={paths.manageHorses(list)}>
      {due.length === 0 ? <p className="text-muted">Nothing is due.</p> : null}
      <ul>
        {due.map(({ id, kind, everyWeeks, said }) => (
          <li key={id} id={`care-${id}`} className="border-t border-line py-2">
            <p className="[overflow-wrap:anywhere]">
              <strong className={said.late ? 'text-bad' : undefined}>{said.text}</strong>
              {everyWeeks ? <span className="text-muted">{` · every ${weeks(everyWeeks)}`}</span> : null}
            </p>
            <details open={Boolean(refused.of(id))}>
              <summary className="link inline-flex min-h-11 items-center">
                Done…<span className="sr-only"> {kind}</span>
              </summary>
              <Form method="post" action={action} stay aria-label={kind} className="grid gap-3">
                <Csrf />
                <FormError title="Not saved" errors={refused.of(id) ? refused.errors : []} />
                <input type="hidden" name="id" value={id} />
                <div className="grid items-start gap-3 sm:grid-cols-2">
                  <Field
                    label="Day"
                    type="date"
                    name="doneOn"
                    id={`done-${id}`}
                    required
                    max={today}
                    defaultValue={String(refused.of(id)?.typed.doneOn ?? today)}
                  />
                  <Field
                    label="Rests through (optional)"
                    type="date"
                    name="restUntil"
                    id={`rest-${id}`}
                    hint="From that day on; its rides come next"
                    defaultValue={String(refused.of(id)?.typed.restUntil ?? '')}
                  />
                </div>
                <Field
                  label="Note (optional)"
                  name="note"
                  id={`note-${id}`}
                  autoComplete="off"
                  maxLength={300}
                  defaultValue={String(refused.of(id)?.typed.note ?? '')}
                />
                <div className="actions">
                  {/* First: Enter in a field presses it. */}
                  <Button name="intent" value="done" aria-label={`${kind} is done`}>
                    Done
                  </Button>
                  <Button
                    name="intent"
                    value="remove"
                    variant="quiet"
                    className="text-bad"
                    formNoValidate
                    aria-label={`Remove ${kind}`}
                  >
                    Remove
                  </Button>
                </div>
              </Form>
            </details>
          </li>
        ))}
      </ul>
      <PostForm
        answer={answer}
        failed="Not saved"
        action={action}
        stay
        className="grid gap-3 border-t border-line pt-3"
      >
        <h3 className="text-lg">Add care</h3>
        <Field label="What" list="care-kinds" autoComplete="off" {...field('kind')} />
        <datalist id="care-kinds">
          {CARE_KINDS.map((kind) => (
            <option key={kind} value={kind} />
          ))}
        </datalist>
        <div className="grid items-start gap-3 sm:grid-cols-2">
          <Field label="Last time (optional)" type="date" max={today} {...field('lastOn')} />
          <Field label="Every (weeks)" type="number" inputMode="numeric" hint="Blank: once" {...field('everyWeeks')} />
        </div>
        <Field label="Due (optional)" type="date" hint="Blank: counted from the last time" {...field('dueOn')} />
        <div className="actions">
          <Button name="intent" value="add">
            Add
          </Button>
        </div>
      </PostForm>
      {done.length > 0 ? (
        <>
          <h3 className="mt-4 text-lg">Done</h3>
          <ul>
            {done.map(({ id, kind, doneOn, note }) => (
              <li key={id} className="border-t border-line py-2 [overflow-wrap:anywhere]">
                {kind}, <span className="num">{formatDay(doneOn ?? '')}</span>
                {note ? <span className="text-muted">: {note}</span> : null}
              </li>
            ))}
          </ul>
        </>
      ) : null}
    </Dialog>
  )
}

const weeks = (count: number) => (count === 1 ? 'week' : `${count} weeks`)

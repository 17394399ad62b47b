import type { LoaderFunctionArgs, MetaFunction } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { Checkbox } from '~/components/form/checkbox'
import { Csrf } from '~/components/form/csrf'
import { DialogForm } from '~/components/form/dialog-form'
import { Field } from '~/components/form/field'
import { Form } from '~/components/form/form'
import { RadioCards } from '~/components/form/radio-cards'
import { useAnswer } from '~/components/form/use-answer'
import { Button, ButtonLink } from '~/components/ui/button'
import { Dialog } from '~/components/ui/dialog'
import { Link } from '~/components/ui/link'
import { closeDaySchema, WHOLE_DAY } from '~/models/schedule/closing/closing.schema'
import { type ClosingChoice, closingChoices } from '~/models/schedule/closing/closing-choices.server'
import { type Closure, closureOf } from '~/models/schedule/closing/closings.server'
import { getEnv } from '~/platform/env.server'
import { formatNotified } from '~/routes/office/lessons/said'
import { undoOf } from '~/routes/office/lessons/undo-of'
import { type Message, MessageList } from '~/routes/office/students/student/messages'
import { closeDayAndTell, closeDaysAndTell } from '~/services/mail/day-closed-mail.server'
import { toldOfClosings } from '~/services/mail/notices/closing-told.server'
import { formatDay, formatInstant, formatWeekday } from '~/utils/dates'
import { paths } from '~/utils/paths'
import { counted } from '~/utils/plain-words'
import { formatTimeOfDay } from '~/utils/time-of-day'
import { requireAdmin } from '~/web/auth.server'
import { formAction } from '~/web/form-action.server'
import { ReasonField, screenOf, shownDay, WhatHappens } from './closing-parts'

export const meta: MetaFunction = () => [{ title: 'Close the Day' }]

export async function loader({ request }: LoaderFunctionArgs) {
  await requireAdmin(request)
  const query = new URL(request.url).searchParams
  const at = shownDay(query)
  const [choices, closure] = await Promise.all([closingChoices(at.date), closureOf(at.date)])
  const { messages, unreached } = closure ? await toldOfClosings(closure.changes) : { messages: [], unreached: [] }
  const told = messages.map(({ family, at, ...message }) => ({
    ...{ ...message, subject: family },
    at: formatInstant(at, getEnv().schoolTimezone),
  }))
  return { ...at, reason: query.get('reason'), choices, closure, told, unreached }
}

export const action = formAction({
  guard: requireAdmin,
  schema: closeDaySchema,
  failed: 'The day was not closed',
  async run({ viewer, value: { from = null, through, reason, noMakeups }, query }) {
    const at = shownDay(query)
    const closing = { from, reason, noMakeups: noMakeups === 'on' }
    const { days, changes, lessons, rides, ...told } =
      through && through !== at.date
        ? await closeDaysAndTell(viewer.id, { date: at.date, through }, closing)
        : { days: 1, ...(await closeDayAndTell(viewer.id, at.date, closing)) }
    return {
      to: screenOf(at),
      title: days === 1 ? 'Day Closed' : `${days} Days Closed`,
      description: [`${counted(lessons, 'lesson')}, ${counted(rides, 'ride')}`, formatNotified(told)]
        .filter(Boolean)
        .join('. '),
      undo: undoOf(changes, at.back ? undefined : 'sheet'),
    }
  },
})

function cardOf({ from, lessons, rides, families, recorded }: ClosingChoice) {
  const what = [counted(lessons, 'lesson'), counted(rides, 'ride'), counted(families, 'email')].join(', ')
  const disabled = recorded.length > 0
  return {
    value: from ?? WHOLE_DAY,
    label: from ? `From ${formatTimeOfDay(from)} on` : 'Whole day',
    description: disabled ? `Recorded already: ${recorded.join(', ')}` : what,
    disabled,
  }
}

export default function CloseDay() {
  const { date, back, reason, choices, closure, told, unreached } = useLoaderData<typeof loader>()
  const first = choices.find(({ recorded }) => recorded.length === 0)
  const { field, ...answer } = useAnswer(closeDaySchema, {
    defaultValue: { from: first?.from ?? WHOLE_DAY, reason },
  })
  const at = { date, ...(back && { back }) }
  const closeTo = screenOf(at)
  const day = `${formatWeekday(date)}, ${formatDay(date)}`
  const title = `Close ${day}`
  const [whole] = choices
  if (!whole && closure) {
    return (
      <Dialog title={`Reopen ${day}`} closeTo={closeTo}>
        <Reopen closure={closure} back={back ? '' : 'sheet'} />
        <WhoWasTold told={told} unreached={unreached} />
      </Dialog>
    )
  }
  if (!whole || !first) {
    const why = whole
      ? `Every lesson that day has attendance: ${whole.recorded.join(', ')}. Set it back to Scheduled first.`
      : 'There are no lessons on this day.'
    return (
      <Dialog title={title} closeTo={closeTo}>
        <p className="mb-4">{why}</p>
        <div className="actions">
          <ButtonLink to={closeTo}>Back</ButtonLink>
          {whole ? (
            <ButtonLink to={paths.cancelLessons(at)} stay variant="secondary">
              Cancel only some lessons…
            </ButtonLink>
          ) : null}
        </div>
      </Dialog>
    )
  }
  return (
    <DialogForm
      title={title}
      closeTo={closeTo}
      answer={answer}
      action={paths.closeDay(at)}
      submit="Close the Day"
      busy="Closing…"
      danger
      above={
        closure ? (
          <div className="mb-5 border-b border-line pb-5">
            <Reopen closure={closure} back={back ? '' : 'sheet'} />
            <WhoWasTold told={told} unreached={unreached} />
          </div>
        ) : null
      }
    >
      <RadioCards legend="When" meta={field('from').meta} choices={choices.map(cardOf)} />
      <Field
        label="Through (optional)"
        type="date"
        min={date}
        hint="To close several days. Days without lessons are skipped."
        {...field('through')}
      />
      <Link to={paths.cancelLessons(at)} stay className="link inline-flex min-h-11 items-center justify-self-start">
        Cancel only some lessons…
      </Link>
      <ReasonField {...field('reason')} />
      <Checkbox
        label="No makeup lessons"
        hint="For a holiday that your packages already leave out. Makeups that students had before are given back."
        {...field('noMakeups')}
      />
      <WhatHappens
        unreached={first.unreached}
        makeups="Unless you check the box, each student who would have come gets a makeup lesson."
      />
    </DialogForm>
  )
}

/** Which families were told that the day is closed, how and when, and whom nothing reaches. */
function WhoWasTold({ told, unreached }: { told: Message[]; unreached: readonly string[] }) {
  return (
    <section className="mt-4 border-t border-line pt-3">
      <h3 className="mb-2">Who was told</h3>
      {unreached.length > 0 ? (
        <p className="mb-2">
          <strong>Call them, no email on file:</strong> {unreached.join(', ')}
        </p>
      ) : null}
      {told.length > 0 ? <MessageList messages={told} /> : <p className="text-muted">No message went out.</p>}
    </section>
  )
}

/** Says why the day is closed, and opens it again by the Undo of its closing. */
function Reopen({ closure: { closed, changes }, back }: { closure: Closure; back: string }) {
  return (
    <Form method="post" action={paths.undoChanges()} stay className="grid gap-3">
      <Csrf />
      <input type="hidden" name="changes" value={changes.join(' ')} />
      <input type="hidden" name="back" value={back} />
      <p>
        <strong className="block">{closed}</strong>
        Reopening brings back the lessons with their students, takes back the makeups, and lets families know.
      </p>
      <Button className="justify-self-start" busy="Reopening…">
        Reopen
      </Button>
    </Form>
  )
}

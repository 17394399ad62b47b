import type { LoaderFunctionArgs, MetaFunction } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { DialogForm } from '~/components/form/dialog-form'
import { Field } from '~/components/form/field'
import { RadioCards } from '~/components/form/radio-cards'
import { useAnswer } from '~/components/form/use-answer'
import { ButtonLink } from '~/components/ui/button'
import { Dialog } from '~/components/ui/dialog'
import { closeDaySchema, WHOLE_DAY } from '~/models/closing/closing.schema'
import { type ClosingChoice, closingChoices } from '~/models/closing/closing-choices.server'
import { dayOf } from '~/models/schedule/week-address'
import { today } from '~/platform/clock.server'
import { sayTold } from '~/routes/office/lessons/said'
import { undoOf } from '~/routes/office/lessons/undo-of'
import { closeDayAndTell } from '~/services/mail/day-closed-mail.server'
import { formatDay, formatWeekday, type LocalDate } from '~/utils/dates'
import { paths } from '~/utils/paths'
import { formatTimeOfDay } from '~/utils/time-of-day'
import { requireAdmin } from '~/web/auth.server'
import { formAction } from '~/web/form-action.server'

const REASONS = ['Snow', 'Ice', 'Heat', 'Storm', 'Ill horses', 'No instructor', 'Holiday']

export const meta: MetaFunction = () => [{ title: 'Close the Day' }]

const shown = (query: URLSearchParams) => {
  const date = dayOf(query.get('date')) ?? today()
  return query.get('back') === 'week' ? { date, back: 'week' as const } : { date }
}

const screenOf = ({ date, back }: { date: LocalDate; back?: 'week' }) =>
  back ? paths.admin({ day: date }) : paths.daySheet({ date })

export async function loader({ request }: LoaderFunctionArgs) {
  await requireAdmin(request)
  const at = shown(new URL(request.url).searchParams)
  return { ...at, choices: await closingChoices(at.date) }
}

const count = (number: number, one: string) => `${number} ${one}${number === 1 ? '' : 's'}`

export const action = formAction({
  guard: requireAdmin,
  schema: closeDaySchema,
  failed: 'The day was not closed',
  async run({ viewer, value: { from = null, reason }, query }) {
    const at = shown(query)
    const { changes, lessons, rides, ...told } = await closeDayAndTell(viewer.id, at.date, { from, reason })
    return {
      to: screenOf(at),
      title: 'Day Closed',
      description: [`${count(lessons, 'lesson')}, ${count(rides, 'ride')}`, sayTold(told)].filter(Boolean).join('. '),
      undo: undoOf(changes, at.back ? undefined : 'sheet'),
    }
  },
})

function cardOf({ from, lessons, rides, families, recorded }: ClosingChoice) {
  const what = [count(lessons, 'lesson'), count(rides, 'ride'), count(families, 'email')].join(', ')
  const disabled = recorded.length > 0
  return {
    value: from ?? WHOLE_DAY,
    label: from ? `From ${formatTimeOfDay(from)} on` : 'Whole day',
    description: disabled ? `Recorded already: ${recorded.join(', ')}` : what,
    disabled,
  }
}

export default function CloseDay() {
  const { date, back, choices } = useLoaderData<typeof loader>()
  const first = choices.find(({ recorded }) => recorded.length === 0)
  const { field, ...answer } = useAnswer<typeof closeDaySchema>({ defaultValue: { from: first?.from ?? WHOLE_DAY } })
  const at = { date, ...(back && { back }) }
  const closeTo = screenOf(at)
  const title = `Close ${formatWeekday(date)}, ${formatDay(date)}`
  const [whole] = choices
  if (!whole || !first) {
    const why = whole
      ? `Every lesson of this day has a recorded ride: ${whole.recorded.join(', ')}. Set it back to Scheduled first.`
      : 'There are no lessons on this day.'
    return (
      <Dialog title={title} closeTo={closeTo}>
        <p className="mb-4">{why}</p>
        <ButtonLink to={closeTo}>Back</ButtonLink>
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
    >
      <RadioCards legend="When" meta={field('from').meta} choices={choices.map(cardOf)} />
      <Field
        label="Reason"
        list="reasons"
        autoComplete="off"
        required
        maxLength={300}
        hint="Families read it."
        {...field('reason')}
      />
      <datalist id="reasons">
        {REASONS.map((reason) => (
          <option key={reason} value={reason} />
        ))}
      </datalist>
      <WhatHappens {...first} />
    </DialogForm>
  )
}

function WhatHappens({ unreached }: ClosingChoice) {
  return (
    <div className="grid gap-2 text-muted">
      <p>
        The lessons are canceled, and their horses are free. No one is charged. Each student who would have come gets a
        makeup lesson, and each family gets one email.
      </p>
      {unreached.length > 0 ? (
        <p className="text-ink">
          <strong>No email reaches:</strong> {unreached.join(', ')}
        </p>
      ) : null}
    </div>
  )
}

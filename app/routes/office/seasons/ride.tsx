import type { LoaderFunctionArgs, MetaFunction } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { TimesFields } from '~/components/booking/times-fields'
import { DialogForm } from '~/components/form/dialog-form'
import { SelectField } from '~/components/form/select-field'
import { useAnswer } from '~/components/form/use-answer'
import { findSeat, rideFormOf, saveRide } from '~/models/schedule/season/edit-season.server'
import { lessonsOfType, offeredTimes, typeOf } from '~/models/schedule/season/plan'
import { sayWeekly } from '~/models/schedule/season/season'
import { NOWHERE, rideSchema } from '~/models/schedule/season/season.schema'
import { paths } from '~/utils/paths'
import { requireAdmin } from '~/web/auth.server'
import { formAction } from '~/web/form-action.server'
import { lessonOptions } from './lesson-options'
import { draftOf, seasonParam } from './season-param.server'

export const meta: MetaFunction<typeof loader> = ({ data }) => [{ title: data?.name ?? 'Ride' }]

const keyOf = (query: URLSearchParams) => query.get('ride') ?? ''

export async function loader({ request, params }: LoaderFunctionArgs) {
  await requireAdmin(request)
  const plan = await draftOf(params)
  const seat = findSeat(plan, keyOf(new URL(request.url).searchParams))
  const { from } = seat
  const solved = seat.change && !seat.change.byHand ? seat.change.to : null
  return {
    id: plan.season.id,
    ride: seat.key,
    name: plan.riders.get(seat.riderId)?.name ?? '',
    now: from && sayWeekly(from),
    solved: solved && sayWeekly(solved),
    ...rideFormOf(plan, seat),
    type: typeOf(plan, seat),
    lessons: lessonOptions(plan),
    offered: offeredTimes(lessonsOfType(plan, typeOf(plan, seat))),
  }
}

export const action = formAction({
  guard: requireAdmin,
  schema: rideSchema,
  failed: 'The ride was not saved',
  async run({ value, params, query, version }) {
    const id = seasonParam(params)
    await saveRide(id, keyOf(query), value, version)
    return { to: paths.season(id), title: 'Ride Saved' }
  },
})

/** Where a rider goes in the season, and the times that work for the family. */
export default function Ride() {
  const { id, ride, name, now, solved, to, times, version, type, lessons, offered } = useLoaderData<typeof loader>()
  const { field, ...answer } = useAnswer(rideSchema, { defaultValue: { to }, version })
  const typed = answer.form.initialValue?.times
  return (
    <DialogForm
      title={name}
      closeTo={paths.season(id)}
      answer={answer}
      action={paths.seasonRide(id, ride)}
      submit="Save"
      busy="Saving…"
    >
      <p className="text-muted">
        {now ? `Now: ${now}.` : 'Joins in this season.'}
        {solved ? ` Solve found ${solved}.` : ''}
      </p>
      <SelectField
        label="In this season"
        options={[
          { value: '', label: now ? 'As now, or where Solve finds a better time' : 'Wherever Solve finds a time' },
          { value: NOWHERE, label: now ? 'No spot: this ride ends' : 'Does not join after all' },
        ]}
        groups={lessons}
        {...field('to')}
      />
      <fieldset className="min-w-0">
        <legend className="mb-1 font-semibold">Times that work for a {type}</legend>
        <p className="mb-2 text-sm text-muted">As the family told you, the best first.</p>
        <TimesFields
          name="times"
          groups={offered}
          times={Array.isArray(typed) ? typed : times}
          errors={field('times').meta?.errors}
        />
      </fieldset>
    </DialogForm>
  )
}

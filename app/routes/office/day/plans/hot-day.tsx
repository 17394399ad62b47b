import { type LoaderFunctionArgs, type MetaFunction, redirect } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { Field } from '~/components/form/field'
import { PostForm } from '~/components/form/post-form'
import { useAnswer } from '~/components/form/use-answer'
import { Button, ButtonLink } from '~/components/ui/button'
import { PageHeader } from '~/components/ui/page-header'
import { loadHotPlan, saveHotDay } from '~/models/schedule/change/horses/hot-day.server'
import { REASON_FIELD } from '~/models/schedule/horses/horse-limit.server'
import { assignDaysSchema, hotDaySchema } from '~/models/schedule/horses/plan/horse-plan.schema'
import { sayHot } from '~/models/schedule/workload/hot-days.server'
import { today } from '~/platform/clock.server'
import { Outdated, Refused } from '~/platform/refused'
import { undoOf } from '~/routes/office/lessons/undo-of'
import { formatDay, formatWeekday } from '~/utils/dates'
import { pathOf, paths } from '~/utils/paths'
import { counted } from '~/utils/plain-words'
import { requireAdmin } from '~/web/auth.server'
import { formAction } from '~/web/form-action.server'
import { DaySections } from '../../horses/fits/day-sections'

export const handle = { scripts: true }
export const meta: MetaFunction = () => [{ title: 'Hot Day' }]

const askedOf = (query: URLSearchParams) => hotDaySchema.safeParse(Object.fromEntries(query)).data

export async function loader({ request }: LoaderFunctionArgs) {
  await requireAdmin(request)
  const asked = askedOf(new URL(request.url).searchParams)
  if (!asked || asked.date < today()) throw redirect(paths.changeOfPlans({ date: asked?.date }))
  return { plan: await loadHotPlan(asked.date, asked.fewer), address: paths.hotDay(asked) }
}

export const action = formAction({
  guard: requireAdmin,
  schema: assignDaysSchema,
  failed: 'Nothing was saved',
  asks: [REASON_FIELD],
  refusedTo: ({ request }, refused) => (refused instanceof Outdated ? pathOf(request) : undefined),
  async run({ viewer, value, query }) {
    const asked = askedOf(query)
    if (!asked) throw new Refused('invalid', 'Choose a day')
    const { assigned, changes } = await saveHotDay(viewer.id, asked.date, asked.fewer, value)
    return {
      to: paths.daySheet({ date: asked.date }),
      title: asked.fewer > 0 ? sayHot(asked.fewer) : 'As Many Rides as Usual',
      description: assigned > 0 ? `${counted(assigned, 'ride')} changed` : undefined,
      undo: undoOf(changes, 'sheet'),
    }
  },
})

/** The rides of a hot day that lose their horse or get another; the limits of the day and the horses are saved together. */
export default function HotDay() {
  const { plan, address } = useLoaderData<typeof loader>()
  const { date, fewer, saved, day, over, version } = plan
  const { field, ...answer } = useAnswer(assignDaysSchema)
  const back = paths.changeOfPlans({ date })
  const reason = field('overReason')
  return (
    <div className="mx-auto max-w-3xl">
      <PageHeader title={fewer > 0 ? 'Hot day' : 'No hot day'} back={{ to: back, label: 'Change of Plans' }}>
        {formatWeekday(date)}, <span className="num">{formatDay(date)}</span>.{' '}
        {saved > 0 ? `Saved until now: ${sayHot(saved)}. ` : null}
        {sayFound(plan)}
      </PageHeader>
      <PostForm answer={answer} failed="Nothing was saved" action={address} stay>
        <input type="hidden" name="version" value={version} />
        {day.rides.length > 0 ? <DaySections days={[day]} sent={answer.form.initialValue?.days} /> : null}
        {over.length > 0 ? (
          <p className="font-semibold text-warn">
            {`${over.join(', ')} ${over.length === 1 ? 'goes' : 'go'} out more often all the same: the rides have begun, or it is other work.`}
          </p>
        ) : null}
        {day.rides.length > 0 ? (
          <Field
            label="Reason, if a horse exceeds its limit"
            hint="One reason for all of them. It shows on the Horses page."
            {...reason}
            autoFocus={Boolean(reason.meta.errors?.length)}
          />
        ) : null}
        <p className="text-muted">
          {fewer > 0
            ? 'Each horse can still go out at least once. Horses without a daily limit are not affected. Families get no message now; later reminders name the new horse.'
            : 'Rides keep the horses that they have now. To give back those of the hot day, undo it under Changes.'}
        </p>
        <div className="horse-save">
          <ButtonLink to={back} variant="secondary">
            Back
          </ButtonLink>
          <Button busy="Saving…">Confirm</Button>
        </div>
      </PostForm>
    </div>
  )
}

/** `1 fewer ride for each horse. 5 rides change: another horse for 4, none for 1. Nothing is saved yet.` */
function sayFound({ fewer, day: { rides } }: { fewer: number; day: { rides: { horseId: number | null }[] } }): string {
  const found = rides.filter(({ horseId }) => horseId !== null).length
  const none = rides.length - found
  return [
    fewer > 0
      ? `${fewer} fewer ${fewer === 1 ? 'ride' : 'rides'} for each horse.`
      : 'Each horse may go out as often as usual.',
    rides.length > 0
      ? `${rides.length === 1 ? '1 ride changes' : `${rides.length} rides change`}: ${[
          found > 0 && `another horse for ${found}`,
          none > 0 && `none for ${none}`,
        ]
          .filter(Boolean)
          .join(', ')}.`
      : fewer > 0 && 'No ride has to change.',
    'Nothing is saved yet.',
  ]
    .filter(Boolean)
    .join(' ')
}

import type { LoaderFunctionArgs, MetaFunction } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { TimesFields } from '~/components/booking/times-fields'
import { PostForm } from '~/components/form/post-form'
import { useAnswer } from '~/components/form/use-answer'
import { Button, ButtonLink } from '~/components/ui/button'
import { Card } from '~/components/ui/card'
import { EmptyState } from '~/components/ui/empty-state'
import { PageHeader } from '~/components/ui/page-header'
import { ownWishesSchema } from '~/models/schedule/season/family-wishes.schema'
import { type OwnSeason, ownSeason, saveOwnWishes } from '~/models/schedule/season/family-wishes.server'
import { today } from '~/platform/clock.server'
import { whomToAsk } from '~/services/mail/set-up.server'
import { formatComing } from '~/utils/dates'
import { idField } from '~/utils/fields'
import { paths } from '~/utils/paths'
import { requireViewer } from '~/web/auth.server'
import { formAction } from '~/web/form-action.server'

export const handle = { scripts: true }
export const meta: MetaFunction = () => [{ title: 'Next Season' }]

/** No season has the ID 0. */
const seasonId = ({ season }: { season?: string }): number => idField.safeParse(season).data ?? 0

export async function loader({ request, params }: LoaderFunctionArgs) {
  const viewer = await requireViewer(request)
  const { season, state, rides } = await ownSeason(viewer.id, seasonId(params))
  return {
    ...{ name: season.name, state, rides },
    begins: formatComing(today(), season.startsOn),
    last: formatComing(today(), season.askedThrough),
    ask: state === 'closed' ? await whomToAsk() : '',
  }
}

export const action = formAction({
  guard: requireViewer,
  schema: ownWishesSchema,
  failed: 'Not saved',
  // The page that follows has no form anymore.
  refusedTo: ({ params }, { status }) => (status === 409 ? paths.nextSeason(seasonId(params)) : undefined),
  async run({ viewer, value: { rides }, params }) {
    const id = seasonId(params)
    await saveOwnWishes(viewer.id, id, rides)
    const { season } = await ownSeason(viewer.id, id)
    const last = formatComing(today(), season.askedThrough)
    return { to: paths.nextSeason(id), title: 'Saved', description: `You can change it through ${last}.` }
  },
})

export default function NextSeason() {
  const { name, begins, last, ask, state, rides } = useLoaderData<typeof loader>()
  return (
    <div className="mx-auto max-w-2xl">
      <PageHeader title="Which times work for you?" />
      {state === 'published' ? (
        <Card>
          <EmptyState
            title="The new schedule is out"
            action={<ButtonLink to={paths.scheduledRides()}>See your rides</ButtonLink>}
          >
            {name} begins {begins}.
          </EmptyState>
        </Card>
      ) : rides.length === 0 ? (
        <Card>
          <EmptyState
            title="There’s nothing to choose"
            action={<ButtonLink to={paths.findPlace()}>Find a lesson</ButtonLink>}
          >
            Your family has no weekly lesson yet. If you’d like one in {name}, please tell the office.
          </EmptyState>
        </Card>
      ) : state === 'open' ? (
        <>
          <p className="mb-4 [overflow-wrap:anywhere]">
            {name} begins {begins}: choose up to four times for each ride, the best first, by {last}. We’ll do our best,
            and until the office publishes the schedule, nothing changes.
          </p>
          <AskForm rides={rides} />
        </>
      ) : (
        <>
          <p className="mb-4 [overflow-wrap:anywhere]">
            {name} begins {begins}. Answers were open through {last}. To change anything, {ask}.
          </p>
          <Said rides={rides} />
        </>
      )}
    </div>
  )
}

const titleOf = ({ rider, type, now }: OwnSeason['rides'][number]) => `${rider} · ${type} (now ${now.join(' and ')})`

function AskForm({ rides }: Pick<OwnSeason, 'rides'>) {
  const { field: _, fieldOf, ...answer } = useAnswer(ownWishesSchema)
  const typed: unknown = answer.form.initialValue?.rides
  return (
    <PostForm answer={answer} stay>
      {rides.map((ride, at) => {
        const { riderId, type, offered, said } = ride
        const name = `rides[${at}]`
        const sent = Array.isArray(typed) ? typed.find((one) => one?.rider === riderId && one.type === type) : undefined
        const times = sent ? sent.times : said.flatMap(({ value, isOffered }) => (isOffered ? [value] : []))
        const gone = said.flatMap(({ label, isOffered }) => (isOffered ? [] : [label]))
        return (
          <fieldset key={`${riderId} ${type}`} className="card min-w-0 p-4 sm:p-5">
            <legend className="float-start mb-3 w-full font-semibold [overflow-wrap:anywhere]">{titleOf(ride)}</legend>
            <div className="clear-both">
              <input type="hidden" name={`${name}.rider`} value={riderId} />
              <input type="hidden" name={`${name}.type`} value={type} />
              {gone.length ? <p className="mb-3 text-muted">No longer offered: {gone.join(', ')}.</p> : null}
              {offered.length ? (
                <TimesFields
                  name={`${name}.times`}
                  groups={offered}
                  times={times ?? []}
                  errors={fieldOf('rides', at)('times').meta?.errors}
                />
              ) : (
                <p>There’s no time to choose from right now. Please tell the office what works.</p>
              )}
            </div>
          </fieldset>
        )
      })}
      <p className="text-muted">
        Leave a ride empty to keep the spot you have, as long as its lesson stays on the schedule.
      </p>
      <div className="actions">
        <Button busy="Saving…">Save</Button>
      </div>
    </PostForm>
  )
}

const Said = ({ rides }: Pick<OwnSeason, 'rides'>) =>
  rides.map((ride) => (
    <Card key={`${ride.riderId} ${ride.type}`} title={titleOf(ride)} className="mb-3 [overflow-wrap:anywhere]">
      {ride.said.length ? (
        <ol className="list-decimal ps-6">
          {ride.said.map(({ value, label }) => (
            <li key={value}>{label}</li>
          ))}
        </ol>
      ) : (
        <p>You named no times.</p>
      )}
    </Card>
  ))

import type { LoaderFunctionArgs, MetaFunction } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { t } from '#text'
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
export const meta: MetaFunction = () => [{ title: t('Next Season') }]

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
  failed: () => t('Not saved'),
  // The page that follows has no form anymore.
  refusedTo: ({ params }, { status }) => (status === 409 ? paths.nextSeason(seasonId(params)) : undefined),
  async run({ viewer, value: { rides }, params }) {
    const id = seasonId(params)
    await saveOwnWishes(viewer.id, id, rides)
    const { season } = await ownSeason(viewer.id, id)
    const last = formatComing(today(), season.askedThrough)
    return {
      to: paths.nextSeason(id),
      title: t('Saved'),
      description: t('You can change it through {last}.', { last }),
    }
  },
})

export default function NextSeason() {
  const { name, begins, last, ask, state, rides } = useLoaderData<typeof loader>()
  return (
    <div className="mx-auto max-w-2xl">
      <PageHeader title={t('Which times work for you?')} />
      {state === 'published' ? (
        <Card>
          <EmptyState
            title={t('The new schedule is out')}
            action={<ButtonLink to={paths.scheduledRides()}>{t('See your rides')}</ButtonLink>}
          >
            {t('{name} begins {begins}.', { name, begins })}
          </EmptyState>
        </Card>
      ) : rides.length === 0 ? (
        <Card>
          <EmptyState
            title={t('There’s nothing to choose')}
            action={<ButtonLink to={paths.findPlace()}>{t('Find a lesson')}</ButtonLink>}
          >
            {t('Your family has no weekly lesson yet. If you’d like one in {name}, please tell the office.', { name })}
          </EmptyState>
        </Card>
      ) : state === 'open' ? (
        <>
          <p className="mb-4 [overflow-wrap:anywhere]">
            {t(
              '{name} begins {begins}: choose up to four times for each ride, the best first, by {last}. We’ll do our best, and until the office publishes the schedule, nothing changes.',
              { name, begins, last },
            )}
          </p>
          <AskForm rides={rides} />
        </>
      ) : (
        <>
          <p className="mb-4 [overflow-wrap:anywhere]">
            {t('{name} begins {begins}. Answers were open through {last}. To change anything, {ask}.', {
              ...{ name, begins, last, ask },
            })}
          </p>
          <Said rides={rides} />
        </>
      )}
    </div>
  )
}

const titleOf = ({ rider, type, now }: OwnSeason['rides'][number]) =>
  t('{rider} · {type} (now {now})', { rider, type, now: now.join(` ${t('and')} `) })

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
              {gone.length ? (
                <p className="mb-3 text-muted">{t('No longer offered: {times}.', { times: gone.join(', ') })}</p>
              ) : null}
              {offered.length ? (
                <TimesFields
                  name={`${name}.times`}
                  groups={offered}
                  times={times ?? []}
                  errors={fieldOf('rides', at)('times').meta?.errors}
                />
              ) : (
                <p>{t('There’s no time to choose from right now. Please tell the office what works.')}</p>
              )}
            </div>
          </fieldset>
        )
      })}
      <p className="text-muted">
        {t('Leave a ride empty to keep the spot you have, as long as its lesson stays on the schedule.')}
      </p>
      <div className="actions">
        <Button busy={t('Saving…')}>{t('Save')}</Button>
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
        <p>{t('You named no times.')}</p>
      )}
    </Card>
  ))

import type { LoaderFunctionArgs, MetaFunction } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { z } from 'zod'
import { PostForm } from '~/components/form/post-form'
import { useAnswer } from '~/components/form/use-answer'
import { Button, ButtonLink } from '~/components/ui/button'
import { Card } from '~/components/ui/card'
import { DataTable } from '~/components/ui/data-table'
import { EmptyState } from '~/components/ui/empty-state'
import { PageHeader } from '~/components/ui/page-header'
import { publishSeason } from '~/models/schedule/change/publish-season.server'
import { BEYOND_FIELD, WAITLIST_FIELD } from '~/models/schedule/lessons/change-lesson.server'
import { type Plan, rideChanges } from '~/models/schedule/season/plan'
import { sayWeekly } from '~/models/schedule/season/season'
import { tickField } from '~/models/schedule/vocabulary/slot.schema'
import { Outdated } from '~/platform/refused'
import { AskedBox, BeyondBox } from '~/routes/office/lessons/slot-fields'
import { undoOf } from '~/routes/office/lessons/undo-of'
import { formatDay, formatWeekday } from '~/utils/dates'
import { pathOf, paths } from '~/utils/paths'
import { counted } from '~/utils/plain-words'
import { requireAdmin } from '~/web/auth.server'
import { formAction } from '~/web/form-action.server'
import { draftOf, seasonParam } from './season-param.server'

export const meta: MetaFunction<typeof loader> = ({ data }) => [{ title: data ? `Publish ${data.name}` : 'Publish' }]

export async function loader({ request, params }: LoaderFunctionArgs) {
  await requireAdmin(request)
  const plan = await draftOf(params)
  const { id, name, startsOn } = plan.season
  return {
    ...{ id, name, rides: ridesOf(plan), lessons: lessonsOf(plan), version: plan.version },
    from: `${formatWeekday(startsOn)}, ${formatDay(startsOn)}`,
  }
}

/** Each weekly ride that changes, by the rider's name. */
const ridesOf = (plan: Plan) =>
  rideChanges(plan)
    .map(({ seat, lesson }) => ({
      key: seat.key,
      name: plan.riders.get(seat.riderId)?.name ?? '',
      before: seat.from ? sayWeekly(seat.from) : 'New',
      after: lesson ? sayWeekly(lesson) : 'No spot',
    }))
    .sort((a, b) => a.name.localeCompare(b.name, 'en'))

const lessonsOf = ({ week }: Plan) =>
  week.lessons
    .filter(({ state }) => state !== 'stays')
    .map((lesson) => ({ key: lesson.key, text: `${sayWeekly(lesson)} ${lesson.state === 'new' ? 'is new' : 'ends'}` }))

const publishSchema = z.object({ beyond: tickField, despiteWaitlist: tickField })

export const action = formAction({
  guard: requireAdmin,
  schema: publishSchema,
  failed: 'Nothing was published',
  asks: [BEYOND_FIELD, WAITLIST_FIELD],
  refusedTo: ({ request }, refused) => (refused instanceof Outdated ? pathOf(request) : undefined),
  async run({ viewer, value, params, version }) {
    const id = seasonParam(params)
    const terms = { version, beyond: value.beyond === 'on', despiteWaitlist: value.despiteWaitlist === 'on' }
    const { moved, joined, ended, changes } = await publishSeason(viewer.id, id, terms)
    const parts = [moved > 0 && `${moved} moved`, joined > 0 && `${joined} new`, ended > 0 && `${ended} ended`].filter(
      Boolean,
    )
    return {
      to: paths.season(id),
      title: 'Season Published',
      description: parts.length > 0 ? `Weekly rides: ${parts.join(', ')}` : undefined,
      undo: undoOf(changes),
    }
  },
})

/** Everything that a season changes, before it becomes the week. */
export default function Publish() {
  const { id, name, from, rides, lessons, version } = useLoaderData<typeof loader>()
  const { field, ...answer } = useAnswer(publishSchema, { version })
  const isEmpty = rides.length + lessons.length === 0
  return (
    <div className="mx-auto max-w-3xl">
      <PageHeader title={`Publish ${name}`} back={{ to: paths.season(id), label: name }}>
        This becomes the week from <span className="num">{from}</span> on.
      </PageHeader>
      {isEmpty ? <EmptyState title="The season is the week as it is: there is nothing to publish." /> : null}
      {lessons.length > 0 ? (
        <Card title="Lessons" className="mb-4">
          <ul className="num">
            {lessons.map(({ key, text }) => (
              <li key={key}>{text}</li>
            ))}
          </ul>
        </Card>
      ) : null}
      {rides.length > 0 ? (
        <Card title={counted(rides.length, 'weekly ride')} className="mb-4">
          <DataTable
            caption="Weekly rides that change"
            rows={rides}
            rowKey={({ key }) => key}
            columns={[
              { header: 'Student', cell: ({ name }) => name },
              {
                header: 'Now',
                label: 'now',
                card: 'line',
                cell: ({ before }) => <span className="num">{before}</span>,
              },
              { header: name, label: 'Then', cell: ({ after }) => <strong className="num">{after}</strong> },
            ]}
          />
        </Card>
      ) : null}
      {isEmpty ? null : (
        <PostForm answer={answer} failed="Nothing was published" action={paths.publishSeason(id)} stay>
          <p className="max-w-prose text-muted">
            What a ride was booked with goes along. Each family whose rides change or begin gets one email in about five
            minutes, and so does each instructor. Undo takes everything back.
          </p>
          <BeyondBox field={field} label="Publish anyway" />
          <AskedBox meta={field(WAITLIST_FIELD).meta} label="Publish anyway" />
          <div className="actions">
            <Button busy="Publishing…">Publish</Button>
            <ButtonLink to={paths.season(id)} variant="secondary">
              Back
            </ButtonLink>
          </div>
        </PostForm>
      )}
    </div>
  )
}

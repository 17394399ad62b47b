import type { LoaderFunctionArgs, MetaFunction } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { Field } from '~/components/form/field'
import { PostForm } from '~/components/form/post-form'
import { useAnswer } from '~/components/form/use-answer'
import { StateBadge } from '~/components/ui/badge'
import { Button } from '~/components/ui/button'
import { Card } from '~/components/ui/card'
import { Link } from '~/components/ui/link'
import { PageHeader } from '~/components/ui/page-header'
import { newSeasonSchema } from '~/models/schedule/season/season.schema'
import { addSeason, listSeasons } from '~/models/schedule/season/season.server'
import { today } from '~/platform/clock.server'
import { addDays, formatDay } from '~/utils/dates'
import { paths } from '~/utils/paths'
import { requireAdmin } from '~/web/auth.server'
import { formAction } from '~/web/form-action.server'

export const meta: MetaFunction = () => [{ title: 'Seasons' }]

export async function loader({ request }: LoaderFunctionArgs) {
  await requireAdmin(request)
  const seasons = (await listSeasons()).map(({ id, name, startsOn, publishedAt }) => ({
    ...{ id, name },
    startsOn: formatDay(startsOn),
    isPublished: publishedAt !== null,
  }))
  return { seasons, tomorrow: addDays(today(), 1) }
}

export const action = formAction({
  guard: requireAdmin,
  schema: newSeasonSchema,
  failed: 'The season was not added',
  async run({ value }) {
    return {
      to: paths.season(await addSeason(value)),
      title: 'Season Added',
      description: 'Nothing of it is real until you publish it.',
    }
  },
})

/** The weekly lessons of a time to come, planned while the present ones go on. */
export default function Seasons() {
  const { seasons, tomorrow } = useLoaderData<typeof loader>()
  const { field, ...answer } = useAnswer(newSeasonSchema)
  return (
    <div className="mx-auto max-w-3xl">
      <PageHeader title="Seasons" back={{ to: paths.admin(), label: 'Week' }}>
        Plan the weekly lessons of your next term. Families see only the times that you ask them about, until you
        publish it.
      </PageHeader>
      {seasons.length > 0 ? (
        <Card title="Your seasons" className="mb-4">
          <ul>
            {seasons.map(({ id, name, startsOn, isPublished }) => (
              <li
                key={id}
                className="flex flex-wrap items-center justify-between gap-x-4 border-t border-line py-1 first:border-t-0"
              >
                <Link
                  to={paths.season(id)}
                  className="link inline-flex min-h-11 items-center font-semibold [overflow-wrap:anywhere]"
                >
                  {name}
                </Link>
                <span className="flex items-center gap-3">
                  <span className="num text-muted">from {startsOn}</span>
                  <StateBadge state={isPublished ? 'completed' : 'scheduled'}>
                    {isPublished ? 'Published' : 'Plan'}
                  </StateBadge>
                </span>
              </li>
            ))}
          </ul>
        </Card>
      ) : null}
      <Card title="Plan a season">
        <PostForm answer={answer} failed="The season was not added">
          <div className="grid gap-4 sm:grid-cols-2">
            <Field label="Name" placeholder="Spring 2027" autoComplete="off" {...field('name')} />
            <Field label="First day" type="date" min={tomorrow} {...field('startsOn')} />
          </div>
          <p className="text-muted">
            It begins as a copy of the week on that day. What changes in the week until then, changes here too.
          </p>
          <div className="actions">
            <Button>Plan It</Button>
          </div>
        </PostForm>
      </Card>
    </div>
  )
}

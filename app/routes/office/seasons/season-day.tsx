import { Badge } from '~/components/ui/badge'
import { Link } from '~/components/ui/link'
import { paths } from '~/utils/paths'
import type { planView } from './plan-view'

type Day = ReturnType<typeof planView>['days'][number]

/** The lessons of a weekday in a season. */
export function SeasonDay({ id, name, lessons }: Day & { id: number }) {
  return (
    <section id={name} aria-label={name}>
      <h2 className="mb-2 text-lg">{name}</h2>
      <ul className="grid gap-2">
        {lessons.map((lesson) => (
          <li key={lesson.key} className="card p-3">
            <Lesson id={id} lesson={lesson} />
          </li>
        ))}
      </ul>
    </section>
  )
}

function Lesson({
  id,
  lesson: { key, title, state, spots, isOver, facts, twice, riders },
}: {
  id: number
  lesson: Day['lessons'][number]
}) {
  return (
    <>
      <div className="flex flex-wrap items-center justify-between gap-x-2">
        <h3 className="text-base">
          <Link to={paths.seasonLesson(id, key)} stay className="link num inline-flex min-h-11 items-center">
            {title}
          </Link>
        </h3>
        {state === 'stays' ? null : (
          <Badge tone={state === 'new' ? 'info' : 'neutral'}>{state === 'new' ? 'New' : 'Ends'}</Badge>
        )}
      </div>
      {state === 'ends' ? null : (
        <>
          <p className="text-sm text-muted">
            <span className={isOver ? 'num font-semibold text-warn' : 'num'}>{spots}</span>
            {facts ? ` · ${facts}` : ''}
            {twice ? <span className="font-semibold text-warn"> {twice}</span> : null}
          </p>
          <ul>
            {riders.map((rider) => (
              <li key={rider.key}>
                <Link
                  to={paths.seasonRide(id, rider.key)}
                  stay
                  className="inline-flex min-h-11 flex-wrap items-baseline gap-x-2 py-2"
                >
                  <span className={rider.isMoved ? 'font-bold' : undefined}>{rider.name}</span>
                  {rider.note ? <span className="text-sm text-muted">{rider.note}</span> : null}
                  {rider.warnings ? <span className="text-sm font-semibold text-warn">{rider.warnings}</span> : null}
                </Link>
              </li>
            ))}
          </ul>
          <Link to={paths.addToSeason(id, key)} stay className="link inline-flex min-h-11 items-center text-sm">
            Add a student
          </Link>
        </>
      )}
    </>
  )
}

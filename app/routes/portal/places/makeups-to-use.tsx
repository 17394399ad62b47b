import { Link } from '~/components/ui/link'
import type { OpenMakeup } from '~/models/makeups/book-makeup.server'
import { sayUntil } from '~/models/makeups/makeup'
import { paths } from '~/utils/paths'

/** The makeups that the rider has, and the way to the office if no place is free. */
export function MakeupsToUse({ makeups, fits }: { makeups: OpenMakeup[]; fits: boolean }) {
  if (makeups.length === 0) return null
  return (
    <section className="card mb-3 px-4 py-3">
      <h2 className="text-base">{makeups.length === 1 ? 'One makeup to use' : `${makeups.length} makeups to use`}</h2>
      <p className="text-sm text-muted">
        {fits
          ? 'None of these times fits? Ask the office.'
          : 'No place is free for it in these two weeks: ask the office.'}
      </p>
      <ul>
        {makeups.map(({ id, type, until, isAsked }) => (
          <li key={id} className="flex flex-wrap items-center justify-between gap-x-3">
            <span>{[type, sayUntil(until)].filter(Boolean).join(' ')}</span>
            <Link to={paths.ownMakeup(id)} className="link inline-flex min-h-11 items-center">
              {isAsked ? 'You asked the office' : 'Ask the office'}
            </Link>
          </li>
        ))}
      </ul>
    </section>
  )
}

import { ButtonLink } from '~/components/ui/button'
import { formatMonth, type LocalDate, monthStart } from '~/utils/dates'
import { paths } from '~/utils/paths'
import { needsLesson, type Offered } from './place-line'

const list = new Intl.ListFormat('en-US', { type: 'conjunction' })

/** What a rider has nothing to book with, by ride type and month. */
export function BuyFirst({ rider, lessons }: { rider: string; lessons: Offered[] }) {
  const months = new Map<string, Set<LocalDate>>()
  for (const { type, date } of lessons.filter(needsLesson)) {
    months.set(type, (months.get(type) ?? new Set()).add(monthStart(date)))
  }
  if (months.size === 0) return null
  return (
    <section className="card mb-3 flex flex-wrap items-center gap-x-3 gap-y-2 px-4 py-3">
      <div className="me-auto">
        <h2 className="text-base">Buy a lesson first</h2>
        <ul className="text-sm text-muted">
          {[...months].map(([type, of]) => (
            <li key={type}>
              {rider} has no {type} to book in {list.format([...of].map(formatMonth))}.
            </li>
          ))}
        </ul>
      </div>
      <ButtonLink to={paths.purchase()} variant="secondary">
        Buy Lessons
      </ButtonLink>
    </section>
  )
}

import { Link } from '~/components/ui/link'

/** Arrows to the previous and next month. */
export function MonthPager({ before, after }: { before: string; after: string }) {
  return (
    <nav aria-label="Month" className="no-print flex">
      <Link to={before} stay className="btn btn-quiet w-11 px-0">
        <span className="sr-only">Previous month</span>
        <span aria-hidden="true">←</span>
      </Link>
      <Link to={after} stay className="btn btn-quiet w-11 px-0">
        <span className="sr-only">Next month</span>
        <span aria-hidden="true">→</span>
      </Link>
    </nav>
  )
}

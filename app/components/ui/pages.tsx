import { Link } from '~/components/ui/link'

/** The way to the neighboring pages of a list. Nothing where all is on one. */
export function Pages({
  label,
  page,
  pages,
  previous = 'Previous',
  next = 'Next',
  inPlace,
  to,
}: {
  /** What the pages hold, where a screen has several lists. */
  label?: string
  page: number
  pages: number
  previous?: string
  next?: string
  /** The list stays where it is in the window. */
  inPlace?: boolean
  to: (page: number) => string
}) {
  if (pages <= 1) return null
  const link = (target: number, text: string) => (
    <Link to={to(target)} stay={inPlace} className="link inline-flex min-h-11 items-center">
      {text}
    </Link>
  )
  return (
    <nav aria-label={label ? `Pages of ${label}` : 'Pages'} className="mt-4 flex items-center gap-4">
      {page > 1 ? link(page - 1, previous) : null}
      <span className="num">
        Page {page} of {pages}
      </span>
      {page < pages ? link(page + 1, next) : null}
    </nav>
  )
}

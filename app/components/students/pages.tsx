import { Link } from '@remix-run/react'

/** The pages of a list as links. Nothing where all is on one. */
export function Pages({ page, pages, to }: { page: number; pages: number; to: (page: number) => string }) {
  if (pages <= 1) return null
  return (
    <nav aria-label="Pages" className="mt-4 flex items-center gap-4">
      {page > 1 ? (
        <Link to={to(page - 1)} className="link inline-flex min-h-11 items-center">
          Previous
        </Link>
      ) : null}
      <span className="num">
        Page {page} of {pages}
      </span>
      {page < pages ? (
        <Link to={to(page + 1)} className="link inline-flex min-h-11 items-center">
          Next
        </Link>
      ) : null}
    </nav>
  )
}

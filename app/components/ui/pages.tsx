import { t } from '#text'
import { Link } from '~/components/ui/link'

/** Links to the previous and next page of a list. Renders nothing if there is one page. */
export function Pages({
  label,
  page,
  pages,
  more = pages !== undefined && page < pages,
  previous = t('Previous'),
  next = t('Next'),
  inPlace,
  to,
}: {
  /** The list's name on a screen with several lists. */
  label?: string
  page: number
  /** Left out for a list that nobody counts. */
  pages?: number
  /** Whether another page follows. */
  more?: boolean
  previous?: string
  next?: string
  /** Whether the list keeps its position in the window. */
  inPlace?: boolean
  to: (page: number) => string
}) {
  if (!more && (page === 1 || pages === 1)) return null
  const link = (target: number, text: string) => (
    <Link to={to(target)} stay={inPlace} className="link inline-flex min-h-11 items-center">
      {text}
    </Link>
  )
  return (
    <nav aria-label={label ? t('Pages of {label}', { label }) : t('Pages')} className="mt-4 flex items-center gap-4">
      {page > 1 ? link(page - 1, previous) : null}
      <span className="num">
        {pages === undefined
          ? t('Page {page}', { page: String(page) })
          : t('Page {page} of {pages}', { page: String(page), pages: String(pages) })}
      </span>
      {more ? link(page + 1, next) : null}
    </nav>
  )
}

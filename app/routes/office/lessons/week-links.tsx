import type { ReactNode } from 'react'
import { ButtonLink } from '~/components/ui/button'
import { addDays, type LocalDate } from '~/utils/dates'

/** The heading of lessons that a dialog offers from a week on, with links to the week before, down to `first`, and the next. */
export function WeekLinks({
  id,
  week,
  first,
  at,
  children,
}: {
  /** The heading's. */
  id?: string
  week: LocalDate
  first: LocalDate
  /** Returns the dialog's address for another week. */
  at: (week: LocalDate) => string
  children: ReactNode
}) {
  return (
    <div className="mb-2 flex items-center gap-2">
      <h3 id={id} className="me-auto text-base">
        {children}
      </h3>
      {week > first ? (
        <ButtonLink to={at(addDays(week, -7))} stay variant="secondary" aria-label="The week before">
          <span aria-hidden="true">←</span>
        </ButtonLink>
      ) : null}
      <ButtonLink to={at(addDays(week, 7))} stay variant="secondary" aria-label="The next week">
        <span aria-hidden="true">→</span>
      </ButtonLink>
    </div>
  )
}

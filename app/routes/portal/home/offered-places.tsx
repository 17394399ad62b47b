import { ButtonLink } from '~/components/ui/button'
import type { Overview } from '~/models/portal/portal.server'
import { formatDayShort, type LocalDate } from '~/utils/dates'
import { paths } from '~/utils/paths'
import { formatTimeOfDay } from '~/utils/time-of-day'
import { dayName } from './overview'

/** Places that are held for the family until it answers: the one thing on the screen that does not wait. */
export function OfferedPlaces({
  offers,
  family,
  today,
}: {
  offers: Overview['offers']
  /** Each says for whom. */
  family: boolean
  today: LocalDate
}) {
  return offers.map(({ id, rider, date, time, type, weekly, until }) => (
    <section
      key={id}
      aria-label="A place is free"
      className="card mb-4 flex flex-wrap items-center justify-between gap-x-4 gap-y-2 px-4 py-3"
    >
      <p className="min-w-0 flex-1 basis-60">
        <strong>A place is free{family ? ` for ${rider}` : ''}.</strong>{' '}
        <span>
          {type}, {weekly ? 'every week from ' : ''}
          {dayName(date, today)}, {formatDayShort(date)}, {formatTimeOfDay(time)}.
        </span>{' '}
        <span className="text-muted">Answer by {until}.</span>
      </p>
      <ButtonLink to={paths.offer(id)}>See the place</ButtonLink>
    </section>
  ))
}

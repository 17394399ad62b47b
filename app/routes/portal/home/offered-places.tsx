import { Ask } from '~/components/screens/ask'
import { ButtonLink } from '~/components/ui/button'
import type { Overview } from '~/models/portal/portal.server'
import { formatDayShort, formatWeekdayShort } from '~/utils/dates'
import { paths } from '~/utils/paths'
import { formatTimeOfDay } from '~/utils/time-of-day'

/** Shows places that are held for the family until it answers: the only urgent thing on the screen. */
export function OfferedPlaces({
  offers,
  named,
}: {
  offers: Overview['offers']
  /** Whether each offer names its rider. */
  named: boolean
}) {
  return offers.map(({ id, rider, date, time, weekly, until }) => (
    <Ask
      key={id}
      label="A spot opened up"
      title={`A spot opened up${named ? ` for ${rider}` : ''}.`}
      action={<ButtonLink to={paths.offer(id)}>See This Spot</ButtonLink>}
    >
      {weekly ? 'Every week from ' : ''}
      {formatWeekdayShort(date)}, {formatDayShort(date)}, {formatTimeOfDay(time)}. Answer by {until}.
    </Ask>
  ))
}

import { t } from '#text'
import { Ask } from '~/components/screens/ask'
import { ButtonLink } from '~/components/ui/button'
import type { Overview } from '~/models/portal/portal.server'
import { formatDayShort, formatWeekdayShort } from '~/utils/dates'
import { paths } from '~/utils/paths'
import { capitalized } from '~/utils/text/capitalized'
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
  return offers.map(({ id, rider, weekly, until, ...slot }) => (
    <Ask
      key={id}
      label={t('A spot opened up')}
      title={named ? t('A spot opened up for {rider}.', { rider }) : t('A spot opened up.')}
      action={<ButtonLink to={paths.offer(id)}>{t('See This Spot')}</ButtonLink>}
    >
      {weekly
        ? t('Every week from {when}. Answer by {until}.', { when: formatWhen(slot), until })
        : t('{when}. Answer by {until}.', { when: capitalized(formatWhen(slot)), until })}
    </Ask>
  ))
}

const formatWhen = ({ date, time }: Pick<Overview['offers'][number], 'date' | 'time'>) =>
  `${formatWeekdayShort(date)}, ${formatDayShort(date)}, ${formatTimeOfDay(time)}`

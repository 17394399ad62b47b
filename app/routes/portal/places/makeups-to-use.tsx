import { t } from '#text'
import { Link } from '~/components/ui/link'
import type { OpenMakeup } from '~/models/schedule/makeups/book-makeup.server'
import { NO_END } from '~/models/vocabulary/makeup'
import { formatDayShort } from '~/utils/dates'
import { paths } from '~/utils/paths'

/** The makeups that the rider has, and the way to the office if no place fits. */
export function MakeupsToUse({ makeups }: { makeups: OpenMakeup[] }) {
  if (makeups.length === 0) return null
  return (
    <ul aria-label={t('Makeups to use')} className="mb-2">
      {makeups.map(({ id, type, until, isAsked }) => (
        <li key={id} className="flex flex-wrap items-center justify-between gap-x-3">
          <span>
            {until === NO_END
              ? t('Makeup: {type}', { type })
              : t('Makeup: {type} until {day}', { type, day: formatDayShort(until) })}
          </span>
          <Link to={paths.ownMakeup(id)} className="link inline-flex min-h-11 items-center">
            {isAsked ? t('Request sent') : t('Ask the office')}
          </Link>
        </li>
      ))}
    </ul>
  )
}

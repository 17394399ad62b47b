import { t } from '#text'
import { Link } from '~/components/ui/link'
import type { LocalDate } from '~/utils/dates'
import type { Places } from './read-places.server'

/** Links to the two weeks before and after those that are shown. */
export function OtherWeeks({
  earlier,
  later,
  address,
}: Pick<Places, 'earlier' | 'later'> & { address: (from: LocalDate) => string }) {
  return (
    <div className="ms-auto flex gap-4">
      {earlier ? (
        <Link to={address(earlier)} stay className="link inline-flex min-h-11 items-center">
          {t('Earlier')}
        </Link>
      ) : null}
      {later ? (
        <Link to={address(later)} stay className="link inline-flex min-h-11 items-center">
          {t('Later')}
        </Link>
      ) : null}
    </div>
  )
}

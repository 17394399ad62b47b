import { t } from '#text'
import { ButtonLink } from '~/components/ui/button'
import { EmptyState } from '~/components/ui/empty-state'
import { Link } from '~/components/ui/link'
import { PageHeader } from '~/components/ui/page-header'
import { WaiverAsk } from '~/components/waivers/waiver-ask'
import { type Slot, slotKey } from '~/models/vocabulary/slot'
import { formatComing } from '~/utils/dates'
import { type FindPlaceQuery, paths } from '~/utils/paths'
import { formatTimeOfDay } from '~/utils/time-of-day'
import { MakeupsToUse } from './makeups-to-use'
import { listed } from './offered'
import { PlaceLine } from './place-line'
import type { Places } from './read-places.server'

/** Shows the next times for the makeup right after a ride was called off. */
export function PickAnother({
  instead,
  rider,
  first,
  days,
  makeups,
  hindered,
}: Omit<Places, 'instead'> & { instead: Slot }) {
  const fits = days.flatMap(({ lessons }) => lessons).filter(({ isInstead }) => isInstead)
  const { lessons } = listed(fits, null, false)
  const here: FindPlaceQuery = { rider: rider.id, instead: slotKey(instead) }
  const at = paths.findPlace({ ...here, kept: lessons.map(slotKey).join('|') })
  return (
    <div className="mx-auto max-w-2xl">
      <PageHeader title={t('Pick another time')}>
        {t('Instead of {day} at {time}', {
          day: formatComing(first, instead.date),
          time: formatTimeOfDay(instead.time),
        })}
      </PageHeader>
      <WaiverAsk riders={hindered} required back={paths.findPlace(here)} />
      {lessons.length ? (
        <ul className="card">
          {lessons.map((lesson) => (
            <PlaceLine
              key={slotKey(lesson)}
              lesson={lesson}
              riderId={rider.id}
              today={first}
              at={at}
              dated
              use="makeup"
            />
          ))}
        </ul>
      ) : (
        <EmptyState title={t('Nothing to book in these two weeks.')} />
      )}
      <div className="actions mt-3">
        <ButtonLink to={paths.scheduledRides()} variant="secondary">
          {lessons.some(({ now }) => now === 'booked') ? t('Done') : t('Not now')}
        </ButtonLink>
        <Link to={paths.findPlace({ rider: rider.id })} className="link inline-flex min-h-11 items-center">
          {t('All times')}
        </Link>
      </div>
      <MakeupsToUse makeups={makeups} />
    </div>
  )
}

import { t } from '#text'
import { DayStrip } from '~/components/booking/day-strip'
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
import { canHave, listed } from './offered'
import { OtherWeeks } from './other-weeks'
import { PlaceLine } from './place-line'
import type { Places } from './read-places.server'

/** Shows times for the makeup right after a ride was called off: those of its own week and the next first. */
export function PickAnother({
  instead,
  rider,
  first,
  from,
  to,
  earlier,
  later,
  days,
  day,
  makeups,
  hindered,
}: Omit<Places, 'instead'> & { instead: Slot }) {
  const fits = days.map((one) => ({ date: one.date, lessons: one.lessons.filter(({ isInstead }) => isInstead) }))
  const { lessons } = listed(
    fits.flatMap((one) => one.lessons),
    day,
    false,
  )
  const here: FindPlaceQuery = { rider: rider.id, instead: slotKey(instead), from }
  const at = paths.findPlace({ ...here, day, kept: lessons.map(slotKey).join('|') })
  return (
    <div className="mx-auto max-w-2xl">
      <PageHeader title={t('Pick another time')}>
        {t('Instead of {day} at {time}', {
          day: formatComing(first, instead.date),
          time: formatTimeOfDay(instead.time),
        })}
      </PageHeader>
      <WaiverAsk riders={hindered} required back={paths.findPlace(here)} />
      <OtherWeeks earlier={earlier} later={later} address={(start) => paths.findPlace({ ...here, from: start })} />
      <DayStrip
        from={from}
        to={to}
        days={fits.map((one) => ({ date: one.date, free: one.lessons.filter(canHave).length }))}
        chosen={day}
        address={(date) => paths.findPlace({ ...here, day: date })}
      />
      {lessons.length ? (
        <ul className="card mt-3">
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
        <EmptyState title={day ? t('Nothing to book on this day.') : t('Nothing to book in these two weeks.')} />
      )}
      <div className="actions mt-3">
        <ButtonLink to={paths.scheduledRides()} variant="secondary">
          {lessons.some(({ now }) => now === 'booked') ? t('Done') : t('Not now')}
        </ButtonLink>
        <Link
          to={paths.findPlace({ rider: rider.id, from: from === first ? null : from })}
          className="link inline-flex min-h-11 items-center"
        >
          {t('All times')}
        </Link>
      </div>
      <MakeupsToUse makeups={makeups} />
    </div>
  )
}

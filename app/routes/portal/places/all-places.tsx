import { perLanguage, t } from '#text'
import { DayStrip } from '~/components/booking/day-strip'
import { EmptyState } from '~/components/ui/empty-state'
import { Link } from '~/components/ui/link'
import { PageHeader } from '~/components/ui/page-header'
import { Tabs } from '~/components/ui/tabs'
import { WaiverAsk } from '~/components/waivers/waiver-ask'
import { slotKey } from '~/models/vocabulary/slot'
import { formatComing, formatDayShort, monthName } from '~/utils/dates'
import { type FindPlaceQuery, paths } from '~/utils/paths'
import { capitalized } from '~/utils/text/capitalized'
import { Left } from './left'
import { MakeupsToUse } from './makeups-to-use'
import { canHave, isOnSale, listed, type Offered } from './offered'
import { OtherWeeks } from './other-weeks'
import { PlaceLine } from './place-line'
import type { Places } from './read-places.server'
import { WaitingCard } from './waiting-card'

/** Shows all times of two weeks, bookable ones first. */
export function AllPlaces({
  family,
  hindered,
  rider,
  waiting,
  days,
  day,
  isAll,
  use,
  makeups,
  left,
  from,
  to,
  first,
  earlier,
  later,
}: Omit<Places, 'instead'>) {
  const lessons = days.flatMap(({ lessons }) => lessons)
  const toBook = lessons.filter(canHave).length
  const { lessons: shown, more, full, toBuy } = listed(lessons, day, isAll)
  const page: FindPlaceQuery = {
    rider: rider.id,
    from: from === first ? null : from,
    show: isAll ? 'all' : null,
    use: use === 'lesson' ? use : null,
  }
  const at = paths.findPlace({ ...page, day, kept: shown.map(slotKey).join('|') })
  const row = (lesson: Offered) => (
    <PlaceLine key={slotKey(lesson)} lesson={lesson} riderId={rider.id} today={first} at={at} dated={!day} use={use} />
  )
  return (
    <div className="mx-auto max-w-2xl">
      <PageHeader title={t('Book a lesson')} back={{ to: paths.scheduledRides(), label: t('Scheduled Rides') }}>
        <Left left={left} makeups={makeups} />
      </PageHeader>
      {family.length ? (
        <div className="mb-3">
          <Tabs
            label={t('Riders')}
            tabs={family.map(({ id, name }) => ({ id, name, to: paths.findPlace({ rider: id, from: page.from }) }))}
            current={rider.id}
          />
        </div>
      ) : null}
      <WaiverAsk riders={hindered} required back={paths.findPlace({ rider: rider.id, from: page.from })} />
      <WaitingCard title={t('A spot for you')} waiting={waiting.filter(({ offerId }) => offerId)} at={at} />
      <nav aria-label={t('Lessons')} className="mb-3 flex flex-wrap items-center justify-between gap-2">
        <div className="segmented">
          <Link to={paths.findPlace({ ...page, show: null })} stay aria-current={isAll ? undefined : 'page'}>
            {t('Can book')} · {toBook}
          </Link>
          <Link to={paths.findPlace({ ...page, day, show: 'all' })} stay aria-current={isAll ? 'page' : undefined}>
            {t('All')}
          </Link>
        </div>
        <OtherWeeks earlier={earlier} later={later} address={(from) => paths.findPlace({ ...page, from })} />
      </nav>
      <DayStrip
        from={from}
        to={to}
        days={days.map(({ date, lessons }) => ({ date, free: lessons.filter(canHave).length }))}
        chosen={day}
        address={(date) => paths.findPlace({ ...page, day: date })}
      />
      <h2 className="mt-3 mb-1 text-base">
        {day ? capitalized(formatComing(first, day)) : t('Next times')}{' '}
        {more ? (
          <span className="font-normal text-muted">
            {isAll
              ? t('{count} of {all}', { count: shown.length, all: shown.length + more })
              : t('{count} of {all}', { count: shown.filter(canHave).length, all: toBook })}
          </span>
        ) : null}
      </h2>
      {shown.length ? <ul className="card">{shown.map(row)}</ul> : <EmptyState title={emptyTitle(days.length, day)} />}
      {lessons.some((lesson) => canHave(lesson) && lesson.canBook && lesson.canMakeUp) ? (
        <p className="flex flex-wrap items-center gap-x-2">
          {use === 'makeup' ? t('Makeups are used first.') : t('Lessons are used first.')}
          <Link to={paths.findPlace({ ...page, day, use: use === 'makeup' ? 'lesson' : null })} stay className={LINK}>
            {use === 'makeup' ? t('Use lessons') : t('Use makeups')}
          </Link>
        </p>
      ) : null}
      {full.length ? (
        <details id={`full-${rider.id}`}>
          <summary className={LINK}>
            {t('{count, plural, one {# full lesson} other {# full lessons}}: join a waitlist', { count: full.length })}
          </summary>
          <ul className="card">{full.map(row)}</ul>
        </details>
      ) : null}
      {toBuy.map(({ month, renews, types }) =>
        renews ? (
          <p key={`${month} renews`} className="text-muted">
            {t('{types}: bookable when your plan renews on {day}', {
              types: list().format(types),
              day: formatDayShort(month),
            })}
          </p>
        ) : isOnSale(month, first) ? (
          <p key={month}>
            <Link to={paths.purchase({ rider: rider.id, start: month })} className={LINK}>
              {t('{types}: buy {month} first', { types: list().format(types), month: monthName(month) })}
            </Link>
          </p>
        ) : null,
      )}
      {/* What a booking changes stands below the lessons, so that none of them moves under a finger. */}
      <MakeupsToUse makeups={makeups} />
      <WaitingCard title={t('Waitlist')} waiting={waiting.filter(({ offerId }) => !offerId)} at={at} />
    </div>
  )
}

const LINK = 'link inline-flex min-h-11 items-center'
const list = perLanguage((locale) => new Intl.ListFormat(locale, { type: 'conjunction' }))

function emptyTitle(days: number, day: string | null): string {
  if (days === 0) return t('Nothing available in these two weeks.')
  return day ? t('Nothing to book on this day.') : t('Nothing to book in these two weeks.')
}

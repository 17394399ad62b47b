import type { ReactNode } from 'react'
import { t } from '#text'
import { LessonRow } from '~/components/booking/lesson-row'
import { Csrf } from '~/components/form/csrf'
import { Form } from '~/components/form/form'
import { Button } from '~/components/ui/button'
import { Link } from '~/components/ui/link'
import { rideId } from '~/models/schedule/vocabulary/ride-id'
import { slotKey } from '~/models/vocabulary/slot'
import { addMonths, formatDayShort, type LocalDate, monthName, monthStart } from '~/utils/dates'
import { paths } from '~/utils/paths'
import { formatTimeOfDay } from '~/utils/time-of-day'
import { canHave, isOnSale, needsLesson, type Offered } from './offered'

/** Among other days only the last one is said, so that a row is two lines. */
const leftOf = ({ free }: Offered, dated: boolean) => {
  if (free === null || (dated && free > 1)) return null
  return free === 0 ? t('full') : t('{count, plural, one {# spot} other {# spots}} left', { count: free })
}

export function PlaceLine({
  lesson,
  riderId,
  today,
  at,
  dated,
  use,
}: {
  lesson: Offered
  riderId: string
  today: LocalDate
  /** The address of its forms. */
  at: string
  dated: boolean
  /** What a booking uses if both are possible. */
  use: 'lesson' | 'makeup'
}) {
  const { date, time, type, instructor, arena, free, canBook, canMakeUp, now } = lesson
  const what = `${formatTimeOfDay(time)} ${type}`
  const uses = canMakeUp && (use === 'makeup' || !canBook) ? 'makeup' : 'lesson'
  const before = now === 'booked' && free !== null ? { ...lesson, free: free + 1 } : lesson
  const details = [type, instructor, arena, leftOf(before, dated)].filter(Boolean).join(' · ')
  const hidden = (
    <>
      <Csrf />
      <input type="hidden" name="rider" value={riderId} />
      <input type="hidden" name="slot" value={slotKey(lesson)} />
    </>
  )
  return (
    <LessonRow
      lesson={lesson}
      dated={dated}
      details={[now === 'booked' ? null : details]}
      below={
        <>
          {now === 'booked' ? (
            // As high and as wide as what it replaces, and where there was no button: a second tap takes nothing back.
            <div className="grid text-sm *:[grid-area:1/1]">
              <p className="invisible" aria-hidden="true">
                {details}
              </p>
              <p>
                <span className="text-muted">{type} · </span>
                <Link
                  to={paths.cantCome(rideId({ date, time, riderId }))}
                  className="link -my-3 inline-flex min-h-11 items-center"
                  aria-label={t('Undo {what}', { what })}
                >
                  {t('Undo…')}
                </Link>
              </p>
            </div>
          ) : null}
          {(now === 'booked' || canHave(lesson)) && lesson.isLate ? (
            <p className="text-sm text-muted">{t('Too late to cancel')}</p>
          ) : null}
        </>
      }
    >
      {now === 'busy' ? <p className="text-sm text-muted">{t('At the same time')}</p> : null}
      {now === 'booked' ? (
        <div className="grid items-center *:[grid-area:1/1]">
          <span className="btn invisible" aria-hidden="true">
            {lesson.isMakeup ? t('Use makeup') : t('Book')}
          </span>
          <span className="text-center font-semibold">✓ {t('Booked')}</span>
        </div>
      ) : null}
      {canHave(lesson) ? (
        <Form method="post" action={at} stay>
          {hidden}
          <Button
            name="use"
            value={uses}
            busy={t('Booking…')}
            aria-label={uses === 'makeup' ? t('Use a makeup for {what}', { what }) : t('Book {what}', { what })}
          >
            {uses === 'makeup' ? t('Use makeup') : t('Book')}
          </Button>
        </Form>
      ) : null}
      {needsLesson(lesson) ? (
        lesson.renews ? (
          <p className="text-sm text-muted">
            {t('Bookable when your plan renews on {day}', { day: formatDayShort(monthStart(date)) })}
          </p>
        ) : isOnSale(date, today) ? (
          <Link
            to={paths.purchase({ rider: riderId, start: monthStart(date) })}
            className="link inline-flex min-h-11 items-center"
            aria-label={t('Buy {month} first: {what}', { month: monthName(date), what })}
          >
            {t('Buy {month} first', { month: monthName(date) })}
          </Link>
        ) : (
          <p className="text-sm text-muted">
            {t('On sale {day}', { day: formatDayShort(addMonths(monthStart(date), -1)) })}
          </p>
        )
      ) : null}
      {!now && free === 0 ? <Full lesson={lesson} at={at} what={what} hidden={hidden} /> : null}
    </LessonRow>
  )
}

function Full({
  lesson: { waits, weekly },
  at,
  what,
  hidden,
}: {
  lesson: Offered
  at: string
  what: string
  hidden: ReactNode
}) {
  if (waits) return <p className="text-sm text-muted">{t('On the waitlist')}</p>
  return (
    <Form method="post" action={at} stay>
      {hidden}
      {weekly ? (
        <select name="scope" aria-label={t('Wait for')} className="input w-auto">
          <option value="one-time">{t('This date')}</option>
          <option value="weekly">{t('Every week')}</option>
        </select>
      ) : (
        <input type="hidden" name="scope" value="one-time" />
      )}
      <Button name="intent" value="wait" variant="secondary" aria-label={t('Join the waitlist for {what}', { what })}>
        {t('Join waitlist')}
      </Button>
    </Form>
  )
}

import { t } from '#text'
import { Csrf } from '~/components/form/csrf'
import { Form } from '~/components/form/form'
import { Button, ButtonLink } from '~/components/ui/button'
import { everyWeekday } from '~/models/schedule/vocabulary/slot-words'
import type { WaitingEntry } from '~/models/schedule/waitlist/waiting-lists.server'
import { formatDayShort, formatWeekday, formatWeekdayShort } from '~/utils/dates'
import { paths } from '~/utils/paths'
import { capitalized } from '~/utils/text/capitalized'
import { formatTimeOfDay } from '~/utils/time-of-day'

type Waiting = Pick<
  WaitingEntry,
  'id' | 'riderId' | 'date' | 'time' | 'type' | 'weekly' | 'place' | 'offerId' | 'isOn'
> & {
  until: string | null
}

/** What the rider waits for, or is offered; nothing if there is none. */
export function WaitingCard({
  title,
  waiting,
  at,
}: {
  title: string
  waiting: Waiting[]
  /** The address of its forms. */
  at: string
}) {
  if (waiting.length === 0) return null
  return (
    <section className="card mb-3 px-3 pt-2">
      <h2 className="text-base">{title}</h2>
      <ul>
        {waiting.map(({ id, riderId, date, time, type, weekly, place, offerId, isOn, until }) => (
          <li
            key={id}
            id={`waiting-${id}`}
            className="flex items-center gap-x-3 border-t border-line py-2 first:border-t-0"
          >
            <div className="me-auto min-w-0">
              <p className="font-semibold">
                {capitalized(
                  weekly ? everyWeekday(formatWeekday(date)) : `${formatWeekdayShort(date)}, ${formatDayShort(date)}`,
                )}
                , {formatTimeOfDay(time)}
              </p>
              <p className="text-sm text-muted">
                {type}.{' '}
                {offerId ? t('Answer by {until}.', { until: until ?? '' }) : t('You’re #{place} in line', { place })}
                {isOn ? null : `. ${t('This lesson is off the schedule now. You’re still in line if it comes back.')}`}
              </p>
            </div>
            {offerId ? (
              <ButtonLink to={paths.offer(offerId)}>{t('See This Spot')}</ButtonLink>
            ) : (
              <Form method="post" action={at} stay>
                <Csrf />
                <input type="hidden" name="rider" value={riderId} />
                <input type="hidden" name="id" value={id} />
                <Button
                  name="intent"
                  value="leave"
                  variant="quiet"
                  aria-label={t('Leave the waitlist for {type}', { type })}
                >
                  {t('Leave')}
                </Button>
              </Form>
            )}
          </li>
        ))}
      </ul>
    </section>
  )
}

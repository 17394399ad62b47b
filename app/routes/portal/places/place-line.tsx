import { Csrf } from '~/components/form/csrf'
import { Form } from '~/components/form/form'
import { Button } from '~/components/ui/button'
import { Link } from '~/components/ui/link'
import type { OpenLesson } from '~/models/places/places-to-take.server'
import { rideId } from '~/models/schedule/ride-id'
import { slotId, slotKey } from '~/models/schedule/week'
import { paths } from '~/utils/paths'
import { formatTimeOfDay } from '~/utils/time-of-day'

/** A lesson with what the rider can do there. */
export type Offered = OpenLesson & { canBook: boolean; canMakeUp: boolean; waits: boolean }

export const usesMakeup = ({ canMakeUp, free, now }: Offered) => !now && canMakeUp && free !== 0

/** There is a place, and nothing to book it with. */
export const needsLesson = ({ free, canBook, canMakeUp, now }: Offered) => !now && free !== 0 && !canBook && !canMakeUp

const leftOf = ({ free }: OpenLesson) => {
  if (free === null) return 'Places left'
  return free === 0 ? 'Full' : `${free} left`
}

export function PlaceLine({
  lesson,
  riderId,
  at,
}: {
  lesson: Offered
  riderId: string
  /** Where its forms are sent. */
  at: string
}) {
  const { date, time, type, duration, instructor, free, canBook, canMakeUp, waits, weekly, now } = lesson
  const isOpen = !now && free !== 0
  const what = `${formatTimeOfDay(time)} ${type}`
  return (
    <li id={slotId(lesson)} className="flex flex-wrap items-center gap-x-3 gap-y-1 border-t border-line py-2">
      <div className="me-auto min-w-0">
        <p className="font-semibold">{what}</p>
        <p className="text-sm text-muted">
          {[`${duration} minutes`, instructor && `with ${instructor}`, leftOf(lesson)].filter(Boolean).join(' · ')}
        </p>
      </div>
      {now === 'busy' ? <p className="inline-flex min-h-11 items-center text-sm text-muted">At the same time</p> : null}
      {now === 'booked' ? (
        // The word stands where the buttons were, and Undo where none was.
        <div className="flex w-full items-center gap-3 sm:w-auto sm:flex-row-reverse">
          <p className="inline-flex min-h-11 flex-1 items-center font-semibold sm:min-w-48 sm:flex-none sm:justify-end">
            ✓ Booked
          </p>
          <Link
            to={paths.cantCome(rideId({ date, time, riderId }))}
            className="link inline-flex min-h-11 items-center"
            aria-label={`Undo ${what}`}
          >
            Undo…
          </Link>
        </div>
      ) : null}
      {isOpen && (canBook || canMakeUp) ? (
        <Form method="post" action={at} stay className="flex flex-wrap gap-2">
          <Csrf />
          <input type="hidden" name="rider" value={riderId} />
          <input type="hidden" name="slot" value={slotKey(lesson)} />
          {canMakeUp ? (
            <Button name="use" value="makeup" busy="Booking…" aria-label={`Use a makeup for ${what}`}>
              Use makeup
            </Button>
          ) : null}
          {canBook ? (
            <Button
              name="use"
              value="lesson"
              variant={canMakeUp ? 'secondary' : 'primary'}
              busy="Booking…"
              aria-label={`Book ${what}`}
            >
              Book
            </Button>
          ) : null}
        </Form>
      ) : null}
      {!now && free === 0 && waits ? <p className="text-sm text-muted">On the waitlist</p> : null}
      {!now && free === 0 && !waits ? (
        <Form method="post" action={at} stay className="flex flex-wrap items-center gap-2">
          <Csrf />
          <input type="hidden" name="rider" value={riderId} />
          <input type="hidden" name="slot" value={slotKey(lesson)} />
          {weekly ? (
            <select name="scope" aria-label="Wait for" className="input w-auto">
              <option value="one-time">This date</option>
              <option value="weekly">Every week</option>
            </select>
          ) : (
            <input type="hidden" name="scope" value="one-time" />
          )}
          <Button name="intent" value="wait" variant="secondary" aria-label={`Join the waitlist for ${what}`}>
            Join waitlist
          </Button>
        </Form>
      ) : null}
      {needsLesson(lesson) ? (
        <Link to={paths.purchase()} className="link inline-flex min-h-11 items-center text-sm">
          Buy first
        </Link>
      ) : null}
    </li>
  )
}

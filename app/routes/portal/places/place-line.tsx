import { Csrf } from '~/components/form/csrf'
import { Form } from '~/components/form/form'
import { Button } from '~/components/ui/button'
import type { OpenLesson } from '~/models/places/places-to-take.server'
import { slotKey } from '~/models/schedule/week'
import type { LocalDate } from '~/utils/dates'
import { paths } from '~/utils/paths'
import { formatTimeOfDay } from '~/utils/time-of-day'

/** A lesson with what the rider can do there. */
export type Offered = OpenLesson & { canBook: boolean; canMakeUp: boolean; waits: boolean }

export const usesMakeup = ({ canMakeUp, free }: Offered) => canMakeUp && free !== 0

/** There is a place, and nothing to book it with. */
export const needsLesson = ({ free, canBook, canMakeUp }: Offered) => free !== 0 && !canBook && !canMakeUp

const leftOf = ({ free }: OpenLesson) => {
  if (free === null) return 'Places left'
  return free === 0 ? 'Full' : `${free} left`
}

export function PlaceLine({
  lesson,
  riderId,
  from,
}: {
  lesson: Offered
  riderId: string
  from: LocalDate | undefined
}) {
  const { time, type, duration, instructor, free, canBook, canMakeUp, waits, weekly } = lesson
  const what = `${formatTimeOfDay(time)} ${type}`
  return (
    <li className="flex flex-wrap items-center gap-x-3 gap-y-1 border-t border-line py-2">
      <div className="me-auto min-w-0">
        <p className="font-semibold">{what}</p>
        <p className="text-sm text-muted">
          {[`${duration} minutes`, instructor && `with ${instructor}`, leftOf(lesson)].filter(Boolean).join(' · ')}
        </p>
      </div>
      {free !== 0 && (canBook || canMakeUp) ? (
        <Form method="post" action={paths.findPlace({ from })} stay className="flex flex-wrap gap-2">
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
      {free === 0 && waits ? <p className="text-sm text-muted">On the waitlist</p> : null}
      {free === 0 && !waits ? (
        <Form method="post" action={paths.findPlace({ from })} stay className="flex flex-wrap items-center gap-2">
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
      {needsLesson(lesson) ? <p className="text-sm text-muted">Buy first</p> : null}
    </li>
  )
}

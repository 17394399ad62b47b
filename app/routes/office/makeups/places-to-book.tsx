import { Csrf } from '~/components/form/csrf'
import { Form } from '~/components/form/form'
import { Badge } from '~/components/ui/badge'
import { Button, ButtonLink } from '~/components/ui/button'
import { EmptyState } from '~/components/ui/empty-state'
import type { ListedMakeup } from '~/models/makeups/makeup-list.server'
import { levelLabel } from '~/models/places/level'
import type { OpenLesson } from '~/models/places/places-to-take.server'
import { slotId, slotKey } from '~/models/schedule/week'
import { dayOfWeek, formatDay, formatWeekday, type LocalDate } from '~/utils/dates'
import { formatTimeOfDay } from '~/utils/time-of-day'

/** The lessons of the makeup's type in which the rider has nothing else: one press books. */
export function PlacesToBook({
  makeup,
  days,
  weekdays = [],
  from,
  earlier,
  later,
  at,
}: {
  makeup: Pick<ListedMakeup, 'type' | 'until'>
  days: { date: LocalDate; lessons: OpenLesson[] }[]
  /** Those that the family asked for. */
  weekdays?: readonly number[]
  from: LocalDate
  earlier: LocalDate | null
  later: LocalDate | null
  /** The address of the page from a day on. */
  at: (from: LocalDate) => string
}) {
  const pages = [
    { to: earlier, label: 'Earlier' },
    { to: later, label: 'Later' },
  ]
  return (
    <>
      {days.length === 0 ? <EmptyState title={`No ${makeup.type} until ${formatDay(makeup.until)}.`} /> : null}
      {days.map(({ date, lessons }) => (
        <section key={date} className="card mb-3 px-4 py-3">
          <h2 className="flex items-center gap-3 text-base">
            {formatWeekday(date)}, {formatDay(date)}
            {weekdays.includes(dayOfWeek(date)) ? <Badge tone="info">Asked for</Badge> : null}
          </h2>
          <Form method="post" action={at(from)} stay>
            <Csrf />
            <ul>
              {lessons.map((lesson) => (
                <Place key={slotKey(lesson)} lesson={lesson} />
              ))}
            </ul>
          </Form>
        </section>
      ))}
      <nav aria-label="Weeks" className="actions">
        {pages.map(({ to, label }) =>
          to ? (
            <ButtonLink key={label} to={at(to)} stay variant="secondary">
              {label}
            </ButtonLink>
          ) : null,
        )}
      </nav>
    </>
  )
}

const leftOf = ({ free }: OpenLesson) => (free === null ? 'places left' : free === 0 ? 'full' : `${free} left`)

function Place({ lesson }: { lesson: OpenLesson }) {
  const { time, duration, instructor, level, free } = lesson
  const isFull = free === 0
  const at = `${formatTimeOfDay(time)}, ${formatWeekday(lesson.date)}, ${formatDay(lesson.date)}`
  return (
    <li id={slotId(lesson)} className="flex items-center gap-x-3 border-t border-line py-2">
      <div className="me-auto min-w-0">
        <p className="num font-semibold">{formatTimeOfDay(time)}</p>
        <p className="text-sm text-muted">
          {[
            `${duration} minutes`,
            instructor && `with ${instructor}`,
            level && `for ${levelLabel(level)}`,
            leftOf(lesson),
          ]
            .filter(Boolean)
            .join(' · ')}
        </p>
      </div>
      <Button
        name={isFull ? 'beyond' : 'slot'}
        value={slotKey(lesson)}
        variant={isFull ? 'quiet' : 'secondary'}
        busy="Booking…"
        aria-label={isFull ? `Overbook ${at}` : `Book ${at}`}
      >
        {isFull ? 'Overbook' : 'Book'}
      </Button>
    </li>
  )
}

import { DayStrip } from '~/components/booking/day-strip'
import { LessonRow } from '~/components/booking/lesson-row'
import { Csrf } from '~/components/form/csrf'
import { Form } from '~/components/form/form'
import { Button } from '~/components/ui/button'
import { EmptyState } from '~/components/ui/empty-state'
import { Link } from '~/components/ui/link'
import type { ListedMakeup } from '~/models/schedule/makeups/makeup-list.server'
import type { MakeupRequest } from '~/models/schedule/makeups/requests/request'
import { isWished, saysWhen } from '~/models/schedule/makeups/requests/wished'
import type { OpenLesson } from '~/models/schedule/places/places-to-take.server'
import { levelLabel } from '~/models/vocabulary/level'
import { slotKey } from '~/models/vocabulary/slot'
import { formatDay, formatWeekday, type LocalDate } from '~/utils/dates'
import { counted } from '~/utils/plain-words'
import { formatTimeOfDay } from '~/utils/time-of-day'

/** The number of lessons that are listed before a day is chosen, if the family gave no days. */
const FIRST = 5

interface Shown {
  from?: LocalDate
  day?: LocalDate
}

/**
 * The lessons of the makeup's type at which the rider is free: first those that the family requested, then the others
 * folded. One press books.
 */
export function PlacesToBook({
  makeup,
  days,
  day,
  wish,
  from,
  to,
  earlier,
  later,
  at,
}: {
  makeup: Pick<ListedMakeup, 'type' | 'until'>
  days: { date: LocalDate; lessons: OpenLesson[] }[]
  day: LocalDate | null
  /** What the family requested. */
  wish?: Pick<MakeupRequest, 'weekdays' | 'wish'>
  from: LocalDate
  to: LocalDate
  earlier: LocalDate | null
  later: LocalDate | null
  /** Returns the page's address from a day on, or with the lessons of one day. */
  at: (shown: Shown) => string
}) {
  const pages = [
    { to: earlier, label: 'Earlier' },
    { to: later, label: 'Later' },
  ]
  const lessons = days.flatMap(({ lessons }) => lessons)
  const free = lessons.filter(isFree)
  const asked = wish && saysWhen(wish) ? wish : null
  const first = asked ? free.filter((lesson) => isWished(asked, lesson)) : free.slice(0, FIRST)
  const ofDay = lessons.filter(({ date }) => date === day)
  const others = lessons.filter((lesson) => !(day ? ofDay : first).includes(lesson))
  const sent = at(day ? { from, day } : { from })
  const title = asked ? 'What the family asked for' : 'Next times'
  return (
    <>
      <nav aria-label="Weeks" className="flex flex-wrap justify-end gap-4">
        {pages.map(({ to, label }) =>
          to ? (
            <Link key={label} to={at({ from: to })} stay className={LINK}>
              {label}
            </Link>
          ) : null,
        )}
      </nav>
      <DayStrip
        from={from}
        to={to}
        days={days.map(({ date, lessons }) => ({ date, free: lessons.filter(isFree).length }))}
        chosen={day}
        address={(date) => at({ from, day: date })}
      />
      <h2 className="mt-3 mb-1 text-base">{day ? `${formatWeekday(day)}, ${formatDay(day)}` : title}</h2>
      {days.length === 0 ? <EmptyState title={`No ${makeup.type} through ${formatDay(makeup.until)}.`} /> : null}
      {days.length && !day && !first.length ? <p className="mb-2 text-muted">No spot is open then.</p> : null}
      <Lessons makeup={makeup} lessons={day ? ofDay : first} dated={!day} at={sent} />
      {day ? (
        <Link to={at({ from })} stay className={LINK}>
          {title}
        </Link>
      ) : null}
      {others.length ? (
        <details id="other-days">
          <summary className={LINK}>Other days</summary>
          <Lessons makeup={makeup} lessons={others} dated at={sent} />
        </details>
      ) : null}
    </>
  )
}

const LINK = 'link inline-flex min-h-11 items-center'
const isFree = ({ free }: OpenLesson) => free !== 0

function Lessons({
  makeup,
  lessons,
  dated,
  at,
}: {
  makeup: Pick<ListedMakeup, 'type'>
  lessons: OpenLesson[]
  dated: boolean
  at: string
}) {
  if (!lessons.length) return null
  return (
    <Form method="post" action={at} stay className="card">
      <Csrf />
      <ul>
        {lessons.map((lesson) => (
          <Place
            key={slotKey(lesson)}
            lesson={lesson}
            dated={dated}
            type={lesson.type === makeup.type ? null : lesson.type}
          />
        ))}
      </ul>
    </Form>
  )
}

const leftOf = ({ free }: OpenLesson) => (free === null ? null : free === 0 ? 'full' : `${counted(free, 'spot')} left`)

/** `type` is that of a second lesson at the hour of the makeup's own type. */
function Place({ lesson, dated, type }: { lesson: OpenLesson; dated: boolean; type: string | null }) {
  const { time, instructor, level, arena } = lesson
  const isFull = !isFree(lesson)
  const day = `${formatWeekday(lesson.date)}, ${formatDay(lesson.date)}`
  const at = [formatTimeOfDay(time), type, day].filter(Boolean).join(', ')
  return (
    <LessonRow
      lesson={lesson}
      dated={dated}
      details={[type, instructor, arena, level && `for ${levelLabel(level)}`, leftOf(lesson)]}
    >
      <Button
        name={isFull ? 'beyond' : 'slot'}
        value={slotKey(lesson)}
        variant={isFull ? 'quiet' : 'secondary'}
        busy="Booking…"
        aria-label={isFull ? `Overbook ${at}` : `Book ${at}`}
      >
        {isFull ? 'Overbook' : 'Book'}
      </Button>
    </LessonRow>
  )
}

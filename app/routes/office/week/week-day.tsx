import type { CSSProperties } from 'react'
import { Link } from '~/components/ui/link'
import type { CardDay, CardLesson, CardOff } from '~/models/office-week/week-view'
import { formatDayShort, formatWeekday, type LocalDate } from '~/utils/dates'
import { paths } from '~/utils/paths'
import { formatTimeOfDay, minuteOfDay, type TimeOfDay } from '~/utils/time-of-day'
import { LessonCard, OffLink } from './lesson-card'

/** A column on a desk; on a phone the one that is shown. `next` is the lesson of today that comes next or is under way. */
export function WeekDay({
  day: { date, closed, lessons, off },
  week,
  isShown,
  isToday,
  next,
  time,
}: {
  day: CardDay
  week: LocalDate
  isShown: boolean
  isToday: boolean
  next: CardLesson | undefined
  time: TimeOfDay
}) {
  const weekday = formatWeekday(date)
  return (
    <section className="week-day" data-shown={isShown || undefined} aria-labelledby={`d${date}`}>
      <div className="week-head" data-today={isToday || undefined}>
        <h2 id={`d${date}`}>
          {`${weekday} ${formatDayShort(date)}`}
          {isToday ? <span className="week-today"> Today</span> : null}
        </h2>
        {lessons.length > 0 ? (
          <Link to={paths.dayHorses({ date })} aria-label={`Horses on ${weekday}`} className="week-add">
            Horses
          </Link>
        ) : null}
        <Link to={paths.newLesson({ week, day: date })} aria-label={`Add a lesson on ${weekday}`} className="week-add">
          Add
        </Link>
        {lessons.length > 0 ? (
          <Link
            to={paths.closeDay({ date, back: 'week' })}
            aria-label={`Close ${weekday}`}
            className="week-add week-close"
          >
            Close…
          </Link>
        ) : null}
      </div>
      <DayNote closed={closed} empty={lessons.length === 0} />
      <ol>
        {lessons.map((lesson) => (
          <li key={`${lesson.time} ${lesson.type}`} style={{ '--type': lesson.color } as CSSProperties}>
            {lesson === next ? <p className="week-now">Now {formatTimeOfDay(time)}</p> : null}
            <LessonCard date={date} lesson={lesson} off={off.filter((one) => one.id && isOf(one, lesson))} />
          </li>
        ))}
        {off
          .filter((one) => !one.id || !lessons.some((lesson) => isOf(one, lesson)))
          .map((one) => (
            <li
              key={`off ${one.time} ${one.type} ${one.id}`}
              className="week-off"
              data-canceled={one.reason === undefined ? undefined : ''}
            >
              <OffLink date={date} off={one} />
            </li>
          ))}
      </ol>
    </section>
  )
}

const isOf = (off: CardOff, { time, type }: CardLesson) => off.time === time && off.type === type

function DayNote({ closed, empty }: { closed: string | null; empty: boolean }) {
  if (closed) return <p className="week-none">{closed}</p>
  return empty ? <p className="week-none">No lessons</p> : null
}

/** The first lesson of today that has not ended: the line of now stands above it. */
export const nextLesson = ({ lessons }: CardDay, time: TimeOfDay): CardLesson | undefined =>
  lessons.find((lesson) => minuteOfDay(lesson.time) + lesson.duration > minuteOfDay(time))

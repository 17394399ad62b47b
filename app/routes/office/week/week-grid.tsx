import type { CSSProperties } from 'react'
import { Link } from '~/components/ui/link'
import { type DayClosing, sayClosed } from '~/models/closing/closed-day'
import type { CardLesson, CardOff, WeekView } from '~/models/office-week/week-view'
import { formatDayShort, formatWeekday, type LocalDate } from '~/utils/dates'
import { paths } from '~/utils/paths'
import { formatTimeOfDay, minuteOfDay, type TimeOfDay } from '~/utils/time-of-day'
import { LessonCard, OffLink } from './lesson-card'

/** Seven columns on a desk, one day on a phone. */
export function WeekGrid({
  days,
  colors,
  closings,
  shown,
  today,
  time,
}: WeekView & {
  closings: Record<LocalDate, DayClosing>
  shown: LocalDate
  today: LocalDate
  time: TimeOfDay
}) {
  return (
    <div className="week" data-stay="">
      {days.map(({ date, lessons, off }) => (
        <section key={date} className="week-day" data-shown={date === shown || undefined} aria-labelledby={`d${date}`}>
          <div className="week-head" data-today={date === today || undefined}>
            <h2 id={`d${date}`}>
              {formatWeekday(date)} {formatDayShort(date)}
              {date === today ? <span className="week-today"> Today</span> : null}
            </h2>
            {lessons.length > 0 ? (
              <Link
                to={paths.dayHorses({ date })}
                aria-label={`Horses on ${formatWeekday(date)}`}
                className="week-add ms-auto no-print"
              >
                Horses
              </Link>
            ) : null}
            <Link
              to={paths.newLesson({ week: days[0]?.date, day: date })}
              aria-label={`Add a lesson on ${formatWeekday(date)}`}
              className="week-add no-print"
            >
              Add
            </Link>
            {lessons.length > 0 ? (
              <Link
                to={paths.closeDay({ date, back: 'week' })}
                aria-label={`Close ${formatWeekday(date)}`}
                className="week-add week-close no-print"
              >
                Close…
              </Link>
            ) : null}
          </div>
          <DayNote closed={sayClosed(closings[date], lessons)} empty={lessons.length === 0} />
          <ol>
            {lessons.map((lesson, i) => (
              <li key={`${lesson.time} ${lesson.type}`} style={{ '--type': colors[lesson.type] } as CSSProperties}>
                {date === today && isNext(lessons, i, time) ? (
                  <p className="week-now">Now {formatTimeOfDay(time)}</p>
                ) : null}
                <LessonCard date={date} lesson={lesson} off={off.filter((one) => one.id && isOf(one, lesson))} />
              </li>
            ))}
            {off
              .filter((one) => !one.id || !lessons.some((lesson) => isOf(one, lesson)))
              .map((one) => (
                <li key={`off ${one.time} ${one.type} ${one.id}`} className="week-off no-print">
                  <OffLink date={date} off={one} />
                </li>
              ))}
          </ol>
        </section>
      ))}
    </div>
  )
}

const isOf = (off: CardOff, { time, type }: CardLesson) => off.time === time && off.type === type

function DayNote({ closed, empty }: { closed: string | null; empty: boolean }) {
  if (closed) return <p className="week-none">{closed}</p>
  return empty ? <p className="week-none">No lessons</p> : null
}

/** Whether this is the first lesson that has not ended: the line of now stands above it. */
const isNext = (lessons: CardLesson[], index: number, time: TimeOfDay): boolean => {
  const ends = ({ time, duration }: CardLesson) => minuteOfDay(time) + duration
  return index === lessons.findIndex((lesson) => ends(lesson) > minuteOfDay(time))
}

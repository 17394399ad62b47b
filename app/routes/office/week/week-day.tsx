import type { CSSProperties } from 'react'
import { Link } from '~/components/ui/link'
import { Menu } from '~/components/ui/menu'
import type { CardDay, CardLesson } from '~/models/office-week/week-view'
import { isSameLesson } from '~/models/vocabulary/slot'
import { formatDayShort, formatWeekday, type LocalDate } from '~/utils/dates'
import { paths } from '~/utils/paths'
import { formatTimeOfDay, minuteOfDay, type TimeOfDay } from '~/utils/time-of-day'
import { LessonCard, OffLink } from './lesson-card'

/** A column on a desktop; on a phone the only one visible. `next` is today's next or current lesson. */
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
  const { teaches, shortOf } = teachersOf(lessons)
  const arenas = new Set(lessons.map(({ arena }) => arena))
  return (
    <section className="week-day" data-shown={isShown || undefined} aria-labelledby={`d${date}`}>
      <div className="week-head" data-today={isToday || undefined}>
        <h2 id={`d${date}`}>
          {`${weekday} ${formatDayShort(date)}`}
          {isToday ? <span className="week-today"> Today</span> : null}
        </h2>
        {teaches ? <p>{teaches}</p> : null}
        <Menu id={`m${date}`} label={`More for ${weekday}`} button="•••" className="week-add week-dots">
          {lessons.length > 0 ? (
            <Link to={paths.dayHorses({ date })} aria-label={`Horses on ${weekday}`} className="menu-item">
              Horses
            </Link>
          ) : null}
          <Link
            to={paths.newLesson({ week, day: date })}
            aria-label={`Add a lesson on ${weekday}`}
            className="menu-item"
          >
            Add
          </Link>
          {lessons.length > 0 || closed ? (
            <Link
              to={paths.closeDay({ date, back: 'week' })}
              aria-label={`${closed ? 'Reopen' : 'Close'} ${weekday}`}
              className="menu-item"
            >
              {closed ? 'Reopen…' : 'Close…'}
            </Link>
          ) : null}
        </Menu>
      </div>
      <DayNote closed={closed} empty={lessons.length === 0} />
      <ol>
        {lessons.map((lesson) => (
          <li key={`${lesson.time} ${lesson.type}`} style={{ '--type': lesson.color } as CSSProperties}>
            {lesson === next ? <p className="week-now">Now {formatTimeOfDay(time)}</p> : null}
            <LessonCard
              date={date}
              lesson={lesson}
              short={shortOf(lesson)}
              arena={arenas.size > 1 ? lesson.arena : undefined}
              off={off.filter((one) => one.id && isSameLesson(one, lesson))}
            />
          </li>
        ))}
        {off
          .filter((one) => !one.id || !lessons.some((lesson) => isSameLesson(one, lesson)))
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

/**
 * Returns the day's instructor, if one teaches all lessons, for its header; otherwise initials for each lesson that are
 * unique on that day.
 */
function teachersOf(lessons: readonly CardLesson[]) {
  const names = [...new Set(lessons.map(({ instructor }) => instructor))]
  const initials = names.map((name = '') => name.replace(/(\S)\S*\s*/gu, '$1'))
  return {
    teaches: names.length === 1 ? names[0] : undefined,
    shortOf: ({ instructor }: CardLesson) => {
      if (!instructor || names.length === 1) return undefined
      const short = initials[names.indexOf(instructor)]
      return initials.filter((one) => one === short).length === 1 ? short : instructor
    },
  }
}

function DayNote({ closed, empty }: { closed: string | null; empty: boolean }) {
  if (closed) return <p className="week-none">{closed}</p>
  return empty ? <p className="week-none">No lessons</p> : null
}

/** Returns today's first lesson that has not ended, above which the line for the current time is. */
export const nextLesson = ({ lessons }: CardDay, time: TimeOfDay): CardLesson | undefined =>
  lessons.find((lesson) => minuteOfDay(lesson.time) + lesson.duration > minuteOfDay(time))

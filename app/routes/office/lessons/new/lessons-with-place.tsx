import { Link } from '~/components/ui/link'
import type { OpenLesson } from '~/models/schedule/places/places-to-take.server'
import { levelLabel } from '~/models/vocabulary/level'
import { slotKey } from '~/models/vocabulary/slot'
import { WeekLinks } from '~/routes/office/lessons/week-links'
import { addDays, formatDayShort, formatWeekday, type LocalDate } from '~/utils/dates'
import { paths } from '~/utils/paths'
import { counted } from '~/utils/plain-words'
import { formatTimeOfDay } from '~/utils/time-of-day'

/** The lessons of a week with a place for a student: each links to *Add Student* with the student selected. */
export function LessonsWithPlace({
  student,
  week,
  thisWeek,
  days,
  at,
}: {
  student: string
  week: LocalDate
  thisWeek: LocalDate
  days: { date: LocalDate; lessons: OpenLesson[] }[]
  /** Returns the dialog's address for another week. */
  at: (week: LocalDate) => string
}) {
  return (
    <section aria-labelledby="with-place" className="mb-4">
      <WeekLinks id="with-place" week={week} first={thisWeek} at={at}>
        Lessons with a spot, {formatDayShort(week)} – {formatDayShort(addDays(week, 6))}
      </WeekLinks>
      {days.length === 0 ? <p className="text-muted">None in this week.</p> : null}
      <div className="max-h-64 overflow-y-auto">
        {days.map(({ date, lessons }) => (
          <div key={date} className="border-t border-line py-1">
            <h4 className="text-sm text-muted">
              {formatWeekday(date)}, {formatDayShort(date)}
            </h4>
            <ul>
              {lessons.map((lesson) => (
                <li key={slotKey(lesson)}>
                  <Link
                    to={paths.addToLesson(lesson, { student })}
                    stay
                    className="flex min-h-11 flex-wrap items-center gap-x-3 py-1"
                  >
                    <span className="link me-auto">
                      <span className="num">{formatTimeOfDay(lesson.time)}</span> {lesson.type}
                    </span>
                    <span className="whitespace-nowrap text-sm text-muted">{placeOf(lesson)}</span>
                  </Link>
                </li>
              ))}
            </ul>
          </div>
        ))}
      </div>
    </section>
  )
}

const placeOf = ({ instructor, level, arena, free }: OpenLesson) =>
  [instructor, arena, level && levelLabel(level), free === null ? null : `${counted(free, 'spot')} left`]
    .filter(Boolean)
    .join(' · ')

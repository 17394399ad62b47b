import { Button, ButtonLink } from '~/components/ui/button'
import { Link } from '~/components/ui/link'
import { PrintButton } from '~/components/ui/print-button'
import { addDays, formatDay, formatDayShort, formatWeekday, formatWeekdayShort, type LocalDate } from '~/utils/dates'
import { paths } from '~/utils/paths'

/** The week's name, the ways to other weeks, what can be done, and on a phone the days as a strip. */
export function WeekHeader({
  week,
  day,
  today,
  days,
  unrecorded,
}: {
  week: LocalDate
  day: LocalDate
  today: LocalDate
  /** With the number of lessons. */
  days: readonly { date: LocalDate; lessons: number }[]
  /** Rides of the past without a mark. */
  unrecorded: number
}) {
  return (
    <>
      <div className="flex flex-wrap items-center gap-2 lg:gap-x-3">
        <div className="me-auto min-w-0">
          <h1>Weekly Schedule</h1>
          <p className="num text-muted">
            {formatDayShort(week)} – {formatDay(addDays(week, 6))}
          </p>
        </div>
        <nav aria-label="Weeks" className="no-print order-1 flex gap-2 lg:order-none">
          <WeekLink week={addDays(week, -7)} label="Previous week" arrow="←" />
          <ButtonLink to={paths.admin()} variant="secondary" stay>
            Today
          </ButtonLink>
          <WeekLink week={addDays(week, 7)} label="Next week" arrow="→" />
        </nav>
        <form
          action={paths.admin()}
          data-stay=""
          className="no-print order-3 flex w-full items-center gap-2 lg:order-none lg:w-auto"
        >
          <label htmlFor="week-date" className="sr-only">
            Go to date
          </label>
          <input
            id="week-date"
            type="date"
            name="day"
            defaultValue={day}
            min="2000-01-01"
            max="2199-12-31"
            className="input min-w-0 flex-1"
          />
          <Button variant="secondary">Go</Button>
        </form>
        <ButtonLink to={paths.newLesson({ week, day })} stay className="order-2 ms-auto lg:order-none lg:ms-0">
          Add Lesson
        </ButtonLink>
        <nav aria-label="This week" className="no-print week-office order-4 lg:order-none">
          <ButtonLink to={paths.allStudents({ day })} variant="secondary" stay>
            All Students
          </ButtonLink>
          {unrecorded > 0 ? (
            <ButtonLink to={paths.notRecorded()} variant="secondary">
              <span className="num">{unrecorded} not recorded</span>
            </ButtonLink>
          ) : null}
          <ButtonLink to={paths.changes()} variant="secondary">
            Changes
          </ButtonLink>
          <PrintButton />
          <ButtonLink to={paths.scheduleSettings({ day })} variant="secondary" stay>
            Settings
          </ButtonLink>
        </nav>
      </div>
      <nav aria-label="Days" className="week-strip">
        {days.map(({ date, lessons }) => (
          <Link
            key={date}
            to={paths.admin({ week, day: date })}
            stay
            replace
            aria-current={date === day ? 'page' : undefined}
            data-today={date === today || undefined}
          >
            <span aria-hidden="true">
              {formatWeekdayShort(date).slice(0, 2)}
              <b className="block text-base">{Number(date.slice(8))}</b>
            </span>
            <span className="sr-only">
              {formatWeekday(date)}, {formatDayShort(date)}, {lessons} lessons
            </span>
          </Link>
        ))}
      </nav>
    </>
  )
}

function WeekLink({ week, label, arrow }: { week: LocalDate; label: string; arrow: string }) {
  return (
    <ButtonLink to={paths.admin({ week })} variant="secondary" stay aria-label={label} className="w-11 px-0">
      <span aria-hidden="true">{arrow}</span>
    </ButtonLink>
  )
}

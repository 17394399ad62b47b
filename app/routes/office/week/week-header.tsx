import { Button, ButtonLink } from '~/components/ui/button'
import { Link } from '~/components/ui/link'
import { addDays, formatDay, formatDayShort, formatWeekday, formatWeekdayShort, type LocalDate } from '~/utils/dates'
import { paths } from '~/utils/paths'

/**
 * The week's name, the ways to other weeks, what can be done, and on a phone the days as a strip. There the week stands between the
 * strip and the rest, so that the day begins on the first screen.
 */
export function WeekHeader({
  week,
  day,
  today,
  days,
  unrecorded,
  asked,
  paid: { paid, of },
}: {
  week: LocalDate
  day: LocalDate
  today: LocalDate
  /** With the number of lessons. */
  days: readonly { date: LocalDate; lessons: number }[]
  /** Rides of the past without a mark. */
  unrecorded: number
  /** Families that wait for an answer about a makeup. */
  asked: number
  /** Rides of the week that are paid for, of those of this month. */
  paid: { paid: number; of: number }
}) {
  const isThisWeek = days.some(({ date }) => date === today)
  return (
    <>
      <a href={`#d${isThisWeek ? today : week}`} className="btn btn-primary week-skip">
        Skip to {isThisWeek ? 'today' : 'the lessons'}
      </a>
      <div className="week-title">
        <h1>Weekly Schedule</h1>
        <p className="num text-muted">
          {formatDayShort(week)} – {formatDay(addDays(week, 6))}
        </p>
      </div>
      <nav aria-label="Weeks" className="week-pager no-print">
        <WeekLink week={addDays(week, -7)} label="Previous week" arrow="←" />
        <ButtonLink to={paths.admin()} variant="secondary" stay className="px-3">
          Today
        </ButtonLink>
        <WeekLink week={addDays(week, 7)} label="Next week" arrow="→" />
      </nav>
      <form action={paths.admin()} data-stay="" data-live="" className="week-date no-print">
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
          required
          className="input"
        />
        <Button variant="secondary" className="without-scripts">
          Go
        </Button>
      </form>
      <ButtonLink to={paths.newLesson({ week, day })} stay className="week-new">
        Add Lesson
      </ButtonLink>
      <nav aria-label="Days" className="week-strip no-print">
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
      <div className="week-line no-print">
        <p>
          <b className="num">6 of 8</b>: lessons used this month
        </p>
        {of > 0 ? (
          <p className="week-paid num">
            <span aria-hidden="true">
              <i style={{ width: `${Math.floor((paid / of) * 100)}%` }} />
            </span>
            {paid} of {of} rides paid
          </p>
        ) : null}
        <nav aria-label="This week">
          {unrecorded > 0 ? (
            <Link to={paths.notRecorded()} className="num">
              {unrecorded} not recorded
            </Link>
          ) : null}
          {asked > 0 ? (
            <Link to={paths.makeups({ show: 'asked' })} className="num">
              {asked} asked for a makeup
            </Link>
          ) : null}
          <Link to={paths.allStudents({ day })} stay>
            All Students
          </Link>
          <Link to={paths.horses()} className="lg:hidden">
            Horse Use
          </Link>
          <Link to={paths.makeups()}>Makeups</Link>
          <Link to={paths.changes()}>Changes</Link>
          <Link to={paths.weekRidesExport({ week })}>Export</Link>
          <Link to={paths.scheduleSettings({ day })} stay>
            Ride Types
          </Link>
          <button type="button" className="with-scripts" data-print="">
            Print
          </button>
        </nav>
      </div>
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

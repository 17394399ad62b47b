import { GoToDate } from '~/components/form/go-to-date'
import { ButtonLink } from '~/components/ui/button'
import { Icon } from '~/components/ui/icon'
import { Link } from '~/components/ui/link'
import { Menu } from '~/components/ui/menu'
import type { Slot } from '~/models/vocabulary/slot'
import { addDays, formatDay, formatDayShort, formatWeekday, formatWeekdayShort, type LocalDate } from '~/utils/dates'
import { paths } from '~/utils/paths'

const UNPAID = paths.unpaid()
/** A list that is longer than a phone helps nobody. */
const MOST_NAMED = 8

/** A rider with a ride of the week that is not paid for. */
export interface RiderToPay {
  id: string
  name: string
  /** What is wrong with it, such as `not paid` or `1 over`. */
  word: string | undefined
  slot: Slot
}

/**
 * The week's name and links to other weeks, then what someone has to do. Everything else is behind three dots, except
 * for undoing changes, which has to be at hand. On a phone the days are a strip, and the week is between it and the
 * rest, so that the day begins on the first screen.
 */
export function WeekHeader({
  week,
  day,
  today,
  days,
  unrecorded,
  asked,
  ordered,
  reported,
  careDue,
  toCall,
  toPay,
  paid: { paid, of },
}: {
  week: LocalDate
  day: LocalDate
  today: LocalDate
  /** The days with their number of lessons. */
  days: readonly { date: LocalDate; lessons: number }[]
  /** The number of past rides without a mark. */
  unrecorded: number
  /** The number of families that wait for an answer about a makeup. */
  asked: number
  /** The number of orders to be paid at the school. */
  ordered: number
  /** The number of instructors who reported that they can't come. */
  reported: number
  /** The number of horses with care that is overdue or due soon, and one of them. */
  careDue: { count: number; horseId: number | null }
  /** The number of spots that are offered to families whom no email reaches. */
  toCall: number
  /** The riders this week whose rides of this month are not paid for. */
  toPay: readonly RiderToPay[]
  /** How many of the week's rides are paid for, of those in this month. */
  paid: { paid: number; of: number }
}) {
  const isThisWeek = days.some(({ date }) => date === today)
  const toDo = [
    {
      count: reported,
      to: paths.changeOfPlans(),
      text: `${reported} ${reported === 1 ? 'instructor' : 'instructors'} can’t come`,
    },
    {
      count: careDue.count,
      to: careDue.count === 1 && careDue.horseId ? paths.horseCare(careDue.horseId) : paths.manageHorses(),
      text: `${careDue.count} ${careDue.count === 1 ? 'horse' : 'horses'} due for care`,
    },
    { count: toCall, to: paths.waitlists(), text: `${toCall} ${toCall === 1 ? 'spot' : 'spots'} to call about` },
    { count: unrecorded, to: paths.notRecorded(), text: `${unrecorded} to mark` },
    {
      count: asked,
      to: paths.makeups({ show: 'asked' }),
      text: `${asked} makeup ${asked === 1 ? 'request' : 'requests'}`,
    },
    { count: ordered, to: paths.askedOrders(), text: `${ordered} to pay at the school` },
  ].filter(({ count }) => count > 0)
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
      <GoToDate id="week-date" name="day" action={paths.admin()} date={day} className="week-date no-print" />
      <div className="week-tools no-print">
        <ButtonLink
          to={paths.changes()}
          variant="quiet"
          aria-label="Changes"
          title="Changes"
          className="w-11 px-0 max-lg:hidden"
        >
          <Icon name="undo" />
        </ButtonLink>
        <Menu id="week-menu" label="More" button={<Icon name="dots" />} className="btn btn-quiet w-11 px-0">
          <Link to={paths.changeOfPlans({ date: day })} className="menu-item">
            Change of Plans
          </Link>
          <Link to={paths.seasons()} className="menu-item">
            Seasons
          </Link>
          <Link to={paths.allStudents({ day })} stay className="menu-item">
            All Students
          </Link>
          <Link to={paths.horses()} className="menu-item lg:hidden">
            Horse Use
          </Link>
          <Link to={paths.makeups()} className="menu-item">
            Makeups
          </Link>
          <Link to={paths.waitlists()} className="menu-item">
            Waitlists
          </Link>
          <Link to={paths.changes()} className="menu-item lg:hidden">
            Changes
          </Link>
          <Link to={paths.scheduleSettings({ day })} stay className="menu-item">
            Ride Types
          </Link>
          <Link to={paths.weekRidesExport({ week })} className="menu-item">
            Export
          </Link>
          <button type="button" className="menu-item with-scripts" data-print="">
            Print
          </button>
          {of > 0 ? (
            <Link to={UNPAID} className="menu-item week-paid num">
              {paid} of {of} rides paid
              <span aria-hidden="true">
                <i style={{ width: `${Math.floor((paid / of) * 100)}%` }} />
              </span>
            </Link>
          ) : null}
          <p className="menu-note">
            <b className="num">6 of 8</b>: lessons used this month
          </p>
        </Menu>
      </div>
      <ButtonLink to={paths.newLesson({ week, day })} stay className="week-new">
        Add Lesson
      </ButtonLink>
      <ul aria-label="To do" className="week-todo num no-print">
        {toDo.length + toPay.length === 0 ? <li>All done for {isThisWeek ? 'today' : 'this week'} ✓</li> : null}
        {toDo.map(({ to, text }) => (
          <li key={to}>
            <Link to={to}>{text}</Link>
          </li>
        ))}
        {toPay.length > 0 ? (
          <li>
            <Menu id="week-to-pay" button={`${toPay.length} to pay`} className="num">
              {toPay.slice(0, MOST_NAMED).map(({ id, name, word, slot }) => (
                <Link key={id} to={paths.lessonRider(slot, id)} stay className="menu-item">
                  {[name, word].filter(Boolean).join(': ')}
                </Link>
              ))}
              {toPay.length > MOST_NAMED ? (
                <p className="menu-note">And {toPay.length - MOST_NAMED} more, marked in the week</p>
              ) : null}
              <Link to={UNPAID} className="menu-item link">
                All unpaid
              </Link>
            </Menu>
          </li>
        ) : null}
      </ul>
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

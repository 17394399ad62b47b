import type { ReactNode } from 'react'
import { StateBadge } from '~/components/ui/badge'
import { ButtonLink } from '~/components/ui/button'
import { Link } from '~/components/ui/link'
import { useRoot } from '~/components/use-root'
import { allowedAnew } from '~/models/allowance/allowance'
import { sayMakeup, sayUntil } from '~/models/makeups/makeup'
import { isBought, type PortalMonth, toBookOf } from '~/models/portal/portal-month'
import { NO_INSTRUCTOR, type Ride } from '~/models/rides/ride'
import {
  addDays,
  calendarMonthName,
  formatDayShort,
  formatWeekday,
  type LocalDate,
  monthEnd,
  monthOf,
} from '~/utils/dates'
import { paths } from '~/utils/paths'
import { formatPhone, phoneLink } from '~/utils/phone'
import { formatTimeOfDay } from '~/utils/time-of-day'
import { MonthCounts } from './month-counts'
import { MonthStrip } from './month-strip'
import { sayBooking, sayContents } from './say-counts'

const nameOf = ({ first }: PortalMonth) => calendarMonthName(monthOf(first))

/** What a family wants to know first: when do I ride next, what is left this month, and what is to be done. */
export function Overview({
  riderId,
  today,
  rides,
  month,
  next,
}: {
  riderId: string
  today: LocalDate
  /** The next ones that take place, the first one first. */
  rides: Ride[]
  month: PortalMonth
  next: PortalMonth
}) {
  if (!rides.length && !isBought(month) && !isBought(next)) return <FirstSteps month={month} />
  return (
    <section className="card overview">
      <div>
        <h2 className="mb-1">Next ride</h2>
        {rides.length ? <NextRides rides={rides} today={today} /> : <p className="text-muted">Nothing booked yet.</p>}
        <ToBook riderId={riderId} months={[month, next]} isNew={!rides.length} />
      </div>
      <div className="overview-month">
        <div className="mb-3 flex flex-wrap items-center justify-between gap-2">
          <h2>{nameOf(month)}</h2>
          {month.allowance.clearing ? <StateBadge state="clearing">Clearing</StateBadge> : null}
        </div>
        <ThisMonth month={month} />
        <NextMonth month={next} />
      </div>
    </section>
  )
}

export const dayName = (date: LocalDate, today: LocalDate) => {
  if (date === today) return 'Today'
  return date === addDays(today, 1) ? 'Tomorrow' : formatWeekday(date)
}

function NextRides({ rides: [first, ...others], today }: { rides: Ride[]; today: LocalDate }) {
  if (!first) return null
  const details = [
    formatDayShort(first.date),
    first.type,
    first.horseAssignment === 'Not assigned' ? '' : first.horseAssignment,
    first.instructor === NO_INSTRUCTOR ? '' : `with ${first.instructor}`,
  ].filter(Boolean)
  return (
    <>
      <p>
        <strong className="num block text-xl">
          {dayName(first.date, today)}, {formatTimeOfDay(first.time)}
        </strong>
        <span className="text-muted">{details.join(' · ')}</span>
      </p>
      {others.length ? (
        <ul className="overview-then num mt-3 border-t border-line pt-2 text-sm">
          {others.map((ride) => (
            <li key={`${ride.date} ${ride.time}`} className="flex justify-between gap-3 py-1">
              <span>
                {formatWeekday(ride.date)}, {formatDayShort(ride.date)}
              </span>
              <span className="text-muted">{formatTimeOfDay(ride.time)}</span>
            </li>
          ))}
        </ul>
      ) : null}
      <p>
        <Link to={paths.scheduledRides()} className="link inline-flex min-h-11 items-center">
          All scheduled rides
        </Link>
      </p>
    </>
  )
}

/** The school's telephone, or its address for mail, with what it is needed for. */
function CallOffice({ to }: { to: string }) {
  const { phone, email } = useRoot()?.contact ?? {}
  if (phone) {
    return (
      <>
        Call the office to {to}:{' '}
        <a href={phoneLink(phone)} className="link whitespace-nowrap">
          {formatPhone(phone)}
        </a>
      </>
    )
  }
  if (!email) return <>Ask the office to {to}.</>
  return (
    <>
      Email the office to {to}:{' '}
      <a href={`mailto:${email}`} className="link">
        {email}
      </a>
    </>
  )
}

/** What was bought and has no time yet. */
function ToBook({ riderId, months, isNew }: { riderId: string; months: PortalMonth[]; isNew: boolean }) {
  const month = months.find((one) => sayContents(toBookOf(one)))
  if (!month) return null
  const toBook = toBookOf(month)
  const isUntouched = isNew && month.rides.length === 0
  return (
    <div className={isUntouched ? 'mt-1' : 'overview-note mt-2'}>
      <p>
        {isUntouched
          ? `You have ${sayContents(toBook)} to book in ${nameOf(month)}.`
          : `${sayBooking(toBook, nameOf(month))}.`}
      </p>
      <p className="my-2">
        <ButtonLink to={paths.findPlace({ rider: riderId })} variant="secondary">
          Find a place
        </ButtonLink>
      </p>
      <p className="text-sm">
        <CallOffice to="pick another time" />
      </p>
    </div>
  )
}

function ThisMonth({ month }: { month: PortalMonth }) {
  const { openMakeups, packages, first } = month
  if (!isBought(month)) {
    return (
      <>
        <p className="text-muted">You haven't bought lessons for this month yet.</p>
        <MonthStrip month={month} />
      </>
    )
  }
  return (
    <div className="grid gap-3">
      <MonthCounts month={month} />
      <MonthStrip month={month} />
      {openMakeups.length ? (
        <ul className="text-sm">
          {openMakeups.map((makeup) => (
            <li key={makeup.id}>
              <Link to={paths.ownMakeup(makeup.id)} className="link">
                {sayMakeup(makeup)}
              </Link>
              . {['To book', sayUntil(makeup.until)].filter(Boolean).join(' ')}.
            </li>
          ))}
        </ul>
      ) : null}
      <p className="text-sm text-muted">
        {packages.length ? `${packages.join(', ')}, through ${formatDayShort(monthEnd(first))}. ` : ''}
        Use it or lose it: unused lessons expire at the end of the month
        {openMakeups.length ? ', except for these makeups' : ''}.
      </p>
    </div>
  )
}

function NextMonth({ month }: { month: PortalMonth }) {
  if (!isBought(month)) return null
  const { allowance, packages, first } = month
  const contents = sayContents({
    lessons: allowance.lessons.allowed,
    privateLessons: allowance.privateLessons.allowed,
    // One that can be booked this month already is said there.
    makeups: allowedAnew(allowance, 'makeups'),
    hacks: allowance.hacks.allowed,
    horseUse: allowance.horseUse.allowed,
  })
  return (
    <p className="overview-note mt-3 text-sm">
      <strong>{nameOf(month)}:</strong> {[...packages, `${contents} from ${formatDayShort(first)}`].join(', ')}
      {allowance.clearing ? ' (clearing)' : ''}
    </p>
  )
}

function Step({ number, title, children }: { number: number; title: string; children: ReactNode }) {
  return (
    <li className="flex gap-3">
      <span className="step-number" aria-hidden="true">
        {number}
      </span>
      <p className="text-sm">
        <strong className="block text-base">{title}</strong>
        <span className="text-muted">{children}</span>
      </p>
    </li>
  )
}

/** What a family sees that has nothing yet. */
function FirstSteps({ month }: { month: PortalMonth }) {
  return (
    <section className="card p-4 sm:p-5">
      <h2>Ready to ride?</h2>
      <p className="mb-4 text-muted">You haven't bought lessons for {nameOf(month)} yet. Here is how it works.</p>
      <ol className="grid gap-3 md:grid-cols-3">
        <Step number={1} title="Choose a package">
          Lessons are good for one month.
        </Step>
        <Step number={2} title="Pick a time">
          Book it here, or call the office.
        </Step>
        <Step number={3} title="Come and ride">
          Your rides and what you have left show up here.
        </Step>
      </ol>
    </section>
  )
}

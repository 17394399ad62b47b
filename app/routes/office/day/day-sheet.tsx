import { data, type HeadersFunction, type LoaderFunctionArgs, type MetaFunction } from '@remix-run/node'
import { Outlet, useLoaderData } from '@remix-run/react'
import type { CSSProperties } from 'react'
import { Island } from '~/components/island'
import { ButtonLink } from '~/components/ui/button'
import { EmptyState } from '~/components/ui/empty-state'
import { Link } from '~/components/ui/link'
import { PrintButton } from '~/components/ui/print-button'
import { displayName } from '~/models/accounts/user'
import { sayClosed } from '~/models/closing/closed-day'
import { closingsOf } from '~/models/closing/closings.server'
import { listHorses } from '~/models/horses/horse.server'
import { loadDaySheet } from '~/models/office-week/day-sheet.server'
import { dayOf } from '~/models/schedule/week-address'
import { now, today } from '~/platform/clock.server'
import { getEnv } from '~/platform/env.server'
import { addDays, formatDay, formatDayShort, formatWeekday } from '~/utils/dates'
import { paths } from '~/utils/paths'
import { formatTimeInZone, formatTimeOfDay } from '~/utils/time-of-day'
import { requireAdmin } from '~/web/auth.server'
import { MarkAll } from './mark-all'
import { SheetRide } from './sheet-ride'

export const handle = { scripts: true }
export const meta: MetaFunction<typeof loader> = ({ data }) => [
  { title: data ? `Day Sheet ${data.date}` : 'Day Sheet' },
]

export async function loader({ request }: LoaderFunctionArgs) {
  const viewer = await requireAdmin(request)
  const date = dayOf(new URL(request.url).searchParams.get('date')) ?? today()
  const [lessons, closings, horses] = await Promise.all([loadDaySheet(date), closingsOf([date]), listHorses()])
  const zone = getEnv().schoolTimezone
  const time = formatTimeInZone(zone, now())
  const sheet = {
    date,
    lessons,
    closed: sayClosed(closings[date], lessons),
    /** When it was read: a copy of it says so. */
    asOf: date === today() ? time : `${formatDayShort(today())}, ${time}`,
    barn: {
      userId: viewer.id,
      who: displayName(viewer),
      date,
      zone,
      horses: horses.map(({ id, name, onRest }) => ({ id, name, onRest })),
    },
  }
  // The service worker keeps a page that says whose sheet of which day it is, and no other.
  return data(sheet, { headers: { 'Day-Sheet': `${date} ${viewer.id}` } })
}

export const headers: HeadersFunction = ({ loaderHeaders }) => {
  const sheet = loaderHeaders.get('Day-Sheet')
  return new Headers(sheet ? { 'Day-Sheet': sheet } : {})
}

export default function DaySheet() {
  const { date, lessons, closed, asOf, barn } = useLoaderData<typeof loader>()
  const riders = lessons.reduce((sum, lesson) => sum + lesson.riders.length, 0)
  return (
    <div className="mx-auto max-w-3xl">
      <header className="mb-3 flex flex-wrap items-center gap-2">
        <div className="me-auto">
          <h1>{formatWeekday(date)}</h1>
          <p className="num text-muted">
            {formatDay(date)} · {lessons.length} {lessons.length === 1 ? 'lesson' : 'lessons'} · {riders}{' '}
            {riders === 1 ? 'rider' : 'riders'}
          </p>
        </div>
        <nav aria-label="Days" className="no-print flex flex-wrap gap-2">
          <ButtonLink to={paths.daySheet({ date: addDays(date, -1) })} variant="secondary" aria-label="Previous day">
            <span aria-hidden="true">←</span>
          </ButtonLink>
          <ButtonLink to={paths.daySheet({ date: addDays(date, 1) })} variant="secondary" aria-label="Next day">
            <span aria-hidden="true">→</span>
          </ButtonLink>
          <ButtonLink to={paths.admin({ day: date })} variant="secondary" className="with-signal">
            Week
          </ButtonLink>
          {riders > 0 ? (
            <ButtonLink to={paths.dayHorses({ date })} variant="secondary" className="with-signal">
              Horses
            </ButtonLink>
          ) : null}
          <PrintButton />
          {lessons.length > 0 ? (
            <ButtonLink to={paths.closeDay({ date })} variant="quiet" stay className="with-signal">
              Close…
            </ButtonLink>
          ) : null}
        </nav>
      </header>
      <Island name="sheet" props={barn}>
        <div className="no-print">
          <p className="sheet-kept">
            <strong>No signal.</strong> Sheet of {formatWeekday(date)} as of {asOf}. Your marks are kept on this device.
          </p>
        </div>
      </Island>
      {closed && lessons.length > 0 ? <p className="mb-3 font-semibold">{closed}</p> : null}
      {lessons.length === 0 ? (
        <EmptyState
          title={closed ?? 'No lessons on this day.'}
          action={<ButtonLink to={paths.newLesson({ day: date })}>Add Lesson</ButtonLink>}
        />
      ) : null}
      <div className="sheet">
        {lessons.map(({ time, type, color, instructor, places, beyond, riders }) => {
          const slot = { date, time, type }
          const open = riders.filter(({ attendance }) => attendance === 'scheduled').length
          return (
            <section
              key={`${time} ${type}`}
              className="card sheet-lesson"
              style={{ '--type': color || undefined } as CSSProperties}
            >
              <div className="flex items-center gap-2 px-2">
                <h2 className="num me-auto py-2 text-base">
                  <Link to={paths.lesson(slot)}>
                    {formatTimeOfDay(time)} {type}
                  </Link>
                  {instructor ? <span className="font-sans font-normal text-muted"> with {instructor}</span> : null}
                  {places ? (
                    <span className={`no-print font-sans text-sm ${beyond ? 'text-bad' : 'font-normal text-muted'}`}>
                      {` · ${places}`}
                    </span>
                  ) : null}
                </h2>
                <MarkAll slot={slot} open={open} fields={{ back: 'sheet' }} />
              </div>
              {riders.length === 0 ? <p className="px-2 pb-2 text-muted">No students</p> : null}
              <ul>
                {riders.map((rider) => (
                  <SheetRide key={rider.riderId} slot={slot} rider={rider} />
                ))}
              </ul>
            </section>
          )
        })}
      </div>
      <p className="sheet-copied no-print">This sheet is kept on this device and opens without a signal.</p>
      <Outlet />
    </div>
  )
}

import type { LoaderFunctionArgs, MetaFunction } from '@remix-run/node'
import { Outlet, useLoaderData } from '@remix-run/react'
import type { CSSProperties } from 'react'
import { ButtonLink } from '~/components/ui/button'
import { EmptyState } from '~/components/ui/empty-state'
import { PrintButton } from '~/components/ui/print-button'
import { taughtOn } from '~/models/instructors/teaching.server'
import { dayOf } from '~/models/schedule/week-address'
import { today } from '~/platform/clock.server'
import { SheetRide } from '~/routes/office/day/sheet-ride'
import { addDays, formatDay, formatWeekday } from '~/utils/dates'
import { paths } from '~/utils/paths'
import { formatTimeOfDay } from '~/utils/time-of-day'
import { requireInstructor } from '~/web/auth.server'

export const handle = { scripts: true }
export const meta: MetaFunction<typeof loader> = ({ data }) => [{ title: data ? `My Day ${data.date}` : 'My Day' }]

export async function loader({ request, params }: LoaderFunctionArgs) {
  const { id } = await requireInstructor(request)
  const date = dayOf(params.date ?? new URL(request.url).searchParams.get('date')) ?? today()
  return { date, today: today(), lessons: await taughtOn(id, date) }
}

/** The lessons that the instructor teaches on a day: who rides which horse, what to know, and the marks. */
export default function Teaching() {
  const { date, today, lessons } = useLoaderData<typeof loader>()
  const riders = lessons.reduce((sum, lesson) => sum + lesson.riders.length, 0)
  return (
    <div className="mx-auto max-w-3xl">
      <header className="mb-3 flex flex-wrap items-center gap-2">
        <div className="me-auto">
          <h1>{date === today ? 'My Day' : formatWeekday(date)}</h1>
          <p className="num text-muted">
            {date === today ? `${formatWeekday(date)}, ` : null}
            {formatDay(date)} · {lessons.length} {lessons.length === 1 ? 'lesson' : 'lessons'} · {riders}{' '}
            {riders === 1 ? 'rider' : 'riders'}
          </p>
        </div>
        <nav aria-label="Days" className="no-print flex flex-wrap gap-2">
          <ButtonLink to={paths.teaching({ date: addDays(date, -1) })} variant="secondary" aria-label="Previous day">
            <span aria-hidden="true">←</span>
          </ButtonLink>
          <ButtonLink to={paths.teaching({ date: addDays(date, 1) })} variant="secondary" aria-label="Next day">
            <span aria-hidden="true">→</span>
          </ButtonLink>
          {date === today ? null : (
            <ButtonLink to={paths.teaching()} variant="secondary">
              Today
            </ButtonLink>
          )}
          <PrintButton />
        </nav>
      </header>
      {lessons.length === 0 ? <EmptyState title="You teach no lessons on this day." /> : null}
      <div className="sheet">
        {lessons.map(({ time, type, color, riders }) => (
          <section
            key={`${time} ${type}`}
            className="card sheet-lesson"
            style={{ '--type': color || undefined } as CSSProperties}
          >
            <h2 className="num px-2 py-2 text-base">
              {formatTimeOfDay(time)} {type}
            </h2>
            {riders.length === 0 ? <p className="px-2 pb-2 text-muted">No riders</p> : null}
            <ul>
              {riders.map((rider) => (
                <SheetRide key={rider.riderId} slot={{ date, time, type }} rider={rider} taught />
              ))}
            </ul>
          </section>
        ))}
      </div>
      <Outlet />
    </div>
  )
}

import { data, type HeadersFunction, type LoaderFunctionArgs, type MetaFunction } from '@remix-run/node'
import { Outlet, useLoaderData } from '@remix-run/react'
import type { CSSProperties } from 'react'
import { ButtonLink } from '~/components/ui/button'
import { EmptyState } from '~/components/ui/empty-state'
import { Link } from '~/components/ui/link'
import { PrintButton } from '~/components/ui/print-button'
import { askedAhead } from '~/models/attendance/ahead.server'
import { canceledOn, sayClosed } from '~/models/closing/closed-day'
import { closingsOn } from '~/models/closing/closings.server'
import { loadDaySheet } from '~/models/office-week/day-sheet.server'
import { formatAlsoTeaches } from '~/models/schedule/taught-twice'
import { dayOf } from '~/models/schedule/week-address'
import { countUnsortedNotes } from '~/models/students/student-note.server'
import { today } from '~/platform/clock.server'
import { addDays, formatDay, formatWeekday } from '~/utils/dates'
import { paths } from '~/utils/paths'
import { formatTimeOfDay } from '~/utils/time-of-day'
import { requireAdmin } from '~/web/auth.server'
import { UnsortedLine } from '../students/notes/unsorted-line'
import { Canceled } from './canceled'
import { SheetCopied, SheetIsland } from './kept-sheet'
import { keptSheet, pageHeaders, sheetHeaders } from './kept-sheet.server'
import { MarkAll } from './mark-all'
import { onPaper } from './paper'
import { SheetRide } from './sheet-ride'

export const handle = { scripts: true }
export const meta: MetaFunction<typeof loader> = ({ data }) => [
  { title: data ? `Day Sheet ${data.date}` : 'Day Sheet' },
]

export async function loader({ request }: LoaderFunctionArgs) {
  const viewer = await requireAdmin(request)
  const date = dayOf(new URL(request.url).searchParams.get('date')) ?? today()
  const [lessons, unsorted, { closings, off }, kept] = await Promise.all([
    loadDaySheet(date),
    countUnsortedNotes(),
    closingsOn(date),
    keptSheet(request, viewer, '/admin/day', date),
  ])
  return data(
    {
      date,
      lessons: lessons.map((lesson) => ({ ...lesson, ahead: askedAhead({ date, time: lesson.time }) !== null })),
      unsorted,
      closed: sayClosed(closings, lessons),
      canceled: canceledOn(closings, { lessons, off }),
      kept,
    },
    { headers: sheetHeaders(request, viewer, date) },
  )
}

export const headers: HeadersFunction = (sent) => pageHeaders(sent)

export default function DaySheet() {
  const { date, lessons, unsorted, closed, canceled, kept } = useLoaderData<typeof loader>()
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
            <ButtonLink to={paths.changeOfPlans({ date })} variant="secondary" className="with-signal">
              Change of Plans
            </ButtonLink>
          ) : null}
          {lessons.length > 0 ? (
            <ButtonLink to={paths.closeDay({ date })} variant="quiet" stay className="with-signal">
              Close…
            </ButtonLink>
          ) : null}
        </nav>
      </header>
      <SheetIsland date={date} kept={kept} />
      <UnsortedLine count={unsorted} />
      {closed && lessons.length > 0 ? <p className="mb-3 font-semibold">{closed}</p> : null}
      <Canceled lessons={canceled} />
      {lessons.length === 0 ? (
        <EmptyState
          title={closed ?? 'No lessons on this day.'}
          action={<ButtonLink to={paths.newLesson({ day: date })}>Add Lesson</ButtonLink>}
        />
      ) : null}
      <div className="sheet" style={onPaper(lessons, canceled.length)}>
        {lessons.map(({ time, type, color, instructor, twice, places, beyond, ahead, riders }) => {
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
                  {twice ? (
                    <strong className="font-sans text-sm text-warn">{` · ${formatAlsoTeaches(twice)}`}</strong>
                  ) : null}
                  {places ? (
                    <span className={`no-print font-sans text-sm ${beyond ? 'text-bad' : 'font-normal text-muted'}`}>
                      {` · ${places}`}
                    </span>
                  ) : null}
                </h2>
                <MarkAll slot={slot} open={open} ahead={ahead} fields={{ back: 'sheet' }} />
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
      <SheetCopied kept={kept} />
      <Outlet />
    </div>
  )
}

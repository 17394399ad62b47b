import { data, type HeadersFunction, type LoaderFunctionArgs, type MetaFunction } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { ButtonLink } from '~/components/ui/button'
import { Link } from '~/components/ui/link'
import { PrintButton } from '~/components/ui/print-button'
import { countUnsortedNotes } from '~/models/people/families/student-note.server'
import { canceledOn, sayClosed } from '~/models/schedule/closing/closed-day'
import { closingsOn } from '~/models/schedule/closing/closings.server'
import { loadDaySheet } from '~/models/schedule/rides/day-sheet.server'
import { askedAhead } from '~/models/schedule/vocabulary/ahead.server'
import { formatAlsoTeaches, formatShared } from '~/models/schedule/week/clashes'
import { dayOf } from '~/models/schedule/week/week-address'
import { fewerOn, sayHot } from '~/models/schedule/workload/hot-days.server'
import { today } from '~/platform/clock.server'
import { formatWeekday } from '~/utils/dates'
import { paths } from '~/utils/paths'
import { formatTimeOfDay } from '~/utils/time-of-day'
import { requireAdmin } from '~/web/auth.server'
import { UnsortedLine } from '../students/notes/unsorted-line'
import { keptSheet, pageHeaders, sheetHeaders } from './kept-sheet.server'
import { Sheet } from './sheet'

export const handle = { scripts: true }
export const meta: MetaFunction<typeof loader> = ({ data }) => [
  { title: data ? `Day Sheet ${data.date}` : 'Day Sheet' },
]

export async function loader({ request }: LoaderFunctionArgs) {
  const viewer = await requireAdmin(request)
  const date = dayOf(new URL(request.url).searchParams.get('date')) ?? today()
  const [lessons, unsorted, { closings, off }, kept, fewer] = await Promise.all([
    loadDaySheet(date),
    // Said where the day begins; on every other sheet it would only be in the way.
    date === today() ? countUnsortedNotes() : 0,
    closingsOn(date),
    keptSheet(request, viewer, '/admin/day', date),
    fewerOn(date),
  ])
  return data(
    {
      date,
      today: today(),
      lessons: lessons.map((lesson) => ({ ...lesson, ahead: askedAhead({ date, time: lesson.time }) !== null })),
      unsorted,
      closed: sayClosed(closings, lessons),
      canceled: canceledOn(closings, { lessons, off }),
      kept,
      hot: fewer > 0 ? sayHot(fewer) : null,
    },
    { headers: sheetHeaders(request, viewer, date) },
  )
}

export const headers: HeadersFunction = (sent) => pageHeaders(sent)

export default function DaySheet() {
  const { unsorted, hot, ...day } = useLoaderData<typeof loader>()
  const { date, lessons } = day
  return (
    <Sheet
      day={day}
      title={formatWeekday(date)}
      links={
        <>
          <ButtonLink to={paths.admin({ day: date })} variant="secondary" className="with-signal">
            Week
          </ButtonLink>
          {lessons.some(({ riders }) => riders.length > 0) ? (
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
          {lessons.length > 0 || day.closed ? (
            <ButtonLink to={paths.closeDay({ date })} variant="quiet" stay className="with-signal">
              {day.closed ? 'Reopen…' : 'Close…'}
            </ButtonLink>
          ) : null}
        </>
      }
      heading={({ time, type, instructor, arena, twice, shared, places, beyond }, slot) => (
        <>
          <Link to={paths.lesson(slot)}>
            {formatTimeOfDay(time)} {type}
          </Link>
          {instructor ? <span className="font-sans font-normal text-muted"> with {instructor}</span> : null}
          {arena ? <span className="font-sans font-normal text-muted">{` · ${arena}`}</span> : null}
          {twice ? <strong className="font-sans text-sm text-warn">{` · ${formatAlsoTeaches(twice)}`}</strong> : null}
          {arena && shared ? (
            <strong className="font-sans text-sm text-warn">{` · ${formatShared(arena, shared)}`}</strong>
          ) : null}
          {places ? (
            <span className={`no-print font-sans text-sm ${beyond ? 'text-bad' : 'font-normal text-muted'}`}>
              {` · ${places}`}
            </span>
          ) : null}
        </>
      )}
    >
      {hot ? <p className="mb-3 font-semibold text-warn">{hot}.</p> : null}
      <UnsortedLine count={unsorted} />
    </Sheet>
  )
}

import { data, type HeadersFunction, type LoaderFunctionArgs, type MetaFunction } from '@remix-run/node'
import { Outlet, useLoaderData } from '@remix-run/react'
import type { CSSProperties } from 'react'
import { z } from 'zod'
import { ButtonLink } from '~/components/ui/button'
import { EmptyState } from '~/components/ui/empty-state'
import { PrintButton } from '~/components/ui/print-button'
import { askedAhead, askedForAll } from '~/models/attendance/ahead.server'
import { markLessonPresent } from '~/models/attendance/mark-lesson.server'
import { reportOf, sayReport } from '~/models/instructors/cover/report.server'
import { canceledFor, refuseMark, taughtOn } from '~/models/instructors/teaching.server'
import { slotKey } from '~/models/schedule/slot'
import { slotKeyField } from '~/models/schedule/slot.schema'
import { dayOf } from '~/models/schedule/week-address'
import { today } from '~/platform/clock.server'
import type { Tx } from '~/platform/tx.server'
import { Canceled } from '~/routes/office/day/canceled'
import { SheetCopied, SheetIsland } from '~/routes/office/day/kept-sheet'
import { keptSheet, pageHeaders, sheetHeaders } from '~/routes/office/day/kept-sheet.server'
import { MarkAll } from '~/routes/office/day/mark-all'
import { onPaper } from '~/routes/office/day/paper'
import { SheetRide } from '~/routes/office/day/sheet-ride'
import { addDays, formatDay, formatWeekday } from '~/utils/dates'
import { paths } from '~/utils/paths'
import { formatTimeOfDay } from '~/utils/time-of-day'
import { requireInstructor } from '~/web/auth.server'
import { formAction } from '~/web/form-action.server'

export const handle = { scripts: true }
export const meta: MetaFunction<typeof loader> = ({ data }) => [{ title: data ? `My Day ${data.date}` : 'My Day' }]

export async function loader({ request, params }: LoaderFunctionArgs) {
  const viewer = await requireInstructor(request)
  const date = dayOf(params.date ?? new URL(request.url).searchParams.get('date')) ?? today()
  const [lessons, kept] = await Promise.all([taughtOn(viewer.id, date), keptSheet(request, viewer, '/teaching', date)])
  const [news, report] = await Promise.all([canceledFor(viewer.id, date, lessons), reportOf(viewer.id)])
  const shown = lessons.map((lesson) => ({ ...lesson, ahead: askedAhead({ date, time: lesson.time }) !== null }))
  return data(
    { date, today: today(), lessons: shown, ...news, report: report && sayReport(report), kept },
    { headers: sheetHeaders(request, viewer, date) },
  )
}

export const headers: HeadersFunction = (sent) => pageHeaders(sent)

/** Marks the rest of a lesson present. Undo is the office's; a second tap takes a mark back. */
export const action = formAction({
  guard: requireInstructor,
  schema: z.object({ intent: z.literal('present'), lesson: slotKeyField }),
  failed: 'That was not saved',
  refusedTo: ({ query }) => paths.teaching({ date: query.get('date') ?? undefined }),
  async run({ viewer, value: { lesson } }) {
    const allows = (tx?: Tx) => refuseMark(viewer.id, lesson, 'present', undefined, tx)
    await allows()
    const asked = askedForAll(lesson)
    if (asked) return { to: paths.teaching({ date: lesson.date }), ...asked }
    const { marked } = await markLessonPresent(viewer.id, lesson, { allows })
    return {
      to: paths.teaching({ date: lesson.date }),
      title: 'Attendance Recorded',
      description: marked ? `${marked} present` : 'Everyone was already marked',
    }
  },
})

/** The lessons that the instructor teaches on a day: who rides which horse, what to know, and the marks. */
export default function Teaching() {
  const { date, today, lessons, closed, canceled, report, kept } = useLoaderData<typeof loader>()
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
          <ButtonLink to={paths.cantTeach()} variant="quiet" stay className="with-signal">
            I can’t come…
          </ButtonLink>
        </nav>
      </header>
      <SheetIsland date={date} kept={kept} />
      {report ? (
        <p className="mb-3 font-semibold">You told the office that you can’t come {report}. It has not answered yet.</p>
      ) : null}
      {closed && lessons.length > 0 ? <p className="mb-3 font-semibold">{closed}</p> : null}
      <Canceled lessons={canceled} />
      {lessons.length === 0 ? <EmptyState title={closed ?? 'No lessons for you this day.'} /> : null}
      <div className="sheet" style={onPaper(lessons, canceled.length)}>
        {lessons.map(({ time, type, color, twice, ahead, riders }) => {
          const slot = { date, time, type }
          return (
            <section
              key={`${time} ${type}`}
              className="card sheet-lesson"
              style={{ '--type': color || undefined } as CSSProperties}
            >
              <div className="flex items-center gap-2 px-2">
                <h2 className="num me-auto py-2 text-base">
                  {formatTimeOfDay(time)} {type}
                  {twice ? (
                    <strong className="font-sans text-sm text-warn">{` · you also teach ${twice}`}</strong>
                  ) : null}
                </h2>
                <MarkAll
                  slot={slot}
                  open={riders.filter(({ attendance }) => attendance === 'scheduled').length}
                  ahead={ahead}
                  action={paths.teaching({ date })}
                  fields={{ lesson: slotKey(slot) }}
                />
              </div>
              {riders.length === 0 ? <p className="px-2 pb-2 text-muted">No riders</p> : null}
              <ul>
                {riders.map((rider) => (
                  <SheetRide key={rider.riderId} slot={slot} rider={rider} taught />
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

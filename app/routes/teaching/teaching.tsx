import { data, type HeadersFunction, type LoaderFunctionArgs, type MetaFunction } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { z } from 'zod'
import { ButtonLink } from '~/components/ui/button'
import { PrintButton } from '~/components/ui/print-button'
import { markLessonPresent } from '~/models/schedule/change/mark-lesson.server'
import { reportOf, sayReport } from '~/models/schedule/instructors/cover/report.server'
import { canceledFor, refuseMark, taughtOn } from '~/models/schedule/instructors/teaching.server'
import { askedAhead, askedForAll } from '~/models/schedule/vocabulary/ahead.server'
import { slotKeyField } from '~/models/schedule/vocabulary/slot.schema'
import { formatShared } from '~/models/schedule/week/clashes'
import { dayOf } from '~/models/schedule/week/week-address'
import { careToDo, sayDue } from '~/models/schedule/workload/care.server'
import { today } from '~/platform/clock.server'
import type { Tx } from '~/platform/tx.server'
import { keptSheet, pageHeaders, sheetHeaders } from '~/routes/office/day/kept-sheet.server'
import { Sheet } from '~/routes/office/day/sheet'
import { undoTaughtOf } from '~/routes/office/lessons/undo-of'
import { formatWeekday } from '~/utils/dates'
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
  const [news, report, care] = await Promise.all([
    canceledFor(viewer.id, date, lessons),
    reportOf(viewer.id),
    date < today() ? [] : careToDo(),
  ])
  const horses = new Set(lessons.flatMap(({ riders }) => riders.map(({ horse }) => horse)))
  const said = care.filter(({ horse }) => horses.has(horse)).map((one) => `${one.horse}: ${sayDue(one).text}`)
  const shown = lessons.map((lesson) => ({ ...lesson, ahead: askedAhead({ date, time: lesson.time }) !== null }))
  return data(
    { date, today: today(), lessons: shown, ...news, report: report && sayReport(report), care: said, kept },
    { headers: sheetHeaders(request, viewer, date) },
  )
}

export const headers: HeadersFunction = (sent) => pageHeaders(sent)

/** Marks the rest of a lesson present. */
export const action = formAction({
  guard: requireInstructor,
  schema: z.object({ intent: z.literal('present'), lesson: slotKeyField }),
  failed: 'That was not saved',
  refusedTo: ({ query }) => paths.teaching({ date: query.get('date') ?? undefined }),
  async run({ viewer, value: { lesson } }) {
    const allows = (tx?: Tx) => refuseMark(viewer.id, lesson, { attendance: 'present' }, tx)
    await allows()
    const asked = askedForAll(lesson)
    if (asked) return { to: paths.teaching({ date: lesson.date }), ...asked }
    const { marked, changes } = await markLessonPresent(viewer.id, lesson, { allows })
    return {
      to: paths.teaching({ date: lesson.date }),
      title: 'Attendance Recorded',
      description: marked ? `${marked} present` : 'Everyone was already marked',
      undo: undoTaughtOf(changes),
    }
  },
})

/** The lessons that the instructor teaches on a day: who rides which horse, what to know, and the marks. */
export default function Teaching() {
  const { report, care, ...day } = useLoaderData<typeof loader>()
  const { date, today } = day
  return (
    <Sheet
      day={day}
      title={date === today ? 'My Day' : formatWeekday(date)}
      taught
      links={
        <>
          <PrintButton />
          <ButtonLink to={paths.cantTeach()} variant="quiet" stay className="with-signal">
            I can’t come…
          </ButtonLink>
        </>
      }
      heading={({ time, type, arena, twice, shared }) => (
        <>
          {formatTimeOfDay(time)} {type}
          {arena ? <span className="font-sans font-normal text-muted">{` · ${arena}`}</span> : null}
          {twice ? <strong className="font-sans text-sm text-warn">{` · you also teach ${twice}`}</strong> : null}
          {arena && shared ? (
            <strong className="font-sans text-sm text-warn">{` · ${formatShared(arena, shared)}`}</strong>
          ) : null}
        </>
      )}
    >
      {report ? (
        <p className="mb-3 font-semibold">You told the office that you can’t come {report}. It has not answered yet.</p>
      ) : null}
      {care.length > 0 ? <p className="mb-3 text-muted">{`${care.join('. ')}.`}</p> : null}
    </Sheet>
  )
}

import { Outlet } from '@remix-run/react'
import type { CSSProperties, ReactNode } from 'react'
import { GoToDate } from '~/components/form/go-to-date'
import { ButtonLink } from '~/components/ui/button'
import { EmptyState } from '~/components/ui/empty-state'
import type { SheetLesson } from '~/models/schedule/rides/day-sheet.server'
import { type Slot, slotKey } from '~/models/vocabulary/slot'
import { addDays, formatDay, formatWeekday, type LocalDate } from '~/utils/dates'
import { paths } from '~/utils/paths'
import { formatTimeOfDay, type TimeOfDay } from '~/utils/time-of-day'
import { SheetCopied, SheetIsland } from './kept-sheet'
import type { KeptSheet } from './kept-sheet.server'
import { MarkAll } from './mark-all'
import { onPaper } from './paper'
import { SheetRide } from './sheet-ride'

interface Props<Lesson> {
  day: {
    date: LocalDate
    today: LocalDate
    lessons: readonly Lesson[]
    /** The school's note about a closed day. */
    closed: string | null
    canceled: Canceled[]
    kept: KeptSheet
  }
  title: string
  /** Whether it is the instructor's sheet. */
  taught?: true
  /** Beside the links to other days. */
  links: ReactNode
  /** Renders the heading of a lesson. */
  heading: (lesson: Lesson, slot: Slot) => ReactNode
  /** Shown above the lessons. */
  children?: ReactNode
}

/** A day for the barn, on paper, on a screen, and offline: who rides which horse, what to know, and the marks. */
export function Sheet<Lesson extends SheetLesson & { ahead: boolean }>({
  day: { date, today, lessons, closed, canceled, kept },
  title,
  taught,
  links,
  heading,
  children,
}: Props<Lesson>) {
  const riders = lessons.reduce((sum, lesson) => sum + lesson.riders.length, 0)
  const sheetOn = taught ? paths.teaching : paths.daySheet
  return (
    <div className="mx-auto max-w-3xl">
      <header className="mb-3 flex flex-wrap items-center gap-2">
        <div className="sheet-title me-auto">
          <h1>{title}</h1>
          <p className="num text-muted">
            {title === formatWeekday(date) ? null : `${formatWeekday(date)}, `}
            {formatDay(date)} · {lessons.length} {lessons.length === 1 ? 'lesson' : 'lessons'} · {riders}{' '}
            {riders === 1 ? 'rider' : 'riders'}
          </p>
        </div>
        <GoToDate
          id="sheet-date"
          name="date"
          action={sheetOn()}
          date={date}
          className="with-signal no-print flex gap-2 max-sm:hidden"
        />
        <nav aria-label="Days" className="no-print flex flex-wrap gap-2">
          <ButtonLink to={sheetOn({ date: addDays(date, -1) })} variant="secondary" aria-label="Previous day">
            <span aria-hidden="true">←</span>
          </ButtonLink>
          <ButtonLink to={sheetOn({ date: addDays(date, 1) })} variant="secondary" aria-label="Next day">
            <span aria-hidden="true">→</span>
          </ButtonLink>
          {date === today ? null : (
            <ButtonLink to={sheetOn()} variant="secondary">
              Today
            </ButtonLink>
          )}
          {links}
        </nav>
      </header>
      <SheetIsland date={date} kept={kept} />
      {children}
      {closed && lessons.length > 0 ? <p className="mb-3 font-semibold">{closed}</p> : null}
      <CanceledLessons lessons={canceled} />
      {lessons.length > 0 ? null : taught ? (
        <EmptyState title={closed ?? 'No lessons for you this day.'} />
      ) : (
        <EmptyState
          title={closed ?? 'No lessons on this day.'}
          action={<ButtonLink to={paths.newLesson({ day: date })}>Add Lesson</ButtonLink>}
        />
      )}
      <div className="sheet" style={onPaper(lessons, canceled.length)}>
        {lessons.map((lesson) => {
          const { time, type, color, ahead, riders } = lesson
          const slot = { date, time, type }
          return (
            <section
              key={`${time} ${type}`}
              className="card sheet-lesson"
              style={{ '--type': color || undefined } as CSSProperties}
            >
              <div className="flex items-center gap-2 px-2">
                <h2 className="num me-auto py-2 text-base">{heading(lesson, slot)}</h2>
                <MarkAll
                  slot={slot}
                  open={riders.filter(({ attendance }) => attendance === 'scheduled').length}
                  ahead={ahead}
                  action={taught && paths.teaching({ date })}
                  fields={taught ? { lesson: slotKey(slot) } : { back: 'sheet' }}
                />
              </div>
              {riders.length === 0 ? (
                <p className="px-2 pb-2 text-muted">{taught ? 'No riders' : 'No students'}</p>
              ) : null}
              <ul>
                {riders.map((rider) => (
                  <SheetRide key={rider.riderId} slot={slot} rider={rider} taught={taught} />
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

interface Canceled {
  time: TimeOfDay
  type: string
  reason: string
}

/** The lessons that were canceled on a day that is otherwise open, and why. */
function CanceledLessons({ lessons }: { lessons: readonly Canceled[] }) {
  if (lessons.length === 0) return null
  return (
    <ul className="mb-3" aria-label="Canceled lessons">
      {lessons.map(({ time, type, reason }) => (
        <li key={`${time} ${type}`}>
          <s className="num">
            {formatTimeOfDay(time)} {type}
          </s>{' '}
          <strong>Canceled: {reason}</strong>
        </li>
      ))}
    </ul>
  )
}

import type { CardLesson, CardOff, CardRider } from '~/models/office-week/week-view'
import { formatAlsoTeaches, formatShared } from '~/models/schedule/week/clashes'
import { officeLabel } from '~/models/vocabulary/attendance'
import type { LocalDate } from '~/utils/dates'
import { paths } from '~/utils/paths'
import { formatSpan, formatTimeOfDay } from '~/utils/time-of-day'

/**
 * A lesson at a glance: when it begins and ends, its type, the number of riders, who teaches, and each rider with
 * attendance, horse and counter. Each part links to its dialog. A week has hundreds of cards, so they have few elements
 * and plain links.
 */
export function LessonCard({
  date,
  lesson,
  short,
  arena,
  off,
}: {
  date: LocalDate
  lesson: CardLesson
  /**
   * The instructor, for columns without room for the name; undefined if the day's header names the instructor of all
   * its lessons.
   */
  short: string | undefined
  /** Undefined also if all lessons of the day are in one arena. */
  arena: string | undefined
  off: CardOff[]
}) {
  const slot = { date, time: lesson.time, type: lesson.type }
  const time = formatTimeOfDay(lesson.time)
  const due = lesson.riders.filter((rider) => rider.due).length
  return (
    <article className="lesson">
      <a href={paths.lesson(slot)} className="lesson-head">
        {`${formatSpan(lesson.time, lesson.duration)}\n${lesson.type} `}
        {due > 0 ? <em>{due} to pay</em> : null}
        {lesson.beyond ? <em>{lesson.beyond}</em> : null}
        {lesson.twice ? <em>{`${lesson.instructor} ${formatAlsoTeaches(lesson.twice)}`}</em> : null}
        {lesson.arena && lesson.shared ? <em>{formatShared(lesson.arena, lesson.shared)}</em> : null}
        <small>
          {[headCount(lesson.riders.length), lesson.places, arena].filter(Boolean).join(' · ')}
          {short ? (
            <>
              {' · '}
              <span title={lesson.instructor} data-short={short}>
                {lesson.instructor}
              </span>
            </>
          ) : null}
        </small>
      </a>
      <a href={paths.addToLesson(slot)} className="week-add" aria-label={`Add student to ${time} ${lesson.type}`}>
        +
      </a>
      {lesson.riders.length + off.length > 0 ? (
        <ul>
          {lesson.riders.map((rider) => (
            <li key={rider.id} className="ride" data-mark={rider.mark}>
              <a href={paths.lessonRider(slot, rider.id)}>
                {rider.name}
                <Detail rider={rider} />
              </a>
            </li>
          ))}
          {off.map((one) => (
            <li key={`off ${one.id}`} className="week-off">
              <OffLink date={date} off={one} />
            </li>
          ))}
        </ul>
      ) : null}
    </article>
  )
}

const headCount = (riders: number) => (riders === 0 ? 'No riders' : `${riders} rider${riders === 1 ? '' : 's'}`)

/** A link for restoring a rider or lesson that was taken off the day. */
export function OffLink({ date, off: { time, type, id, name, reason, gone } }: { date: LocalDate; off: CardOff }) {
  const what = (
    <>
      <s>{id ? name : `${formatTimeOfDay(time)} ${type}`}</s>{' '}
      <small>{reason === undefined ? 'off' : `Canceled: ${reason}`}</small>
    </>
  )
  return gone ? <p>{what}</p> : <a href={paths.putBack({ date, time, type }, id)}>{what}</a>
}

const wordOf = (mark: string | undefined) => (mark === 'makeup' ? 'Makeup' : mark && officeLabel(mark))

/** Formats `Bella · 2 of 4`. CSS sets bold, checks and strikethrough, and hides allowances on paper. */
function Detail({ rider }: { rider: CardRider }) {
  const { mark, makeup, told, horse, coat, wrong, used, allowed, word, due, unsigned } = rider
  const state = mark === 'present' ? null : wordOf(mark)
  const said = [makeup && 'Makeup', state, told && 'canceled by the family'].filter(Boolean).join(' · ')
  const ride = said || horse
  const figures = allowed ? `${used} of ${allowed}` : null
  if (!mark && !ride && !figures && !word && !unsigned) return null
  return (
    <small>
      {said && horse ? `${said} · ` : said}
      {coat ? <span data-coat={coat}>{horse}</span> : horse}
      {wrong ? <b>{` ▲ ${wrong}`}</b> : null}
      {ride && (figures || word) ? ' ' : null}
      {figures ? (
        <span data-used="" data-due={due && ''}>
          {ride ? `· ${figures}` : figures}
        </span>
      ) : null}
      {figures && word ? ' ' : null}
      {word ? <span data-due={due && ''}>{ride || figures ? `· ${word}` : word}</span> : null}
      {unsigned ? <span data-due=""> No waiver</span> : null}
    </small>
  )
}

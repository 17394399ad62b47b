import { coverWord } from '~/models/allowance/cover'
import { officeLabel } from '~/models/attendance/attendance'
import type { CardLesson, CardOff, CardRider } from '~/models/office-week/week-view'
import type { LocalDate } from '~/utils/dates'
import { paths } from '~/utils/paths'
import { formatTimeOfDay } from '~/utils/time-of-day'

/**
 * A lesson at a glance: time, type, riders with attendance, counter and horse. Each part leads to its dialog. A week has
 * hundreds of these, so they are few elements and plain links.
 */
export function LessonCard({ date, lesson, off }: { date: LocalDate; lesson: CardLesson; off: CardOff[] }) {
  const slot = { date, time: lesson.time, type: lesson.type }
  const time = formatTimeOfDay(lesson.time)
  return (
    <article className="lesson">
      <a href={paths.lesson(slot)} className="lesson-head">
        <b>{time}</b> {lesson.type}
      </a>
      <a
        href={paths.addToLesson(slot)}
        className="week-add no-print"
        aria-label={`Add student to ${time} ${lesson.type}`}
      >
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
            <li key={`off ${one.id}`} className="week-off no-print">
              <OffLink date={date} off={one} />
            </li>
          ))}
        </ul>
      ) : null}
    </article>
  )
}

/** Who or what was taken off the day: the way to put it back. */
export function OffLink({ date, off: { time, type, id, name } }: { date: LocalDate; off: CardOff }) {
  return (
    <a href={paths.putBack({ date, time, type }, id)}>
      <s>{id ? name : `${formatTimeOfDay(time)} ${type}`}</s> <small>off</small>
    </a>
  )
}

/**
 * `Bella · 2 / 4`; what needs the office's attention stands out in words. Bold, tick and strike are the styles' part, and that
 * paper shows nothing of allowances.
 */
function Detail({ rider: { mark, horse, used, allowed, cover } }: { rider: CardRider }) {
  const word = mark && mark !== 'present' ? officeLabel(mark) : null
  const figures = used !== undefined && allowed !== undefined ? `${used} / ${allowed}` : null
  const { word: about, alarm } = coverWord(cover, mark)
  if (!mark && !figures && !horse) return null
  const ride = [word, horse].filter(Boolean).join(' · ')
  if (alarm) {
    return (
      <small>
        {`${ride} `}
        <em>{`${figures} ${about}`}</em>
      </small>
    )
  }
  const allowance = [figures, about].filter(Boolean).join(' · ')
  return (
    <small>
      {ride}
      {allowance ? <span>{ride ? ` · ${allowance}` : allowance}</span> : null}
    </small>
  )
}

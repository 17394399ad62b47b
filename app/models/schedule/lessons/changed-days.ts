import { type DayOfRider, toldAway, toldLesson } from '~/models/notices/told-rides'
import { type Book, lessonsOf } from '~/models/schedule/snapshot/book'
import { type InstructorRow, instructorOf } from '~/models/schedule/week/lesson-instructor'
import { rideKey } from '~/models/schedule/week/week'
import { isAway } from '~/models/vocabulary/away'
import { addDays, dayOfWeek, firstOn, type LocalDate } from '~/utils/dates'

/** How many of its first changed days a weekly change notifies each rider of. */
const TOLD = 5
/** How many weeks ahead they are looked for: someone's place may begin after a winter's break. */
const WEEKS = 27

/**
 * Returns each rider's lessons before and after on the days of a change, from today on, with absences, if they differ.
 * Recorded rides without a place are left out. `only` limits the days.
 */
export const changedDays = (before: Book, after: Book, today: LocalDate, only?: ReadonlySet<LocalDate>): DayOfRider[] =>
  changesOf(before, after, lessonsByRider, { today, only })

/** Returns the same for each instructor: the lessons that they teach, and who has called off. */
export const changedTeaching = (
  before: Book,
  after: Book,
  today: LocalDate,
  only?: ReadonlySet<LocalDate>,
): DayOfRider[] => changesOf(before, after, lessonsByInstructor, { today, only })

type LinesOf = (book: Book) => (date: LocalDate) => Map<string, string[]>

function changesOf(
  before: Book,
  after: Book,
  linesOf: LinesOf,
  { today, only }: { today: LocalDate; only?: ReadonlySet<LocalDate> },
): DayOfRider[] {
  const dates = new Map<LocalDate, boolean>()
  for (const { from, weekly } of before.spans) {
    const first = weekly && from < today ? firstOn(dayOfWeek(from), today) : from
    for (let week = 0; week < (weekly ? WEEKS : 1); week++)
      dates.set(addDays(first, 7 * week), weekly || dates.get(addDays(first, 7 * week)) === true)
  }
  const weeksOf = new Map<string, number>()
  const [wasOn, isOn] = [linesOf(before), linesOf(after)]
  return [...dates].sort().flatMap(([date, weekly]) => {
    if (date < today || only?.has(date) === false) return []
    const [was, is] = [wasOn(date), isOn(date)]
    return [...new Set([...was.keys(), ...is.keys()])].flatMap((riderId) => {
      const [known, present] = [was.get(riderId) ?? [], is.get(riderId) ?? []]
      if (known.join() === present.join()) return []
      const line = `${dayOfWeek(date)} ${riderId}`
      weeksOf.set(line, (weeksOf.get(line) ?? 0) + 1)
      return weekly && Number(weeksOf.get(line)) > TOLD ? [] : [{ riderId, date, known, present, weekly }]
    })
  })
}

const calledOff = (book: Book): Set<string> => new Set(book.records.filter(isAway).map(rideKey))

function lessonsByRider(book: Book): ReturnType<LinesOf> {
  const off = calledOff(book)
  return (date) => {
    const byRider = new Map<string, string[]>()
    for (const { time, type, duration, riders } of lessonsOf(book, date)) {
      for (const { riderId, source } of riders) {
        if (source === 'record') continue
        const lesson = toldLesson({ date, time, type, duration }, off.has(rideKey({ riderId, date, time })))
        byRider.set(riderId, [...(byRider.get(riderId) ?? []), lesson])
      }
    }
    return byRider
  }
}

function lessonsByInstructor(book: Book): ReturnType<LinesOf> {
  const [off, teachers] = [calledOff(book), teachersOf(book)]
  return (date) => {
    const byInstructor = new Map<string, string[]>()
    if (teachers.length === 0) return byInstructor
    for (const { time, type, duration, riders } of lessonsOf(book, date)) {
      const instructor = instructorOf(teachers, { date, time, type })
      if (!instructor) continue
      const away = riders.filter(({ riderId }) => off.has(rideKey({ riderId, date, time })))
      const lines = [
        toldLesson({ date, time, type, duration }, false),
        ...away.map(({ riderId }) => toldAway({ time, riderId })),
      ]
      byInstructor.set(instructor.id, [...(byInstructor.get(instructor.id) ?? []), ...lines])
    }
    return byInstructor
  }
}

/** Returns the instructors in the rows of a book. */
function teachersOf(book: Book): InstructorRow[] {
  const idOf = ({ instructorId }: { [column: string]: unknown }) =>
    typeof instructorId === 'string' ? instructorId : null
  const none = { name: '', leftOn: null, date: null, dayOfWeek: null, startDate: null, endDate: null }
  const places = book.weekly.flatMap(({ time, type, dayOfWeek: weekday, startDate, endDate, active, ...row }) => {
    const id = idOf(row)
    return active && id ? [{ ...none, id, time, type, dayOfWeek: weekday, startDate, endDate }] : []
  })
  const single = [...book.oneTimeLessons, ...book.records].flatMap(({ time, type, date, ...row }) => {
    const id = idOf(row)
    return id ? [{ ...none, id, time, type, date }] : []
  })
  return [...places, ...single]
}

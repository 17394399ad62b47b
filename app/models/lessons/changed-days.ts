import { type DayOfRider, toldLesson } from '~/models/notices/told-rides'
import { rideKey } from '~/models/schedule/week'
import { addDays, dayOfWeek, firstOn, type LocalDate } from '~/utils/dates'
import { type Book, isAbsence, lessonsOf } from './book'

/** A change of every week is told to each rider by its first days that differ, */
const TOLD = 5
/** looked for this far ahead: someone's place may begin after a winter's break. */
const WEEKS = 27

/** What each rider had and has on the days of a change, from today on, and what of it is called off, if that differs. Recorded rides without a place are left out. */
export function changedDays(before: Book, after: Book, today: LocalDate): DayOfRider[] {
  const dates = new Map<LocalDate, boolean>()
  for (const { from, weekly } of before.spans) {
    const first = weekly && from < today ? firstOn(dayOfWeek(from), today) : from
    for (let week = 0; week < (weekly ? WEEKS : 1); week++)
      dates.set(addDays(first, 7 * week), weekly || dates.get(addDays(first, 7 * week)) === true)
  }
  const weeksOf = new Map<string, number>()
  const [wasOff, isOff] = [calledOff(before), calledOff(after)]
  return [...dates].sort().flatMap(([date, weekly]) => {
    if (date < today) return []
    const [was, is] = [lessonsByRider(before, date, wasOff), lessonsByRider(after, date, isOff)]
    return [...new Set([...was.keys(), ...is.keys()])].flatMap((riderId) => {
      const [known, present] = [was.get(riderId) ?? [], is.get(riderId) ?? []]
      if (known.join() === present.join()) return []
      const line = `${dayOfWeek(date)} ${riderId}`
      weeksOf.set(line, (weeksOf.get(line) ?? 0) + 1)
      return weekly && Number(weeksOf.get(line)) > TOLD ? [] : [{ riderId, date, known, present, weekly }]
    })
  })
}

const calledOff = (book: Book): Set<string> => new Set(book.records.filter(isAbsence).map(rideKey))

function lessonsByRider(book: Book, date: LocalDate, off: ReadonlySet<string>): Map<string, string[]> {
  const byRider = new Map<string, string[]>()
  for (const { time, type, riders } of lessonsOf(book, date)) {
    for (const { riderId, source } of riders) {
      if (source === 'record') continue
      const lesson = toldLesson({ time, type }, off.has(rideKey({ riderId, date, time })))
      byRider.set(riderId, [...(byRider.get(riderId) ?? []), lesson])
    }
  }
  return byRider
}

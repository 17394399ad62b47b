import { isAsTold, toldLesson } from '~/models/notices/told-rides'
import { type Book, isPlaceOf, lessonAt, lessonsOf, ridersOf } from '~/models/schedule/snapshot/book'
import type { Scope } from '~/models/schedule/vocabulary/slot.schema'
import { allWaiting } from '~/models/schedule/waitlist/waiting-lists.server'
import { rideKey } from '~/models/schedule/week/week'
import { isAway } from '~/models/vocabulary/away'
import { usesMakeup } from '~/models/vocabulary/makeup'
import type { Slot } from '~/models/vocabulary/slot'
import { now, today } from '~/platform/clock.server'
import { prisma } from '~/platform/db.server'
import { getEnv } from '~/platform/env.server'
import { addDays, dayOfWeek, daysBetween, fromDbDate, instantInZone } from '~/utils/dates'
import { capacityOf, type DeskStep, UNREACHED } from './people-steps'
import { aimOf, DATES, RIDERS, targetOf } from './steps'

type LessonOf = ReturnType<typeof lessonsOf>[number]

/** Steps whose maker knows of the change; nobody is notified of a file. */
const BY_FAMILY: readonly DeskStep['kind'][] = [
  'call-off',
  'after-all',
  'book',
  'answer',
  'wait',
  'leave',
  'file',
  'unfile',
]
/** A ride is called off in time until this many hours before it. */
const CUTOFF_HOURS = 24

/** Steps that may end makeups: a mark is the office's statement about a ride, and a rider who comes after all returns a makeup. */
const MAY_END_MAKEUPS: readonly DeskStep['kind'][] = ['mark', 'after-all', 'undo', 'unfile', 'taught', 'signal']

/** Returns promises that a change broke, or whose change nobody was notified of. `beyond`: the office has confirmed that more may ride. */
export async function whatIsForgotten(
  step: DeskStep | { kind: 'undo' },
  before: Book,
  after: Book,
  { beyond }: { beyond: boolean },
): Promise<string[]> {
  const { kind } = step
  const wrong = [
    ...(step.kind === 'move' ? abandoned(step, before, after) : []),
    ...(kind === 'undo' || kind === 'unfile' ? [] : needless(before, after)),
    ...lostMakeups(kind, before, after),
    ...(kind === 'call-off' ? givenLate(before, after) : []),
    ...tooShort(after),
    ...(await untold(kind, before, after)),
    ...(await lines(kind, before, after)),
  ]
  return beyond ? wrong : [...wrong, ...tooMany(before, after)]
}

/** Checks that no office change of the week takes away a makeup that a family was given. */
function lostMakeups(kind: DeskStep['kind'], before: Book, after: Book): string[] {
  if (MAY_END_MAKEUPS.includes(kind)) return []
  const announced = new Set(before.records.filter((row) => isAway(row) && row.announcedAt).map(rideKey))
  const given = before.makeups.filter(
    ({ riderId, date, time }) => date && time && announced.has(rideKey({ riderId, date, time })),
  )
  return given
    .filter(({ id }) => !after.makeups.some((row) => row.id === id))
    .map(({ riderId, date, time }) => `${kind}: the makeup of ${riderId} for ${date} ${time} is gone`)
}

/** Checks that a ride that is called off after the cutoff gives no makeup. */
const givenLate = (before: Book, after: Book): string[] =>
  after.makeups.flatMap(({ id, riderId, date, time }) => {
    if (!date || !time || before.makeups.some((row) => row.id === id)) return []
    const hours = (instantInZone(date, time, getEnv().schoolTimezone).getTime() - now().getTime()) / 3_600_000
    return hours > CUTOFF_HOURS ? [] : [`call-off: ${riderId} has a makeup for ${date} ${time}, ${hours} hours before`]
  })

/** Checks that absences in later weeks move along with a weekly move, each within its week, where the rider has the new place. */
function abandoned(step: Extract<DeskStep, { kind: 'move' }>, before: Book, after: Book): string[] {
  if (step.scope !== 'weekly') return []
  const { slot, rider } = aimOf(step, before)
  const target = targetOf(step, before)
  const isOff = (book: Book, lesson: Slot) => isCalledOff(book, { ...lesson, riderId: rider })
  const days = DATES.filter((date) => date >= slot.date && dayOfWeek(date) === dayOfWeek(slot.date))
  return days.flatMap((date) => {
    const to = { ...target, date: addDays(date, daysBetween(slot.date, target.date) % 7) }
    const isLeft =
      isOff(before, { ...slot, date }) && ridersOf(lessonAt(after, to)).includes(rider) && !isOff(after, to)
    return isLeft ? [`move: ${rider} had called off ${date} and is to ride on ${to.date}`] : []
  })
}

/**
 * Checks that a rider with a weekly place has no makeup booked for it: a guest who gets the place can book the makeup
 * again, or call off like everyone.
 */
function needless(before: Book, after: Book): string[] {
  const isOf = (book: Book, ride: Slot & { riderId: string }, source: string) =>
    lessonAt(book, ride)?.riders.some((rider) => rider.riderId === ride.riderId && rider.source === source)
  const isUsed = (ride: { riderId: string; date: string; time: string }) =>
    after.records.some((row) => rideKey(row) === rideKey(ride) && usesMakeup(row.attendance))
  const became = after.bookings.filter(({ id, ...ride }) => {
    const was = before.bookings.find((row) => row.id === id)
    return was && isOf(before, was, 'one-time') && isOf(after, ride, 'weekly') && !isUsed(ride)
  })
  return became.map(({ riderId, date }) => `${riderId} has the place of ${date} every week, and rides with a makeup`)
}

/** Checks for more riders than places, unless they rode together before: the office may change a lesson to a type with fewer places. */
function tooMany(before: Book, after: Book): string[] {
  const together = DATES.flatMap((date) => lessonsOf(before, date)).map((lesson) => ridingIn(before, lesson).split(' '))
  const rodeTogether = (ids: readonly string[]) => together.some((riders) => ids.every((id) => riders.includes(id)))
  return DATES.flatMap((date) => lessonsOf(after, date)).flatMap((lesson) => {
    const riding = ridingIn(after, lesson)
    const ids = riding.split(' ')
    const isBeyond = ids.length > capacityOf(lesson.type) && !rodeTogether(ids)
    return isBeyond ? [`${lesson.date} ${lesson.time} ${lesson.type}: ${riding} ride`] : []
  })
}

/** Returns who comes to a lesson. */
function ridingIn(book: Book, { date, time, riders }: LessonOf): string {
  const off = new Set(book.records.filter(isAway).map(rideKey))
  const coming = riders.filter(({ riderId }) => !off.has(rideKey({ riderId, date, time })))
  return coming
    .map(({ riderId }) => riderId)
    .sort()
    .join(' ')
}

/** Checks that what families know, or will be notified of, is true. */
async function untold(kind: DeskStep['kind'], before: Book, after: Book): Promise<string[]> {
  const rows = await prisma.toldRide.findMany({ where: { student: { role: 'customer' } } })
  const present = new Map(rows.map((row) => [`${fromDbDate(row.date)} ${row.studentId}`, row.present]))
  return changedLines(before, after).flatMap(({ riderId, date, is }) => {
    const told = present.get(`${date} ${riderId}`)
    const isTold = told === undefined ? BY_FAMILY.includes(kind) : isAsTold(told ? told.split('\n') : [], is)
    return isTold ? [] : [`${kind}: nobody tells ${riderId} of ${date}: ${is.join() || 'no ride'}`]
  })
}

/** How many of its first days a family is notified of after a weekly change. */
const TOLD = 5

/** Returns the days on which a rider's lessons or absences changed, by the rows alone. */
function changedLines(before: Book, after: Book): { riderId: string; date: string; is: string[] }[] {
  const linesOn = (book: Book, riderId: string, date: string) =>
    lessonsOf(book, date)
      .filter(({ riders }) => riders.some((rider) => rider.riderId === riderId && rider.source !== 'record'))
      .map((lesson) => toldLesson(lesson, isCalledOff(book, { ...lesson, riderId })))
  const dates = DATES.filter((date) => date >= today())
  return RIDERS.flatMap((riderId) => {
    const days = dates.map((date) => ({ riderId, date, is: linesOn(after, riderId, date) }))
    const changed = days.filter(({ date, is }) => is.join() !== linesOn(before, riderId, date).join())
    const earlier = (date: string) =>
      changed.filter((day) => day.date < date && dayOfWeek(day.date) === dayOfWeek(date)).length
    return changed.filter(({ date }) => earlier(date) < TOLD)
  })
}

const isCalledOff = (book: Book, ride: { riderId: string; date: string; time: string }): boolean =>
  book.records.some((row) => isAway(row) && rideKey(row) === rideKey(ride))

/** Whether a step by a family or an instructor had to be accepted, or refused; null if both are possible. */
export function mustBe(step: DeskStep, before: Book): boolean | null {
  if (step.kind === 'taught')
    return aimOf(step, before).slot.date > today() || step.attendance === 'reschedule' ? false : null
  if (step.kind === 'delete-lesson' && !step.insists && isAwaited(aimOf(step, before).slot, step.scope, before))
    return false
  if (step.kind !== 'call-off') return null
  const { slot, rider } = aimOf(step, before)
  if (rider === UNREACHED) return false
  const isHere = lessonAt(before, slot)?.riders.some(({ riderId }) => riderId === rider)
  const record = before.records.find((row) => rideKey(row) === rideKey({ ...slot, riderId: rider }))
  const isOpen = !record?.attendance || record.attendance === 'scheduled'
  return isHere && isOpen && slot.date > today() ? true : null
}

/** Whether someone waits for the lesson that is removed, on that date or every week: then the office is asked first. */
const isAwaited = (slot: Slot, scope: Scope, book: Book): boolean =>
  book.awaited.some(({ date, time, type, weekly }) =>
    time === slot.time && type === slot.type && scope === 'weekly'
      ? weekly && dayOfWeek(date) === dayOfWeek(slot.date) && lessonAt(book, slot)?.weekly
      : !weekly && date === slot.date && time === slot.time && type === slot.type,
  )

/** Returns who is waiting, which an Undo has to restore. */
export const waitingNow = async (): Promise<number[]> =>
  (await prisma.waiting.findMany({ where: { closedAt: null }, orderBy: { id: 'asc' } })).map(({ id }) => id)

/** Checks that a makeup is valid on the day of the ride that it is booked for. */
const tooShort = ({ bookings, makeups }: Book): string[] =>
  bookings
    .filter(({ makeupId, date }) => makeups.some(({ id, validTo }) => id === makeupId && validTo < date))
    .map(({ riderId, date }) => `${riderId} rides on ${date} with a makeup that has expired`)

/** Steps that take a lesson off the schedule on purpose. */
const MAY_END_LESSONS: readonly DeskStep['kind'][] = [
  'delete-lesson',
  'close',
  'cancel',
  'arena',
  'ill',
  'undo',
  'unfile',
  'hours',
  'edit',
]

/** Checks that a waitlist entry keeps its lesson, or says that it is off the schedule, and that an offer has its entry and a lesson. */
async function lines(kind: DeskStep['kind'], before: Book, book: Book): Promise<string[]> {
  const shown = new Map((await allWaiting()).map(({ id, isOn }) => [id, isOn]))
  const waiting = await prisma.waiting.findMany({ where: { closedAt: null }, include: { offers: true } })
  const ended = await prisma.placeOffer.findMany({ where: { state: 'open', waiting: { closedAt: { not: null } } } })
  const silent = await prisma.waiting.findMany({
    where: { outcome: 'expired', offers: { some: { OR: [{ unreached: true }, { toldAt: null }], state: 'expired' } } },
  })
  const wrong = [
    ...ended.map(({ id }) => `the offer ${id} is open, and its line is closed`),
    ...silent.map(({ studentId }) => `${studentId} lost a place in the line by an offer that nobody was told of`),
  ]
  for (const { id, studentId, lessonDate, scheduledTime: time, lessonType: type, weekly, ...row } of waiting) {
    const date = fromDbDate(lessonDate)
    const isThere = (one: Book) =>
      weekly
        ? one.weekly.some((place) => isPlaceOf({ date, time, type })(place) && place.endDate === null)
        : lessonAt(one, { date, time, type }) !== undefined
    const name = `${studentId}'s line for ${date} ${time} ${type}`
    const isOff = isThere(before) && !isThere(book)
    if (isOff && !MAY_END_LESSONS.includes(kind)) wrong.push(`${kind}: ${name} has no lesson`)
    if (shown.has(id) && shown.get(id) !== isThere(book)) wrong.push(`${name} is shown wrongly: ${shown.get(id)}`)
    const isToldOff = row.tellAt ? !row.knownOff : row.knownOff
    if (isToldOff === isThere(book)) wrong.push(`${name}: nobody tells that it is ${isToldOff ? 'back' : 'off'}`)
    for (const offer of row.offers.filter(({ state }) => state === 'open')) {
      if (!lessonAt(book, { date: fromDbDate(offer.lessonDate), time, type }))
        wrong.push(`${name} is offered no lesson`)
    }
  }
  return wrong
}

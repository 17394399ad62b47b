import { t } from '#text'
import {
  type Book,
  datesOf,
  type HorseUse,
  lessonsOf,
  overlapping,
  type RideRow,
  slotOf,
  type WorkOfDay,
} from '~/models/schedule/snapshot/book'
import { formatOtherWork, workDuring } from '~/models/schedule/vocabulary/other-work'
import { overlaps } from '~/models/schedule/vocabulary/overlap'
import { atTime, atTimeWeekly } from '~/models/schedule/vocabulary/slot-words'
import { isMarked, type LessonRider, type ScheduledLesson } from '~/models/schedule/week/week'
import { officeLabel } from '~/models/vocabulary/attendance'
import { isAway } from '~/models/vocabulary/away'
import { type Slot, slotKey } from '~/models/vocabulary/slot'
import { formatDay, type LocalDate } from '~/utils/dates'
import { formatTimeOfDay } from '~/utils/time-of-day'

/** Why a change cannot be made. Each reason names who or what, and when. */
export interface Reasons {
  /** Riders who would be in two lessons at once. */
  riders: string[]
  /** Horses that would be in two lessons, or at other work, at once. */
  horses: string[]
  /** Recorded rides that no week would show anymore. */
  recorded: string[]
  /** Horses assigned to rides that no week would show anymore. */
  given: string[]
  /** Horses assigned to riders who do not come. */
  idle: string[]
}

type NameOf = (riderId: string) => string

/** Returns what a change would break that was right before. Both books cover the same days. */
export function reasonsAgainst(before: Book, after: Book, names: NameOf): Reasons {
  const dates = [...new Set([...datesOf(before), ...datesOf(after)])].sort()
  const was = new Map(dates.map((date) => [date, dayOf(before, date)]))
  const reasons: Reasons = { riders: [], horses: [], recorded: [], given: [], idle: [] }
  for (const date of dates) {
    const old = was.get(date)
    if (!old) continue
    const day = dayOf(after, date)
    if (old.lines === day.lines) continue
    reasons.riders.push(...busyRiders(old, day, names).sort())
    reasons.horses.push(...busyHorses(old, day, names).sort())
    reasons.recorded.push(...lostRides(old, day, names).sort())
    reasons.given.push(...lostHorses(old, day, names).sort())
    reasons.idle.push(...idleHorses(old, day, names).sort())
  }
  return {
    riders: unique(reasons.riders),
    horses: unique(reasons.horses),
    recorded: unique(reasons.recorded),
    given: unique(reasons.given),
    idle: unique(reasons.idle),
  }
}

const unique = (lines: string[]) => [...new Set(lines)]

interface Day {
  lessons: ScheduledLesson[]
  records: readonly RideRow[]
  horses: readonly HorseUse[]
  work: readonly WorkOfDay[]
  /** Riders by time who have a place, not just a record. */
  placed: Set<string>
  /** A text that differs if anything does. */
  lines: string
}

const key = ({ time, type, riderId }: { time: string; type: string; riderId: string }) => `${time} ${type} ${riderId}`

function dayOf(book: Book, date: LocalDate): Day {
  const lessons = lessonsOf(book, date)
  const records = book.records.filter((row) => row.date === date)
  const horses = book.horses.filter((row) => row.date === date)
  const work = book.work.filter((row) => row.date === date)
  const placed = new Set(
    lessons.flatMap(({ time, type, riders }) =>
      riders.filter(({ source }) => source !== 'record').map(({ riderId }) => key({ time, type, riderId })),
    ),
  )
  return { lessons, records, horses, work, placed, lines: JSON.stringify([lessons, records, horses]) }
}

const isIn = (lesson: ScheduledLesson, riderId: string): LessonRider | undefined =>
  lesson.riders.find((rider) => rider.riderId === riderId)

function busyRiders(old: Day, day: Day, riderName: NameOf): string[] {
  const wasIn = (slot: Slot, riderId: string) =>
    old.lessons.some((lesson) => slotKey(lesson) === slotKey(slot) && isIn(lesson, riderId))
  return day.lessons.flatMap((lesson) =>
    lesson.riders.flatMap(({ riderId, source }) => {
      // Of the two lessons, the one that the change puts the rider into.
      if (wasIn(lesson, riderId) && sameLength(old, lesson)) return []
      return overlapping(day.lessons, lesson).flatMap((other) => {
        const there = isIn(other, riderId)
        // A recorded ride that would be left behind is reported as such.
        const left = there?.source === 'record' && old.placed.has(key({ ...other, riderId }))
        if (!there || left || (wasIn(other, riderId) && wasIn(lesson, riderId) && clashed(old, lesson, other)))
          return []
        const when = source === 'weekly' && there.source === 'weekly' ? atTimeWeekly(other) : atTime(other)
        return [t('{name} is already riding at {when}', { name: riderName(riderId), when })]
      })
    }),
  )
}

const sameLength = (old: Day, lesson: ScheduledLesson) =>
  old.lessons.some((other) => slotKey(other) === slotKey(lesson) && other.duration === lesson.duration)

const clashed = (old: Day, a: Slot, b: Slot) => {
  const [first, second] = [a, b].map((slot) => old.lessons.find((lesson) => slotKey(lesson) === slotKey(slot)))
  return first !== undefined && second !== undefined && overlaps(first, second)
}

function busyHorses(old: Day, day: Day, riderName: NameOf): string[] {
  const was = new Set(old.horses.map((use) => `${use.horseId} ${key(use)} ${use.duration}`))
  return day.horses.flatMap((use) => {
    if (was.has(`${use.horseId} ${key(use)} ${use.duration}`)) return []
    const other = day.horses.find((row) => row !== use && row.horseId === use.horseId && overlaps(row, use))
    if (other) return [`${use.horseName} is already with ${riderName(other.riderId)} at ${atTime(other)}`]
    const working = workDuring(
      use,
      day.work.filter(({ horseId }) => horseId === use.horseId),
    )
    if (!working) return []
    const ride = `${riderName(use.riderId)} at ${formatTimeOfDay(use.time)}`
    return [`${use.horseName} has ${formatOtherWork(working)} on ${formatDay(use.date)} and is with ${ride}`]
  })
}

function lostRides(old: Day, day: Day, riderName: NameOf): string[] {
  return day.records.flatMap((ride) => {
    // An undo may restore the record of a ride that is gone by now.
    const stood = old.records.some((other) => isMarked(other.attendance) && key(other) === key(ride))
    const lost = isMarked(ride.attendance) && (old.placed.has(key(ride)) || !stood) && !day.placed.has(key(ride))
    if (!lost) return []
    const marked = { mark: t(officeLabel(ride.attendance ?? '')), when: atTime(ride) }
    return [t('{rider}’s ride at {when} is marked {mark}', { rider: riderName(ride.riderId), ...marked })]
  })
}

function lostHorses(old: Day, day: Day, riderName: NameOf): string[] {
  return day.horses.flatMap((use) => {
    const stood = old.horses.some((other) => key(other) === key(use))
    const lost = (old.placed.has(key(use)) || !stood) && !day.placed.has(key(use))
    const recorded = day.records.some((ride) => isMarked(ride.attendance) && key(ride) === key(use))
    if (!lost || recorded) return []
    const names = { rider: riderName(use.riderId), horse: use.horseName }
    return [t('{rider} has {horse} at {when}', { ...names, when: atTime(slotOf(use)) })]
  })
}

function idleHorses(old: Day, day: Day, riderName: NameOf): string[] {
  const rides = ({ records, horses }: Day) =>
    horses.flatMap((use) => {
      const absent = records.find((ride) => key(ride) === key(use) && isAway(ride))
      return absent
        ? [`${riderName(use.riderId)} is marked ${officeLabel(absent.attendance ?? '')} at ${atTime(use)}`]
        : []
    })
  const was = rides(old)
  return rides(day).filter((line) => !was.includes(line))
}

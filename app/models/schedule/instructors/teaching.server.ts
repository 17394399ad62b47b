import { canceledOn, sayClosed } from '~/models/schedule/closing/closed-day'
import { closingsOn } from '~/models/schedule/closing/closings.server'
import { type SheetLesson, sheetOf } from '~/models/schedule/rides/day-sheet.server'
import { findMakeupRules } from '~/models/schedule/vocabulary/makeup-rules.server'
import { findLesson, loadRoster, type RosterLesson } from '~/models/schedule/week/roster.server'
import type { Attendance } from '~/models/vocabulary/attendance'
import { type Slot, slotKey } from '~/models/vocabulary/slot'
import { today } from '~/platform/clock.server'
import { notFound, Refused } from '~/platform/refused'
import type { Db } from '~/platform/tx.server'
import type { LocalDate } from '~/utils/dates'
import { whyNotMark } from './marking'

/** The lessons that an instructor teaches on a day, in order of time: riders, horses, notes, marks, and nothing of money. */
export async function taughtOn(instructorId: string, date: LocalDate): Promise<SheetLesson[]> {
  const { taught, types } = await rosterTaught(instructorId, date)
  return sheetOf(date, taught, types)
}

/** What the school closed of a day, and the lessons of the instructor that it canceled. `lessons` are those that they teach. */
export async function canceledFor(
  instructorId: string,
  date: LocalDate,
  lessons: readonly Pick<Slot, 'time' | 'type'>[],
) {
  const { closings, off } = await closingsOn(date)
  return {
    closed: sayClosed(closings, lessons),
    canceled: canceledOn(closings, { lessons, off })
      .filter((lesson) => lesson.instructorId === instructorId)
      .map(({ time, type, reason }) => ({ time, type, reason })),
  }
}

/** The lessons that an instructor teaches on a day, as `slotKey`. */
export async function slotsTaught(instructorId: string, date: LocalDate): Promise<ReadonlySet<string>> {
  const { taught } = await rosterTaught(instructorId, date)
  return new Set(taught.map((lesson) => slotKey(lesson)))
}

async function rosterTaught(instructorId: string, date: LocalDate) {
  const { days, types } = await loadRoster({ from: date, to: date })
  const lessons = days[0]?.lessons ?? []
  return { taught: lessons.filter(({ instructor }) => instructor?.id === instructorId), types }
}

/** The lesson of a slot; null if it is none that the instructor teaches. */
export async function findTaughtLesson(instructorId: string, slot: Slot, db?: Db): Promise<RosterLesson | null> {
  const lesson = await findLesson(slot, db)
  return lesson?.instructor?.id === instructorId ? lesson : null
}

/** @throws Refused 404 if the instructor does not teach in this slot. */
export async function refuseNotTaught(instructorId: string, slot: Slot, db?: Db): Promise<RosterLesson> {
  const lesson = await findTaughtLesson(instructorId, slot, db)
  if (!lesson) throw notFound("You aren't assigned to this lesson.")
  return lesson
}

/**
 * What an instructor may mark now. Asked before the lock, so that no question comes first, and under it: the office may give the lesson
 * to someone else at the same moment, and the family may call off.
 * @param mark without a `riderId` it is about all riders who have no mark.
 * @throws Refused 404 as `refuseNotTaught`; 403 if the mark is the office's.
 */
export async function refuseMark(
  instructorId: string,
  slot: Slot,
  { attendance, riderId }: { attendance: Attendance; riderId?: string },
  db?: Db,
): Promise<void> {
  const { date, riders } = await refuseNotTaught(instructorId, slot, db)
  const was = riders.find((rider) => rider.riderId === riderId)?.attendance ?? 'scheduled'
  const { instructorMarkDays } = await findMakeupRules(db)
  const why = whyNotMark({ date, was, attendance, on: today() }, instructorMarkDays)
  if (why) throw new Refused('forbidden', why)
}

import { freePlaces } from '~/models/schedule/vocabulary/free'
import { overlaps } from '~/models/schedule/vocabulary/overlap'
import { type RosterLesson, rosterOf } from '~/models/schedule/week/roster'
import { instructorList, recordList, scheduleLists, scheduleTables } from '~/models/schedule/week/schedule-lists.server'
import { type Level, levelFits, levelOf } from '~/models/vocabulary/level'
import { type Slot, slotKey } from '~/models/vocabulary/slot'
import { schoolNow } from '~/platform/clock.server'
import { getEnv } from '~/platform/env.server'
import { listStatement, plain, queryLists, rowList } from '~/platform/row-lists.server'
import { addDays, type LocalDate } from '~/utils/dates'
import { hasBegun, type Now } from './take'

/** The most days of one query. */
const MAX_DAYS = 42

/** A coming lesson that fits a rider who has nothing else at that time. */
export interface OpenLesson extends Slot {
  /** The length in minutes. */
  duration: number
  instructor: string | null
  level: Level | null
  arena: string | null
  /** The free places; null without a limit. */
  free: number | null
  /** Whether it takes place every week. */
  weekly: boolean
  /** Whether it was booked a moment ago, or the rider is busy then because of that; see `lessonsFor`. */
  now?: 'booked' | 'busy'
  /** Whether it was booked with a makeup. */
  isMakeup?: boolean
}

const DAYS = { first: '$1::date', last: '$2::date' }
const LISTS = {
  ...scheduleLists(DAYS),
  records: recordList,
  instructors: instructorList(DAYS),
  rider: rowList<{ level: string | null }>({ level: plain('level') }, 'users WHERE id = $3'),
}
const PLACES = listStatement(LISTS, `WITH ${scheduleTables(DAYS)}`)

/**
 * Returns the lessons of the right type and level from one day to another, both included, including full ones. One
 * statement, at most 42 days. `booked` are lessons, as `slotKey`, that the rider booked a moment ago: they stay, with
 * those at the same time, so that no row moves under a finger. `types` are those that the rider may book; any if it is
 * left out. `anyLevel` is for the office, which checks the level itself.
 */
export async function lessonsFor(
  riderId: string,
  from: LocalDate,
  to: LocalDate,
  {
    types,
    anyLevel = false,
    booked = [],
    now = schoolNow(),
  }: { types?: readonly string[]; anyLevel?: boolean; booked?: readonly string[]; now?: Now } = {},
): Promise<OpenLesson[]> {
  const last = [to, addDays(from, MAX_DAYS - 1)].sort()[0] ?? to
  const rows = await queryLists(PLACES, [from, last, riderId])
  const level = levelOf(rows.rider[0]?.level ?? null)
  const days = rosterOf({ ...rows, horses: [] }, { from, to: last }, getEnv().schoolTimezone)
  return days.flatMap(({ lessons }) => {
    const own = lessons.filter(({ riders }) => riders.some((rider) => rider.riderId === riderId))
    const just = own.filter((lesson) => booked.includes(slotKey(lesson)))
    const isIn = (some: RosterLesson[], lesson: RosterLesson) =>
      some.some((other) => other === lesson || overlaps(other, lesson))
    const others = own.filter((lesson) => !just.includes(lesson))
    return lessons
      .filter(
        (lesson) =>
          !hasBegun(lesson, now) &&
          (just.includes(lesson) ||
            ((!types || types.includes(lesson.type)) &&
              (anyLevel || levelFits(lesson.level, level) === 'fits') &&
              !isIn(others, lesson))),
      )
      .map((lesson) => ({
        ...openLesson(lesson),
        ...(just.includes(lesson)
          ? { now: 'booked' as const, isMakeup: lesson.riders.some((one) => one.riderId === riderId && one.isMakeup) }
          : isIn(just, lesson) && { now: 'busy' as const }),
      }))
  })
}

const openLesson = ({ date, time, type, duration, instructor, ...lesson }: RosterLesson): OpenLesson => {
  const { level, arena, weekly, ...seats } = lesson
  const free = freePlaces(seats)
  const left = free === null ? null : Math.max(0, free)
  return { date, time, type, duration, instructor: instructor?.name ?? null, level, arena, weekly, free: left }
}

/** Returns those lessons that have a free place, as `lessonsFor`. */
export const placesToTake = async (...args: Parameters<typeof lessonsFor>): Promise<OpenLesson[]> =>
  (await lessonsFor(...args)).filter(({ free }) => free !== 0)

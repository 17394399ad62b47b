import { createHash } from 'node:crypto'
import { comingTo, unreachedIn } from '~/models/schedule/closing/who-comes.server'
import { bestCover, type Candidate } from '~/models/schedule/instructors/cover/cover'
import { CANCEL, LEAVE } from '~/models/schedule/instructors/cover/cover.schema'
import { clashesAt } from '~/models/schedule/week/clashes'
import { loadRoster, type RosterLesson } from '~/models/schedule/week/roster.server'
import { findLessonTimes } from '~/models/school/lesson-times.server'
import { type Slot, slotKey } from '~/models/vocabulary/slot'
import { schoolNow } from '~/platform/clock.server'
import { prisma } from '~/platform/db.server'
import { notFound } from '~/platform/refused'
import type { Db } from '~/platform/tx.server'
import { minuteOfDay } from '~/utils/time-of-day'
import { type ClosedArena, inArena } from './closed-arena.schema'

interface LessonInside extends Slot {
  key: string
  /** The names of the riders who come. */
  riders: string[]
  /** The school's other arenas; their ids are choices. */
  arenas: Candidate[]
  /** Where it is proposed to be, or what else is to become of it. */
  proposed: string
  /** Why it is in none. */
  nowhere: string | null
}

export interface ArenaPlan {
  lessons: LessonInside[]
  /** The names of riders whose family no email reaches. */
  unreached: string[]
  /** What the plan was made from. */
  version: string
}

/** The lessons in an arena that is closed, and where each could be. @throws Refused 404 */
export async function loadArenaPlan(closed: ClosedArena): Promise<ArenaPlan> {
  const { arenas, days, inside, version } = await lessonsInside(closed, prisma)
  if (!arenas.includes(closed.arena)) throw notFound('The school no longer has this arena')
  const others = arenas.filter((arena) => arena !== closed.arena)
  const lessons = days.flatMap(({ lessons: all }) => {
    const taking = all.filter(isUsed)
    const theirs = all.filter((lesson) => inside.includes(lesson))
    const choices = new Map(theirs.map((lesson) => [slotKey(lesson), arenasFor(lesson, taking, others)]))
    const found = bestCover(
      theirs.filter(isUsed).map((lesson) => ({ ...lesson, key: slotKey(lesson) })),
      choices,
    )
    return theirs.map((lesson): LessonInside => {
      const { date, time, type } = lesson
      const key = slotKey(lesson)
      const [free, comes] = [found.get(key), isUsed(lesson)]
      const possible = choices.get(key) ?? []
      return {
        ...{ key, date, time, type, arenas: possible },
        riders: comingTo(lesson).map(({ name }) => name),
        proposed: free ?? (comes ? CANCEL : LEAVE),
        nowhere: free !== undefined ? null : comes ? sayNowhere(possible) : 'No one comes',
      }
    })
  })
  return { lessons, unreached: await unreachedIn(inside), version }
}

/** A lesson to which no one comes needs no arena. */
const isUsed = (lesson: RosterLesson) => comingTo(lesson).length > 0

/** Returns the arenas in which a lesson could be, in the school's order. */
const arenasFor = (lesson: RosterLesson, ofDay: readonly RosterLesson[], arenas: readonly string[]): Candidate[] =>
  arenas.map((arena) => {
    const { shared } = clashesAt({ ...lesson, arena }, ofDay)
    const note = shared ? `has ${shared}` : 'free then'
    return { id: inArena(arena), name: arena, note, free: !shared, rank: 0 }
  })

/** Returns `No other arena is free then: Outdoor has 4:00 PM Hack`. */
function sayNowhere(arenas: readonly Candidate[]): string {
  if (arenas.length === 0) return 'The school has no other arena'
  if (arenas.some(({ free }) => free)) return 'The arena that is free then is taken by another of these lessons'
  return `No other arena is free then: ${arenas.map(({ name, note }) => `${name} ${note}`).join(', ')}`
}

/** The days, the lessons in the arena that have not begun and end after it closes, and what stands for all that a plan depends on. */
export async function lessonsInside({ arena, from, through = from, time }: ClosedArena, db: Db) {
  const { arenas } = await findLessonTimes(db)
  const clock = schoolNow()
  const { days } = await loadRoster({ from, to: through }, db)
  const all = days.flatMap(({ lessons }) => lessons)
  const inside = all.filter((lesson) => {
    const isToCome = lesson.date > clock.date || (lesson.date === clock.date && lesson.time > clock.time)
    const isOver = time && lesson.date === from && minuteOfDay(lesson.time) + lesson.duration <= minuteOfDay(time)
    return lesson.arena?.toLowerCase() === arena.toLowerCase() && isToCome && !isOver
  })
  const facts = all.map((lesson) => [
    ...[slotKey(lesson), lesson.duration, lesson.arena],
    comingTo(lesson).map(({ riderId }) => riderId),
  ])
  const version = createHash('sha256')
    .update(JSON.stringify([facts, inside.map(slotKey), arenas]))
    .digest('base64url')
  return { arenas, days, inside, version }
}

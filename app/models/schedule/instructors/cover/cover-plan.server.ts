import { createHash } from 'node:crypto'
import { comingTo, unreachedIn } from '~/models/schedule/closing/who-comes.server'
import { listInstructors } from '~/models/schedule/instructors/instructor.server'
import { factsOf } from '~/models/schedule/match/rider-facts.server'
import { typesLike } from '~/models/schedule/week/base-type'
import { readBaseTypes } from '~/models/schedule/week/base-type.server'
import { loadRoster, type RosterLesson } from '~/models/schedule/week/roster.server'
import { isAway } from '~/models/vocabulary/away'
import { levelOf } from '~/models/vocabulary/level'
import { type Slot, slotKey } from '~/models/vocabulary/slot'
import { now, today } from '~/platform/clock.server'
import { prisma } from '~/platform/db.server'
import { getEnv } from '~/platform/env.server'
import { notFound } from '~/platform/refused'
import type { Db } from '~/platform/tx.server'
import { addDays } from '~/utils/dates'
import { timeInZone } from '~/utils/time-of-day'
import { bestCover, type Candidate, candidatesFor, sayNobody, type TaughtLesson, type Teacher } from './cover'
import { type Absence, CANCEL, joinOf, LEAVE } from './cover.schema'
import { type LessonToJoin, lessonsToJoin } from './join'
import { reportsOn, wouldMiss } from './report.server'

interface LessonToCover extends Slot {
  key: string
  /** The names of the riders who come. */
  riders: string[]
  /** The best first; of a lesson to which no one comes, none. */
  candidates: Candidate[]
  /** Lessons that all of its riders can join. */
  joins: LessonToJoin[]
  /** Who is proposed, or what else is to become of it. */
  proposed: string
  /** Why nobody is. */
  nobody: string | null
}

export interface CoverPlan {
  name: string
  lessons: LessonToCover[]
  /** The names of riders whose family no email reaches. */
  unreached: string[]
  /** What the plan was made from. */
  version: string
}

/** The lessons that an instructor would miss, and who could teach each. @throws Refused 404 */
export async function loadCoverPlan(absence: Absence): Promise<CoverPlan> {
  const teachers = await teachersKnown()
  const name = teachers.find(({ id }) => id === absence.instructor)?.name
  if (name === undefined) throw notFound('This instructor no longer exists')
  const { days, missed, joins, reports, version } = await lessonsMissed(absence, prisma)
  const awayAt = (lesson: RosterLesson) =>
    new Set(reports.filter((report) => wouldMiss(report, lesson)).map((report) => report.instructor))
  const lessons = days.flatMap(({ lessons: all }) => {
    const ofDay = all.filter(isTaught).map(asTaught)
    const theirs = all.filter((lesson) => missed.includes(lesson))
    const choices = new Map(
      theirs.map((lesson) => [
        slotKey(lesson),
        isTaught(lesson) ? candidatesFor(asTaught(lesson), ofDay, teachers, awayAt(lesson)) : [],
      ]),
    )
    const cover = bestCover(theirs.filter(isTaught).map(asTaught), choices)
    const joined = joinsOf(
      theirs.filter((lesson) => !cover.has(slotKey(lesson))),
      joins,
    )
    return theirs.map((lesson): LessonToCover => {
      const key = slotKey(lesson)
      const candidates = choices.get(key) ?? []
      const { date, time, type } = lesson
      const comes = isTaught(lesson)
      const [found, into] = [cover.get(key), joined.get(key)]
      return {
        ...{ key, date, time, type, candidates },
        riders: comingTo(lesson).map(({ name }) => name),
        joins: joins.get(key) ?? [],
        proposed: found ?? (into === undefined ? (comes ? CANCEL : LEAVE) : joinOf(into)),
        nobody:
          found !== undefined
            ? null
            : comes
              ? (sayNobody(candidates) ?? 'Whoever is free then covers another of these lessons')
              : 'No one comes',
      }
    })
  })
  return { name, lessons, unreached: await unreachedIn(missed), version }
}

/** Returns the type of the lesson that each lesson's riders join, by the lessons' keys: each has spots for all who come. */
function joinsOf(
  lessons: readonly RosterLesson[],
  joins: ReadonlyMap<string, readonly LessonToJoin[]>,
): Map<string, string> {
  const joined = new Map<string, string>()
  const taken = new Map<string, number>()
  for (const lesson of lessons) {
    const { riding, time } = lesson
    const at = (type: string) => `${time} ${type}`
    const into = (joins.get(slotKey(lesson)) ?? []).find(
      ({ type, free }) => free === null || free - (taken.get(at(type)) ?? 0) >= riding,
    )
    if (!into) continue
    joined.set(slotKey(lesson), into.type)
    taken.set(at(into.type), (taken.get(at(into.type)) ?? 0) + riding)
  }
  return joined
}

/** A lesson to which no one comes takes nobody's time. */
const isTaught = (lesson: RosterLesson) => comingTo(lesson).length > 0

const asTaught = ({ instructor, ...lesson }: RosterLesson): TaughtLesson => {
  const { time, duration, type, level } = lesson
  return { key: slotKey(lesson), time, duration, type, level, instructorId: instructor?.id ?? null }
}

/**
 * The days, the instructor's lessons that have not begun, the lessons that their riders can join by their keys, and what stands for all that a plan
 * depends on.
 */
export async function lessonsMissed({ instructor, from, through = from, time }: Absence, db: Db) {
  const clock = `${today()} ${timeInZone(getEnv().schoolTimezone, now())}`
  const first = `${from} ${time ?? ''}`
  const { days } = await loadRoster({ from, to: through }, db)
  const all = days.flatMap(({ lessons }) => lessons)
  const missed = all.filter((lesson) => {
    const at = `${lesson.date} ${lesson.time}`
    return lesson.instructor?.id === instructor && at >= first && at > clock
  })
  const reports = await reportsOn(from, through, db)
  const bases = await readBaseTypes(db)
  const levels = await factsOf(
    missed.flatMap(({ riders }) => riders.map(({ riderId }) => riderId)),
    db,
  )
  const levelOfRider = (riderId: string) => levelOf(levels.get(riderId)?.level ?? null)
  const isThere = (lesson: RosterLesson) =>
    lesson.instructor !== null &&
    // Whoever has a lesson to which no one comes is free to cover another.
    isTaught(lesson) &&
    !missed.includes(lesson) &&
    !reports.some((report) => report.instructor === lesson.instructor?.id && wouldMiss(report, lesson))
  const joins = new Map(
    days.flatMap(({ lessons }) =>
      lessons
        .filter((lesson) => missed.includes(lesson))
        .map((lesson) => [
          slotKey(lesson),
          lessonsToJoin(lesson, { lessons, bases, levelOf: levelOfRider, isTaught: isThere }),
        ]),
    ),
  )
  const facts = all.map((lesson) => [
    ...[slotKey(lesson), lesson.duration, lesson.instructor?.id],
    lesson.riders.map((rider) => [rider.riderId, isAway(rider)]),
  ])
  const version = createHash('sha256')
    .update(JSON.stringify([facts, missed.map(slotKey), reports, [...joins]]))
    .digest('base64url')
  return { days, missed, joins, reports, version }
}

/** How far back a lesson says what someone teaches. */
const DAYS_BACK = 365

/**
 * The school's instructors with the ride types and levels that they teach every week, or have taught within a year. A ride has the level of its rider's
 * weekly place, unless its day has one of its own.
 */
async function teachersKnown(): Promise<Teacher[]> {
  const since = addDays(today(), -DAYS_BACK)
  const rows = await prisma.$queryRaw<{ id: string; type: string; level: string | null }[]>`
    SELECT DISTINCT instructor_id AS id, lesson_type AS type, level FROM weekly_schedule WHERE instructor_id IS NOT NULL
    UNION SELECT DISTINCT l.instructor_id, l.type, coalesce(t.level, w.level) FROM lessons l
    LEFT JOIN temporary_lessons t
      ON t.lesson_date = l.scheduled_date AND t.scheduled_time = l.scheduled_time AND t.lesson_type = l.type
    LEFT JOIN weekly_schedule w
      ON w.student_id = l.student_id AND w.scheduled_time = l.scheduled_time AND w.lesson_type = l.type
      AND w.day_of_week = extract(dow FROM l.scheduled_date) AND w.start_date <= l.scheduled_date
      AND (w.deleted_from_date IS NULL OR w.deleted_from_date > l.scheduled_date)
    WHERE l.instructor_id IS NOT NULL AND l.scheduled_date >= ${since}::date`
  const bases = await readBaseTypes()
  return (await listInstructors()).map(({ id, name }) => {
    const theirs = rows.filter((row) => row.id === id)
    return {
      id,
      name,
      types: new Set(theirs.flatMap(({ type }) => typesLike(bases, type))),
      levels: new Set(theirs.flatMap(({ level }) => levelOf(level) ?? [])),
    }
  })
}

import { createHash } from 'node:crypto'
import { listInstructors } from '~/models/schedule/instructors/instructor.server'
import { typesLike } from '~/models/schedule/week/base-type'
import { readBaseTypes } from '~/models/schedule/week/base-type.server'
import { loadRoster, type RosterLesson } from '~/models/schedule/week/roster.server'
import { isAway } from '~/models/vocabulary/away'
import { type Slot, slotKey } from '~/models/vocabulary/slot'
import { now, today } from '~/platform/clock.server'
import { prisma } from '~/platform/db.server'
import { getEnv } from '~/platform/env.server'
import { notFound } from '~/platform/refused'
import type { Db } from '~/platform/tx.server'
import { addDays } from '~/utils/dates'
import { timeInZone } from '~/utils/time-of-day'
import { bestCover, type Candidate, candidatesFor, sayNobody, type TaughtLesson, type Teacher } from './cover'
import { type Absence, CANCEL, LEAVE } from './cover.schema'
import { reportsOn, wouldMiss } from './report.server'

interface LessonToCover extends Slot {
  key: string
  /** Riders who come. */
  rides: number
  /** The best first; of a lesson to which no one comes, none. */
  candidates: Candidate[]
  /** Who is proposed, or what else is to become of it. */
  proposed: string
  /** Why nobody is. */
  nobody: string | null
}

export interface CoverPlan {
  name: string
  lessons: LessonToCover[]
  /** What the plan was made from. */
  version: string
}

/** The lessons that an instructor would miss, and who could teach each. @throws Refused 404 */
export async function loadCoverPlan(absence: Absence): Promise<CoverPlan> {
  const teachers = await teachersKnown()
  const name = teachers.find(({ id }) => id === absence.instructor)?.name
  if (name === undefined) throw notFound('This instructor no longer exists')
  const { days, missed, reports, version } = await lessonsMissed(absence, prisma)
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
    return theirs.map((lesson): LessonToCover => {
      const key = slotKey(lesson)
      const candidates = choices.get(key) ?? []
      const rides = lesson.riders.filter((rider) => !isAway(rider)).length
      const { date, time, type } = lesson
      const found = cover.get(key)
      return {
        ...{ key, date, time, type, rides, candidates },
        proposed: found ?? (rides > 0 ? CANCEL : LEAVE),
        nobody:
          found !== undefined
            ? null
            : rides > 0
              ? (sayNobody(candidates) ?? 'Whoever is free then covers another of these lessons')
              : 'No one comes',
      }
    })
  })
  return { name, lessons, version }
}

/** A lesson to which no one comes takes nobody's time. */
const isTaught = ({ riders }: RosterLesson) => riders.some((rider) => !isAway(rider))

const asTaught = ({ instructor, ...lesson }: RosterLesson): TaughtLesson => {
  const { time, duration, type } = lesson
  return { key: slotKey(lesson), time, duration, type, instructorId: instructor?.id ?? null }
}

/** The days, the instructor's lessons that have not begun, and what stands for all that a plan depends on. */
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
  const facts = all.map((lesson) => [
    ...[slotKey(lesson), lesson.duration, lesson.instructor?.id],
    lesson.riders.map((rider) => [rider.riderId, isAway(rider)]),
  ])
  const version = createHash('sha256')
    .update(JSON.stringify([facts, missed.map(slotKey), reports]))
    .digest('base64url')
  return { days, missed, reports, version }
}

/** How far back a lesson says what someone teaches. */
const DAYS_BACK = 365

/** The school's instructors with the ride types that they teach every week, or have taught within a year. */
async function teachersKnown(): Promise<Teacher[]> {
  const rows = await prisma.$queryRaw<{ id: string; type: string }[]>`
    SELECT DISTINCT instructor_id AS id, lesson_type AS type FROM weekly_schedule WHERE instructor_id IS NOT NULL
    UNION SELECT DISTINCT instructor_id, type FROM lessons
    WHERE instructor_id IS NOT NULL AND scheduled_date >= ${addDays(today(), -DAYS_BACK)}::date`
  const bases = await readBaseTypes()
  return (await listInstructors()).map(({ id, name }) => ({
    id,
    name,
    types: new Set(rows.filter((row) => row.id === id).flatMap(({ type }) => typesLike(bases, type))),
  }))
}

import { lessonsInside } from '~/models/schedule/arenas/arena-plan.server'
import { arenaIn, type ClosedArena } from '~/models/schedule/arenas/closed-arena.schema'
import { closeDay } from '~/models/schedule/change/close-day.server'
import { editLesson } from '~/models/schedule/change/edit-lesson.server'
import { setInstructor } from '~/models/schedule/change/set-instructor.server'
import type { Closing } from '~/models/schedule/closing/close-decision'
import {
  type Absence,
  CANCEL,
  type CoverForm,
  LEAVE,
  typeJoined,
} from '~/models/schedule/instructors/cover/cover.schema'
import { lessonsMissed } from '~/models/schedule/instructors/cover/cover-plan.server'
import { type Answered, answerBy } from '~/models/schedule/instructors/cover/report.server'
import { refuseOlder } from '~/models/schedule/lessons/decide/older-plan'
import { lockWeek } from '~/models/schedule/snapshot/lock-weekdays.server'
import { atTime } from '~/models/schedule/vocabulary/slot-words'
import { type Slot, slotKey } from '~/models/vocabulary/slot'
import { Refused } from '~/platform/refused'
import { type Tx, withTx } from '~/platform/tx.server'
import { groupBy } from '~/utils/group-by'
import { type Told, tell } from './day-closed-mail.server'

export interface Planned extends Told {
  /** Lessons that someone else teaches, or that are in another arena. */
  covered: number
  /** Lessons whose riders join another. */
  joined: number
  /** Lessons that are canceled. */
  lessons: number
  /** Rides of canceled lessons. */
  rides: number
  changes: number[]
}

/**
 * What the office chose for the lessons that an instructor would miss, all of it or nothing: others teach them on those dates, their riders join other
 * lessons, or they are canceled with makeups and each family is told once. A plan that changes something answers what the instructor has said of these
 * days.
 * @throws Refused as `refuseOlder`, `setInstructor`, and `closeDay`; 400 for a lesson that the riders can't join.
 */
export const coverAndTell = (
  actorId: string,
  absence: Absence,
  { lessons, reason, version }: CoverForm,
): Promise<Planned> =>
  withTx(async (tx) => {
    await lockWeek(tx)
    const { missed, joins, version: present } = await lessonsMissed(absence, tx)
    refuseOlder(version, present)
    const meant = meantOf(lessons, missed)
    const off = meant.filter(({ cover }) => cover === CANCEL || typeJoined(cover) !== undefined)
    for (const { slot, cover } of off) {
      const type = typeJoined(cover)
      if (type !== undefined && !joins.get(slotKey(slot))?.some((one) => one.type === type))
        throw new Refused('invalid', `The riders of the ${slot.type} at ${atTime(slot)} can’t join the ${type}`)
    }
    const taught = meant.filter((one) => !off.includes(one))
    const answered = meant.length > 0 ? await answerBy(absence, tx) : null
    const changes: number[] = []
    for (const { slot, cover } of taught) {
      const as = { scope: 'one-time' as const, version: absence.instructor, answered }
      changes.push(...(await setInstructor(actorId, slot, cover, as)).changes)
    }
    return { covered: taught.length, ...(await takeOff(tx, actorId, { off, reason, changes, answered })) }
  })

/**
 * What the office chose for the lessons in an arena that is closed, all of it or nothing: they are in another arena on those dates, or they are canceled
 * with makeups and each family is told once.
 * @throws Refused as `refuseOlder`, `editLesson`, and `closeDay`.
 */
export const closeArenaAndTell = (
  actorId: string,
  closed: ClosedArena,
  { lessons, reason, version }: CoverForm,
): Promise<Planned> =>
  withTx(async (tx) => {
    await lockWeek(tx)
    const { inside, version: present } = await lessonsInside(closed, tx)
    refuseOlder(version, present)
    const meant = meantOf(lessons, inside)
    const off = meant.filter(({ cover }) => cover === CANCEL)
    const moved = meant.filter((one) => !off.includes(one))
    const changes: number[] = []
    for (const { slot, cover } of moved) {
      const edit = { time: slot.time, type: slot.type, places: { arena: arenaIn(cover) } }
      changes.push(...(await editLesson(actorId, slot, edit, 'one-time')).changes)
    }
    return { covered: moved.length, ...(await takeOff(tx, actorId, { off, reason, changes })) }
  })

/** Returns what is to be done with lessons of a plan; those that stay as they are left out. */
const meantOf = (lessons: CoverForm['lessons'], ofPlan: readonly Slot[]) => {
  const keys = new Set(ofPlan.map(slotKey))
  return lessons.filter(({ slot, cover }) => cover !== LEAVE && keys.has(slotKey(slot)))
}

interface TakeOff extends Pick<Closing, 'reason'> {
  /** The lessons that are canceled, or whose riders join others. */
  off: CoverForm['lessons']
  /** The changes of the plan until now. */
  changes: readonly number[]
  answered?: Answered | null
}

/** Takes lessons off, those of each day as one closing, and tells each family once. */
async function takeOff(tx: Tx, actorId: string, { off, reason, changes: before, answered }: TakeOff) {
  const closed: Awaited<ReturnType<typeof closeDay>>[] = []
  for (const [date, ofDay] of groupBy(off, ({ slot }) => slot.date)) {
    const only = ofDay.map(({ slot: { time, type }, cover }) => ({ time, type, joins: typeJoined(cover) }))
    closed.push(await closeDay(actorId, date, { from: null, reason, only }, { answered }))
  }
  const joined = off.filter(({ cover }) => typeJoined(cover) !== undefined).length
  const changes = [...before, ...closed.flatMap((day) => day.changes)]
  const { unreached, ...told } = await tell(tx, changes)
  return {
    joined,
    lessons: off.length - joined,
    rides: closed.reduce((total, { rides }) => total + rides, 0),
    changes,
    ...told,
    unreached: [...new Set([...unreached, ...closed.flatMap(({ toCall }) => toCall)])],
  }
}

import { isDeepStrictEqual } from 'node:util'
import type { z } from 'zod'
import type { Prisma } from '~/generated/prisma/client'
import { isListed } from '~/models/people/accounts/rider-of.server'
import { chosenInstructorName } from '~/models/schedule/instructors/instructor.server'
import { SECOND_FIELD } from '~/models/schedule/lessons/change-lesson.server'
import { rideTypeNames, rideTypeOfNext } from '~/models/schedule/rides/ride-type.server'
import { typesLike } from '~/models/schedule/week/base-type'
import { readBaseTypes } from '~/models/schedule/week/base-type.server'
import { requireArena, requireLength, requireTime } from '~/models/school/lesson-times'
import { findLessonTimes } from '~/models/school/lesson-times.server'
import { now } from '~/platform/clock.server'
import { Asked, notFound, Outdated, Refused } from '~/platform/refused'
import type { Tx } from '~/platform/tx.server'
import { isOutdated, versionOf } from '~/platform/version'
import { readHorseWeek } from './horse-week.server'
import { keyNow, type Plan, readTime, seatsOf, timesOf, typeOf } from './plan'
import { type SeasonLesson, type Seat, sayTime, sayWeekly, type WeeklyLesson, weeklyKey } from './season'
import { type NewSeasonLesson, NOWHERE, type rideSchema } from './season.schema'
import { editPlan, loadPlan } from './season.server'
import type { Solution } from './solve'
import { solveWithHorses } from './solve-with-horses.server'

/** @throws Refused 404 if the week has changed since and there is no such ride. */
export function findSeat(plan: Plan, key: string): Seat {
  const seat = seatsOf(plan).find((one) => one.seat.key === key)?.seat
  if (!seat) throw notFound('This ride is no longer in the plan. The week may have changed.')
  return seat
}

/** @throws Refused if there is no such lesson in the season. */
function requireLesson({ week }: Plan, at: WeeklyLesson): SeasonLesson {
  const lesson = week.lessons.find(({ key, state }) => key === weeklyKey(at) && state !== 'ends')
  if (!lesson) throw new Refused('not_found', `The season has no ${sayWeekly(at)}`, 'to')
  return lesson
}

/** @throws Refused if the rider has another ride in that lesson. */
function requireOnce({ seats }: SeasonLesson, { riderId, key }: Pick<Seat, 'riderId' | 'key'>): void {
  if (seats.some((seat) => seat.riderId === riderId && seat.key !== key))
    throw new Refused('already_rides', 'This student is already in that lesson', 'to')
}

/** What a form showed of a ride: what the office chose, and the times that were named. */
export const rideFormOf = (plan: Plan, seat: Seat): { to: string; times: readonly string[]; version: string } => {
  const { change } = seat
  const to = change?.byHand ? (change.to ? weeklyKey(change.to) : NOWHERE) : ''
  const times = timesOf(plan, seat)
  return { to, times, version: versionOf({ to, times: times.join(', ') }) }
}

/**
 * Saves where the office puts a ride, which solving leaves alone, or that it lets go of it, and the times that work for the family.
 * @throws Refused 404; 409 if the rider is in that lesson already, or someone has changed this ride since the form showed it.
 */
export const saveRide = (
  id: number,
  key: string,
  { to, times }: z.output<typeof rideSchema>,
  version?: string,
): Promise<void> =>
  editPlan(id, async (tx) => {
    const plan = await loadPlan(id, tx)
    const seat = findSeat(plan, key)
    const shown = rideFormOf(plan, seat)
    if (isOutdated(version, shown.version)) {
      const named = shown.times.map((time) => sayTime(readTime(time))).join(', ') || 'none'
      throw new Outdated(
        `This ride has changed since. Its times are now: ${named}. Save again to replace them.`,
        shown.version,
      )
    }
    const { from, change, riderId } = seat
    const target = to === NOWHERE ? null : to
    if (target) requireOnce(requireLesson(plan, target), seat)
    if (target !== undefined) await saveSeat(tx, id, seat, { to: target, byHand: true })
    else if (change?.byHand && from) await tx.seasonPlace.deleteMany({ where: { id: change.id } })
    else if (change?.byHand) await tx.seasonPlace.updateMany({ where: { id: change.id }, data: { byHand: false } })
    await saveWishes(tx, id, { riderId, type: typeOf(plan, seat) }, times)
  })

/** A rider gets one more weekly ride. @throws Refused 404, 409 */
export const joinSeason = (id: number, riderId: string, to: WeeklyLesson): Promise<void> =>
  editPlan(id, async (tx) => {
    const [rider] = await tx.$queryRaw<unknown[]>`SELECT 1 FROM users u WHERE u.id = ${riderId} AND ${isListed('u')}`
    if (!rider) throw new Refused('not_found', 'Choose a student', 'riderId')
    requireOnce(requireLesson(await loadPlan(id, tx), to), { riderId, key: '' })
    await saveSeat(tx, id, { riderId, from: null, change: null }, { to, byHand: true })
  })

/** Replaces what was planned for that ride, and what is left of an earlier plan for the same lesson. */
async function saveSeat(
  tx: Tx,
  seasonId: number,
  { riderId: studentId, from, change }: Pick<Seat, 'riderId' | 'from' | 'change'>,
  { to, byHand }: { to: WeeklyLesson | null; byHand: boolean },
): Promise<void> {
  const target = { toDay: to?.dayOfWeek ?? null, toTime: to?.time ?? null, toType: to?.type ?? null }
  const source = { fromDay: from?.dayOfWeek ?? null, fromTime: from?.time ?? null, fromType: from?.type ?? null }
  const same = [...(change ? [{ id: change.id }] : []), ...(from ? [source] : []), ...(to ? [target] : [])]
  await tx.seasonPlace.deleteMany({ where: { seasonId, studentId, OR: same } })
  if (from || to) await tx.seasonPlace.create({ data: { seasonId, studentId, ...source, ...target, byHand } })
}

/** Adds a lesson to the season, or with `second` as `Asked` says another one of its type. Returns it. @throws Refused if it is there, or the school has no such lessons. */
export async function addSeasonLesson(
  actorId: string,
  id: number,
  { type: asked, time, dayOfWeek, second, ...terms }: NewSeasonLesson,
): Promise<WeeklyLesson> {
  const [names, times] = await Promise.all([rideTypeNames(), findLessonTimes()])
  if (!names.includes(asked)) throw new Refused('invalid', 'Choose a ride type', 'type')
  if (terms.instructorId !== null) await chosenInstructorName(terms.instructorId)
  requireTime(times, time)
  requireLength(times, terms.duration)
  if (terms.arena) requireArena(times, terms.arena)
  return editPlan(id, async (tx) => {
    const { week } = await loadPlan(id, tx)
    const at = (type: string) => ({ dayOfWeek, time, type })
    const isThere = (type: string) => week.lessons.some(({ key }) => key === weeklyKey(at(type)))
    const type = isThere(asked) ? await rideTypeOfNext(tx, actorId, asked, isThere) : asked
    if (type !== asked && second !== weeklyKey(at(type)))
      throw new Asked(
        'duplicate',
        `The season has a ${sayWeekly(at(asked))} already`,
        SECOND_FIELD,
        weeklyKey(at(type)),
      )
    await saveLesson(tx, { seasonId: id, dayOfWeek, scheduledTime: time, lessonType: type }, { ends: false, ...terms })
    return at(type)
  })
}

/** A lesson ends with the season's first day, or one that the season added is gone. Whoever is in it has no spot. @throws Refused 404 */
export const endSeasonLesson = (id: number, at: WeeklyLesson): Promise<void> =>
  editPlan(id, async (tx) => {
    const { state, changeId } = requireLesson(await loadPlan(id, tx), at)
    const it = { seasonId: id, dayOfWeek: at.dayOfWeek, scheduledTime: at.time, lessonType: at.type }
    if (state === 'new') await tx.seasonLesson.deleteMany({ where: { id: changeId ?? 0 } })
    else await saveLesson(tx, it, { ends: true })
  })

/** Replaces what is left of an earlier plan for that lesson. */
async function saveLesson(
  tx: Tx,
  at: { seasonId: number; dayOfWeek: number; scheduledTime: string; lessonType: string },
  terms: Omit<Prisma.SeasonLessonUncheckedCreateInput, keyof typeof at>,
): Promise<void> {
  await tx.seasonLesson.deleteMany({ where: at })
  await tx.seasonLesson.create({ data: { ...at, ...terms } })
}

/** Keeps a lesson that was to end. */
export const keepSeasonLesson = (id: number, { dayOfWeek, time, type }: WeeklyLesson): Promise<void> =>
  editPlan(id, async (tx) => {
    const it = { seasonId: id, dayOfWeek, scheduledTime: time, lessonType: type, ends: true }
    await tx.seasonLesson.deleteMany({ where: it })
  })

/** Forgets changes that the week has overtaken. */
export const dropStale = (id: number): Promise<void> =>
  editPlan(id, async (tx) => {
    const { stale } = (await loadPlan(id, tx)).week
    await tx.seasonLesson.deleteMany({ where: { id: { in: stale.lessons.map((one) => one.id) } } })
    await tx.seasonPlace.deleteMany({ where: { id: { in: stale.places.map((one) => one.id) } } })
  })

/** Saves the times that work for a family for a rider's rides of a type, the best first; none takes back what was said. */
export async function saveWishes(
  tx: Tx,
  seasonId: number,
  { riderId: studentId, type: lessonType }: { riderId: string; type: string },
  times: readonly string[],
): Promise<void> {
  const key = { seasonId, studentId, lessonType }
  const before = await tx.seasonWish.findUnique({ where: { seasonId_studentId_lessonType: key } })
  if ((before?.times ?? []).join() === times.join()) return
  // Whatever was solved with other times is no answer to these.
  const fromType = { in: typesLike(await readBaseTypes(tx), lessonType) }
  await tx.seasonPlace.deleteMany({ where: { seasonId, studentId, byHand: false, fromType } })
  if (times.length === 0) return void (await tx.seasonWish.deleteMany({ where: key }))
  const said = { times: [...times], at: now() }
  await tx.seasonWish.upsert({
    where: { seasonId_studentId_lessonType: key },
    create: { ...key, ...said },
    update: said,
  })
}

/** Places whom it can by the times that families named, and saves it. @returns how many rides it moved. @throws Refused 404, 409 */
export async function solveSeasonPlan(id: number): Promise<number> {
  for (let tries = 1; ; tries++) {
    // Outside the transaction, because it takes longer than anyone should wait for a lock.
    const plan = await loadPlan(id)
    const { lessons } = await solveWithHorses(plan, await readHorseWeek(plan))
    const moved = await editPlan(id, (tx) => saveSolved(tx, plan, lessons))
    if (moved !== null) return moved
    if (tries === MOST_TRIES) throw new Refused('under_way', 'The plan is being changed. Solve it again.')
  }
}

/** How often a plan is solved that has changed while it was. */
const MOST_TRIES = 3

/** Returns how many rides it moved, or null if the plan is no longer the one that was solved. */
async function saveSolved(tx: Tx, solved: Plan, lessons: Solution['lessons']): Promise<number | null> {
  const plan = await loadPlan(solved.season.id, tx)
  if (!isDeepStrictEqual(plan, solved)) return null
  const byKey = new Map(plan.week.lessons.map((lesson) => [lesson.key, lesson]))
  let moved = 0
  for (const { seat, lesson } of seatsOf(plan)) {
    if (seat.change?.byHand) continue
    const target = byKey.get(lessons.get(seat.key) ?? '') ?? null
    if (target === lesson || (target === null && seat.from === null)) continue
    moved++
    if (target && keyNow(seat) !== target.key) await saveSeat(tx, plan.season.id, seat, { to: target, byHand: false })
    else await tx.seasonPlace.deleteMany({ where: { id: seat.change?.id ?? 0 } })
  }
  return moved
}

import { applyPlan, entriesOf, horseIdsOf, type Plan, planOf } from '~/models/schedule/attendance/ride-plan'
import { REASON_FIELD } from '~/models/schedule/horses/horse-limit.server'
import { horsesOfDay } from '~/models/schedule/horses/plan/day-plan.server'
import {
  horseOfVersion,
  keptBeyond,
  type PlanProblem,
  type PlanRide,
  planProblems,
} from '~/models/schedule/horses/plan/horse-plan'
import type { HorseChoice } from '~/models/schedule/horses/plan/horse-plan.schema'
import { moreOnOtherDays } from '~/models/schedule/horses/plan/week.server'
import { changeLesson, type Entry, type Known } from '~/models/schedule/lessons/change-lesson.server'
import { type Book, type HorseUse, lessonsOf } from '~/models/schedule/snapshot/book'
import { lockHorses } from '~/models/schedule/snapshot/horse-lock.server'
import { lastRideChange } from '~/models/schedule/snapshot/lesson-version.server'
import { rideState } from '~/models/schedule/snapshot/ride-state'
import { rideKey } from '~/models/schedule/week/week'
import { officeLabel } from '~/models/vocabulary/attendance'
import { RefusedList } from '~/platform/refused'
import type { Tx } from '~/platform/tx.server'
import { formatDay, type LocalDate } from '~/utils/dates'
import { formatTimeOfDay } from '~/utils/time-of-day'

/** `assignHorsesOnDays` of one day. */
export const assignHorses = (
  actorId: string,
  date: LocalDate,
  rides: readonly HorseChoice[],
  overReason?: string,
): Promise<{ assigned: number; changes: number[] }> => assignHorsesOnDays(actorId, [{ date, rides }], overReason)

/**
 * Horses of the rides of some days, all or none of them; rides may exchange theirs. What the form left as it showed it stays as it is; with `kept`
 * that takes a reason too where it is beyond the limit of the day.
 * @returns how many rides changed, and the lines of the log, by which it can be undone.
 * @throws Refused 409 naming every clash, rest, limit without a reason, and ride that changed in the meantime.
 */
export async function assignHorsesOnDays(
  actorId: string,
  days: readonly { date: LocalDate; rides: readonly HorseChoice[] }[],
  overReason?: string,
  { kept = false }: { kept?: boolean } = {},
): Promise<{ assigned: number; changes: number[] }> {
  const chosen = days.flatMap(({ date, rides }) => rides.map((choice) => ({ ...choice, date })))
  const isMeant = ({ horseId, version }: HorseChoice) => horseId !== horseOfVersion(version)
  const meant = chosen.filter(isMeant)
  const stays = new Set(kept ? chosen.filter((choice) => !isMeant(choice)).map(rideKey) : [])
  if (meant.length === 0 && stays.size === 0) return { assigned: 0, changes: [] }
  const dates = [...new Set(days.map(({ date }) => date))].sort()
  const spans = dates.map((from) => ({ from, weekly: false }))
  const wish = { spans, riders: meant.map(({ riderId }) => riderId) }
  const { result, changes } = await changeLesson<number>(actorId, wish, async (book, known, tx) => {
    const changed: string[] = []
    const plans: Plan[] = []
    for (const choice of meant) {
      const outdated = await changedMeanwhile(tx, book, known, choice)
      if (outdated) changed.push(dates.length > 1 ? `${outdated} (${formatDay(choice.date)})` : outdated)
      else plans.push(planOf(book, choice, known, null))
    }
    const locked = await lockHorses(tx, horseIdsOf(plans))
    const given = new Map(plans.map(({ ride, horseId }) => [rideKey(ride), horseId]))
    // One that has a reason keeps it.
    for (const use of book.horses) if (use.overReason) stays.delete(rideKey(use))
    const was = dates.map((date) => ({ date, rides: ridesOf(book, date) }))
    const planned = was.map(({ date, rides }) => ({
      date,
      rides: rides.map((ride) => ({ ...ride, horseId: given.get(ride.key) ?? keptHorse(ride, given) })),
    }))
    const problems: PlanProblem[] = []
    for (const [i, { date, rides }] of planned.entries()) {
      const before = new Map((was[i]?.rides ?? []).map(({ key, horseId }) => [key, horseId]))
      const more = moreOnOtherDays(was, planned, date)
      const horses = (await horsesOfDay(date, tx)).map((horse) => ({
        ...horse,
        otherDays: horse.otherDays + more(horse.id),
      }))
      const on = dates.length > 1 ? `${formatDay(date)}: ` : ''
      const found = [...planProblems(rides, before, horses), ...keptBeyond(rides, stays, horses)]
      problems.push(...found.map((one) => ({ ...one, text: `${on}${one.text}` })))
    }
    refuse(changed, problems, overReason)
    const over = new Set(problems.flatMap(({ kind, keys }) => (kind === 'limit' ? keys : [])))
    let next = book
    for (const plan of plans) next = applyPlan(next, plan, locked)
    next = {
      ...next,
      horses: next.horses.map((use) => (over.has(rideKey(use)) ? { ...use, overReason: overReason ?? null } : use)),
    }
    const reasons = book.horses.filter((use) => stays.has(rideKey(use)) && over.has(rideKey(use)))
    return {
      book: next,
      entries: [
        ...plans.flatMap((plan) => entriesOf(plan, next, locked)),
        ...reasons.map((use) => keptEntry(use, known.riderName(use.riderId), overReason)),
      ],
      result: plans.length,
    }
  })
  return { assigned: result, changes }
}

/** Why a ride stays on its horse beyond the limit. */
function keptEntry(use: HorseUse, name: string, reason: string | undefined): Entry {
  const { date, riderId, horseName, type } = use
  const detail = { name, type, from: horseName, to: horseName, reason: reason ?? null }
  const of = { tables: ['horses'] as const, riderId, date }
  return { action: 'ride.horse', entity: 'ride', entityId: rideKey(use), detail, of }
}

const keptHorse = ({ key, horseId }: PlanRide, chosen: ReadonlyMap<string, number | null>) =>
  chosen.has(key) ? null : horseId

/** Rides with a horse whose rider is in no lesson anymore still need that horse. */
function ridesOf(book: Book, date: LocalDate): PlanRide[] {
  const rides = new Map<string, PlanRide>()
  for (const { time, duration, riders } of lessonsOf(book, date)) {
    for (const { riderId } of riders) {
      const { horse } = rideState(book, { date, time, riderId })
      const key = rideKey({ date, time, riderId })
      rides.set(key, { key, rider: book.names.get(riderId) ?? '', time, duration, horseId: horse?.horseId ?? null })
    }
  }
  for (const use of book.horses) {
    const { time, duration, horseId, riderId } = use
    const key = rideKey(use)
    if (use.date === date && !rides.has(key)) {
      rides.set(key, { key, rider: book.names.get(riderId) ?? '', time, duration, horseId })
    }
  }
  return [...rides.values()]
}

/** A sentence of what became of the ride, without its full stop; null if it is as the form showed it. */
async function changedMeanwhile(
  tx: Tx,
  book: Book,
  known: Known,
  { date, riderId, time, version }: HorseChoice & { date: LocalDate },
): Promise<string | null> {
  const at = { riderId, date, time }
  const ride = `${known.riderName(riderId)} at ${formatTimeOfDay(time)}`
  const rides = lessonsOf(book, date).some(
    (lesson) => lesson.time === time && lesson.riders.some((rider) => rider.riderId === riderId),
  )
  if (!rides) return `${ride} is no longer in a lesson`
  const state = rideState(book, at)
  if (state.version === version) return null
  const who = (await lastRideChange(tx, rideKey(at))) ?? 'Someone else'
  const horse = state.horse ? `on ${state.horse.horseName}` : 'no horse'
  return `${who} changed ${ride} in the meantime: ${officeLabel(state.attendance)}, ${horse}`
}

function refuse(changed: string[], problems: readonly PlanProblem[], overReason: string | undefined): void {
  const needed = problems.filter(({ kind }) => kind !== 'limit' || !overReason)
  const reasons = [...new Set([...changed, ...needed.map(({ text }) => text)])]
  if (reasons.length === 0) return
  const limitsAlone = changed.length === 0 && needed.every(({ kind }) => kind === 'limit')
  throw limitsAlone
    ? new RefusedList('horse_limit', reasons, 'Give a reason to assign them anyway.', REASON_FIELD)
    : new RefusedList(
        changed.length > 0 ? 'outdated' : 'horse_unavailable',
        reasons,
        'Nothing was saved. Please check and try again.',
      )
}

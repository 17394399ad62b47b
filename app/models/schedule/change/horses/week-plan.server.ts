import { partOfPlan, readDay, type ShownPlan } from '~/models/schedule/horses/plan/day-plan.server'
import type { PlanHorse } from '~/models/schedule/horses/plan/horse-plan'
import { LARGE_WEEK } from '~/models/schedule/horses/plan/large-week'
import type { DayPlan, ReadDay } from '~/models/schedule/horses/plan/solve-day.server'
import { solveWeek } from '~/models/schedule/horses/plan/week.server'
import { LEVELS } from '~/models/vocabulary/level'
import { today } from '~/platform/clock.server'
import { type LocalDate, weekDays, weekStart } from '~/utils/dates'

/** Rides of one form: beyond that it would be too large to send. Later days come once these are saved. */
const MOST_RIDES = 120

export interface WeekPlan {
  monday: LocalDate
  /** The rides without a horse of the days that are not over. */
  days: ShownPlan[]
  /** How many of them are proposed one, and how many are left without. */
  proposed: number
  left: number
  /** Rides of later days, which come once these are saved. */
  later: number
}

/** Horses for the rides of a week that have none. What is proposed for one day counts toward the limits of the week on the next. */
export async function loadWeekPlan(day: LocalDate): Promise<WeekPlan> {
  const ofForm = ({ rides }: DayPlan) =>
    rides.filter(({ away, proposed, horseId }) => !away && (proposed || horseId === null))
  const open = (await solveWeek(await readWeek(day))).filter((plan) => ofForm(plan).length > 0)
  const days: ShownPlan[] = []
  for (const plan of open) {
    const rides = days.reduce((sum, shown) => sum + shown.rides.length, ofForm(plan).length)
    if (days.length > 0 && rides > MOST_RIDES) break
    const explained = await plan.explained()
    days.push(partOfPlan(explained, ofForm(explained)))
  }
  const shown = days.flatMap(({ rides }) => rides)
  const left = shown.filter(({ proposed }) => !proposed).length
  const later = open.slice(days.length).reduce((sum, plan) => sum + ofForm(plan).length, 0)
  return { monday: weekStart(day), days, proposed: shown.length - left, left, later }
}

/** Days of a week that are not over, without the rides that have begun without a horse. */
async function readWeek(day: LocalDate): Promise<ReadDay[]> {
  const read: ReadDay[] = []
  for (const date of weekDays(weekStart(day)).filter((one) => one >= today())) {
    const { rides, ...of } = await readDay(date)
    read.push({ ...of, rides: rides.filter(({ begun, horseId }) => !begun || horseId !== null) })
  }
  return read
}

interface OneMore {
  /** Kinds were left out, because the week is too large. */
  isPart: boolean
  /** Rides without a horse, that day and that week. */
  without: [day: number, week: number]
  kinds: { kind: string; more: [day: number, week: number] }[]
}

/** What one more horse would add to the rides with a horse of a day, planned alone, and of the days of its week that are not over, by kind. */
export async function loadOneMore(day: LocalDate): Promise<OneMore> {
  const read = await readWeek(day)
  const week = await oneMoreFor(read)
  const alone = await oneMoreFor(read.filter(({ date }) => date === day))
  return {
    isPart: week.isPart,
    without: [alone.without, week.without],
    kinds: week.kinds.map(({ kind, more }, i) => ({ kind, more: [alone.kinds[i]?.more ?? 0, more] })),
  }
}

/**
 * Rides of some days without a horse; how many fewer one more horse of each kind would leave, and whose those are; no kinds if there are none.
 * Of a large week only what a horse for every rider would add, which `isPart` says: each kind is a plan of all of it.
 */
export async function oneMoreFor(
  read: readonly ReadDay[],
): Promise<{ without: number; kinds: { kind: string; more: number; riderIds: string[] }[]; isPart: boolean }> {
  const left = async (more?: PlanHorse) => (await solveWeek(read, more)).flatMap(({ rides }) => rides.filter(isWithout))
  const without = await left()
  const isLarge = read.reduce((sum, { rides }) => sum + rides.length, 0) > LARGE_WEEK
  const asked = without.length > 0 ? kindsOf(read[0]?.horses ?? []) : []
  const kinds: { kind: string; more: number; riderIds: string[] }[] = []
  for (const { kind, ...limits } of isLarge ? asked.slice(0, 1) : asked) {
    const still = await left({ ...ONE_MORE, ...limits })
    const keys = new Set(still.map(({ key }) => key))
    const riderIds = without.flatMap(({ key, riderId }) => (keys.has(key) ? [] : [riderId]))
    kinds.push({ kind, more: without.length - still.length, riderIds })
  }
  return { without: without.length, kinds, isPart: kinds.length < asked.length }
}

const isWithout = ({ away, horseId }: DayPlan['rides'][number]) => !away && horseId === null

/** As a new horse is added. */
const ONE_MORE: PlanHorse = {
  ...{ id: -1, name: 'One more', isActive: true, onRest: false, maxWeightLb: null, minLevel: null, coat: null },
  ...{ dayLimit: 3, weekLimit: 14, gapMinutes: 0, otherDays: 0, work: [], weekWork: 0 },
}

/** By the weights that the school's horses carry, and by level. */
function kindsOf(
  horses: readonly PlanHorse[],
): { kind: string; maxWeightLb: number | null; minLevel: string | null }[] {
  const carried = horses.flatMap(({ isActive, maxWeightLb }) => (isActive && maxWeightLb !== null ? [maxWeightLb] : []))
  const weights = [...new Set(carried)].sort((a, b) => a - b).slice(0, 4)
  return [
    { kind: 'For every rider', maxWeightLb: null, minLevel: null },
    ...weights.map((maxWeightLb) => ({ kind: `For riders up to ${maxWeightLb} lb`, maxWeightLb, minLevel: null })),
    ...LEVELS.slice(1).map(({ name, label }, i, all) => ({
      kind: `For ${label} riders${i < all.length - 1 ? ' and up' : ''}`,
      maxWeightLb: null,
      minLevel: name,
    })),
  ]
}

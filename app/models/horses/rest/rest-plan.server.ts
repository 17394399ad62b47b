import { today } from '~/platform/clock.server'
import type { LocalDate } from '~/utils/dates'
import { moreOnOtherDays } from '../assign-horses.server'
import { findActiveHorse } from '../horse.server'
import { type DayPlan, loadDayPlan, partOfPlan, type ShownPlan } from '../plan/day-plan.server'
import { horseOfVersion } from '../plan/horse-plan'
import { sayRest } from './rest'
import { ridesAtRest } from './rides-ahead.server'

export interface RestPlan {
  id: number
  name: string
  /** `Resting through Dec 5: abscess`; null if it does not rest. */
  resting: string | null
  /** The rides of this horse alone. */
  days: ShownPlan[]
  /** Rides of later days, which come once these are saved. */
  later: number
}

/** Days of one form. */
const MOST_DAYS = 14

/**
 * The days on which a resting horse still has rides. With `propose` each ride of it begins with another
 * horse that suits, if one is free.
 * @throws Refused 404
 */
export async function loadRestPlan(id: number, { propose }: { propose: boolean }): Promise<RestPlan> {
  const { name, rest } = await findActiveHorse(id)
  const rides = await ridesAtRest(id)
  const dates = [...new Set(rides.map(({ date }) => date))]
  const shown = dates.slice(0, MOST_DAYS)
  const days: DayPlan[] = []
  for (const date of shown) {
    // What is proposed for one day counts toward the week of the next.
    const besides = moreOnOtherDays(days.map(asSaved), days, date)
    days.push(await loadDayPlan(date, { insteadOf: id, besides, propose }))
  }
  const own = ({ rides }: DayPlan) => rides.filter(({ version }) => horseOfVersion(version) === id)
  const later = rides.filter(({ date }) => !shown.includes(date)).length
  return { id, name, resting: sayRest(rest, today()), days: days.map((day) => partOfPlan(day, own(day))), later }
}

const asSaved = ({ date, rides }: DayPlan): { date: LocalDate; rides: { horseId: number | null }[] } => ({
  date,
  rides: rides.map((ride) => (ride.proposed ? { horseId: null } : ride)),
})

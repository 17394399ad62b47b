import { type Concern, concernsOf, type HorseLimits, type RiderFacts } from '~/models/schedule/match/match'
import { formatResting, type Rest, restsOn } from '~/models/schedule/vocabulary/rest'
import type { LocalDate } from '~/utils/dates'
import { formatOverLimit, limitReached, type Outings } from './limit-reached'

/** A horse on a day, with all that it does that day and week. */
export interface GivenHorse extends HorseLimits, Outings {
  name: string
  isActive: boolean
  rest: Rest | null
  dayLimit: number
  weekLimit: number
}

const beyond = (text: string): Concern => ({ kind: 'beyond', text })

type Condition = Omit<GivenHorse, 'name' | keyof HorseLimits>

/** What is wrong with a horse that goes out on a day, whoever rides: it was removed, rests, or goes out too often. */
export function conditionOf(horse: Condition, date: LocalDate): Concern[] {
  if (!horse.isActive) return [beyond('removed')]
  const reached = limitReached(horse, { ...horse, onDay: horse.onDay - 1, inWeek: horse.inWeek - 1 })
  return [
    ...(horse.rest && restsOn(horse, date) ? [beyond(formatResting(horse.rest))] : []),
    ...(reached ? [beyond(formatOverLimit({ ...reached, outings: reached.outings + 1 }))] : []),
  ]
}

/** What speaks against the horse that a ride has: its condition too, unless the day is over. */
export const concernsOfGiven = (
  horse: GivenHorse,
  facts: RiderFacts,
  { date, today }: { date: LocalDate; today: LocalDate },
): Concern[] => [...(date < today ? [] : conditionOf(horse, date)), ...concernsOf(horse, facts)]

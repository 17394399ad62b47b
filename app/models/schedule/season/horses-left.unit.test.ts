import fc from 'fast-check'
import { expect, test } from 'vitest'
import { mayHave } from '~/models/schedule/horses/plan/horse-plan'
import type { DayPlan, DayRide } from '~/models/schedule/horses/plan/solve-day.server'
import { suits } from '~/models/schedule/match/match'
import { type Random, randomFrom } from '../../../../prisma/seed/random'
import { rivalsOf } from './horses-left'

function dayOf({ below, pick }: Random, date: string): DayPlan {
  const horses = Array.from({ length: 4 }, (_, id) => ({
    ...{ id, name: `Horse ${id}`, isActive: true, onRest: false, coat: null, minLevel: null, work: [], weekWork: 0 },
    ...{ dayLimit: below(4), weekLimit: pick([0, 2, 4]), gapMinutes: pick([0, 15]), otherDays: below(4) },
    maxWeightLb: pick([null, 120]),
  }))
  const rides = Array.from({ length: 2 + below(6) }, (_, i): DayRide => {
    const key = `${date} ${i}`
    return {
      ...{ key, riderId: key, rider: key, time: pick(['09:00', '09:30', '10:30']), duration: 60, type: 'Group Lesson' },
      ...{ weightLb: pick([null, 100, 150]), level: null, wishes: [], horseId: below(4) > 0 ? below(4) : null },
      ...{ savedHorseId: null, proposed: false, note: null, away: false, begun: false, attendance: '', version: '' },
    }
  })
  return { date, rides, horses, isMost: true, isBest: true, goal: 'known' }
}

/** All other rides in their order, each asked by itself. */
function inOrder(ride: DayRide, day: DayPlan, others: readonly { ride: DayRide; day: DayPlan }[]): DayRide[] {
  const frees = (other: DayRide, { date }: DayPlan): boolean => {
    const horse = day.horses.find(({ id }) => id === other.horseId)
    if (!horse || !suits(horse, ride) || date > day.date) return false
    if (date < day.date) return mayHave({ ...horse, otherDays: horse.otherDays - 1 }, ride, day.rides)
    const beside = day.rides.filter((one) => one !== other)
    return mayHave(horse, ride, beside)
  }
  const order = (one: { ride: DayRide; day: DayPlan }) => (frees(one.ride, one.day) ? 0 : one.day === day ? 1 : 2)
  return [...others].sort((a, b) => order(a) - order(b)).map((one) => one.ride)
}

test('The first rivals of a ride are those that sorting all others gives', () => {
  let freed = 0
  fc.assert(
    fc.property(fc.noShrink(fc.integer({ min: 1, max: 2 ** 31 - 1 })), (seed) => {
      const random = randomFrom(seed)
      const days = ['2027-01-04', '2027-01-05', '2027-01-06'].map((date) => dayOf(random, date))
      const all = days.flatMap((day) => day.rides.map((ride) => ({ ride, day })))
      const rivals = rivalsOf(days)
      for (const one of all.filter(({ ride }) => ride.horseId === null)) {
        const others = all.filter((other) => other !== one && random.below(3) > 0)
        const sorted = inOrder(one.ride, one.day, others)
        for (const most of [1, 3, 100]) expect(rivals(one, others, most)).toEqual(sorted.slice(0, most))
        if (sorted[0] !== others[0]?.ride) freed++
      }
    }),
    { numRuns: 300 },
  )
  expect(freed).toBeGreaterThan(100)
})

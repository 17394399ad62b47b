import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { overlaps } from '~/models/schedule/overlap'
import {
  choose,
  horseLabel,
  horseOfVersion,
  mayGoOut,
  type PlanHorse,
  type PlanRide,
  planProblems,
  proposeHorses,
  rideChoice,
} from './horse-plan'

const bella: PlanHorse = {
  id: 1,
  name: 'Bella',
  isActive: true,
  onRest: false,
  dayLimit: 3,
  weekLimit: 14,
  otherDays: 0,
  work: [],
  weekWork: 0,
  maxWeightLb: null,
  minLevel: null,
}
const max: PlanHorse = { ...bella, id: 2, name: 'Max' }
const duke: PlanHorse = { ...bella, id: 3, name: 'Duke' }
const ride = (rider: string, time: string, horseId: number | null = null): PlanRide => ({
  key: rider,
  rider,
  time,
  duration: 60,
  horseId,
})
const wishes = (wish: Record<string, number[]>) => new Map(Object.entries(wish))
const proposed = (...args: Parameters<typeof proposeHorses>) => Object.fromEntries(proposeHorses(...args))
const asBefore = (rides: PlanRide[]) => new Map(rides.map(({ key, horseId }) => [key, horseId]))

describe('the usual horse', () => {
  test('A rider is proposed the horse last ridden, or the one before it if that is busy, resting or at its limit', () => {
    const rides = [ride('Ann', '09:00'), ride('Ben', '09:30'), ride('Cy', '11:00', 1)]
    const wish = wishes({ Ann: [1, 2], Ben: [1, 2], Cy: [2] })
    expect(proposed(rides, wish, [bella, max])).toEqual({ Ann: 1, Ben: 2 })
    expect(proposed(rides, wish, [{ ...bella, onRest: true }, max])).toEqual({ Ann: 2 })
    expect(proposed(rides, wish, [{ ...bella, dayLimit: 1 }, max])).toEqual({ Ann: 2 })
    expect(proposed(rides, wish, [{ ...bella, otherDays: 13 }, max])).toEqual({ Ann: 2 })
    expect(proposed(rides, wishes({ Ann: [9] }), [bella])).toEqual({})
  })

  test('A horse at other work is not proposed for that time, and its work counts toward the limit of the day', () => {
    const lunging = { time: '09:30', duration: 30, kind: 'Lunging' }
    const rides = [ride('Ann', '09:00'), ride('Cy', '11:00')]
    const wish = wishes({ Ann: [1], Cy: [1] })
    const working = { ...bella, work: [lunging], weekWork: 1 }
    expect(proposed(rides, wish, [working])).toEqual({ Cy: 1 })
    expect(proposed(rides, wish, [{ ...working, dayLimit: 1 }])).toEqual({})
    expect(horseLabel(working, ride('Ann', '09:00'), rides)).toBe('Bella (Lunging at 9:30 AM)')
    expect(horseLabel(working, ride('Cy', '11:00'), rides)).toBe('Bella (1 of 3 that day)')
    expect(horseLabel({ ...working, dayLimit: 1 }, ride('Cy', '11:00'), rides)).toBe(
      'Bella (at its limit, 1 of 1 that day)',
    )
    const chosen = [ride('Ann', '09:00', 1), ride('Cy', '11:00', 1)]
    expect(planProblems(chosen, asBefore(rides), [{ ...working, dayLimit: 2 }])).toEqual([
      { kind: 'clash', keys: ['Ann'], text: 'Bella has Lunging at 9:30 AM and is with Ann at 9:00 AM' },
      { kind: 'limit', keys: ['Ann', 'Cy'], text: 'Bella has 3 rides that day, other work among them (limit 2)' },
    ])
  })

  test('A first wish comes before an earlier rider’s second', () => {
    const rides = [ride('Ann', '09:00'), ride('Ben', '09:00')]
    const resting = { ...bella, onRest: true }
    expect(proposed(rides, wishes({ Ann: [1, 2], Ben: [2] }), [resting, max])).toEqual({ Ben: 2 })
  })

  test('Never a clash, a resting horse or a ride beyond a limit, and what is assigned stays', () => {
    const horse = fc.record({
      isActive: fc.boolean(),
      onRest: fc.boolean(),
      dayLimit: fc.integer({ min: 0, max: 3 }),
      weekLimit: fc.integer({ min: 0, max: 6 }),
      otherDays: fc.integer({ min: 0, max: 6 }),
    })
    const horses = fc
      .array(horse, { minLength: 1, maxLength: 5 })
      .map((rows): PlanHorse[] => rows.map((row, id) => ({ ...bella, ...row, id, name: `Horse ${id}` })))
    const rides = fc.array(
      fc.record({
        time: fc.constantFrom('08:00', '08:30', '09:00', '10:00', '10:45'),
        duration: fc.constantFrom(30, 45, 60, 90),
        horseId: fc.option(fc.integer({ min: 0, max: 4 })),
        wish: fc.array(fc.integer({ min: 0, max: 5 }), { maxLength: 3 }),
      }),
      { maxLength: 16 },
    )
    fc.assert(
      fc.property(horses, rides, (horses, rows) => {
        const rides = rows.map((row, i) => ({ ...row, key: `r${i}`, rider: `Rider ${i}` }))
        const plan = proposeHorses(rides, new Map(rides.map(({ key, wish }) => [key, wish])), horses)
        for (const [key, id] of plan) {
          const own = rides.find((ride) => ride.key === key)!
          const horse = horses.find((other) => other.id === id)!
          const theirs = rides.filter((ride) => (ride.horseId ?? plan.get(ride.key)) === id)
          expect(own.horseId).toBeNull()
          expect(own.wish).toContain(id)
          expect([horse.isActive, horse.onRest]).toEqual([true, false])
          expect(theirs.filter((ride) => ride.key !== key && overlaps(ride, own))).toEqual([])
          if (horse.dayLimit) expect(theirs.length).toBeLessThanOrEqual(horse.dayLimit)
          if (horse.weekLimit) expect(theirs.length + horse.otherDays).toBeLessThanOrEqual(horse.weekLimit)
        }
        const after = rides.map((ride) => ({ ...ride, horseId: ride.horseId ?? plan.get(ride.key) ?? null }))
        expect(planProblems(after, asBefore(rides), horses)).toEqual([])
      }),
    )
  })
})

describe('a plan of horses', () => {
  test('Every double, rest and limit is named, and what was so before is not', () => {
    const was = [ride('Ann', '09:00', 1), ride('Ben', '09:30'), ride('Cy', '11:00', 3), ride('Dee', '13:00', 2)]
    const plan = [ride('Ann', '09:00', 1), ride('Ben', '09:30', 1), ride('Cy', '11:00', 3), ride('Dee', '13:00', 3)]
    const horses = [bella, max, { ...duke, dayLimit: 1 }]
    expect(planProblems(plan, asBefore(was), horses)).toEqual([
      { kind: 'clash', keys: ['Ann', 'Ben'], text: 'Bella is with Ann at 9:00 AM and with Ben at 9:30 AM' },
      { kind: 'limit', keys: ['Dee'], text: 'Duke has 2 rides that day (limit 1)' },
    ])
    expect(planProblems(plan, asBefore(plan), horses)).toEqual([])
    expect(planProblems(plan, asBefore(was), [{ ...duke, onRest: true }])).toEqual([
      { kind: 'rest', keys: ['Dee'], text: 'Duke is resting' },
    ])
    expect(planProblems(plan, asBefore(was), [{ ...duke, isActive: false }])).toEqual([
      { kind: 'gone', keys: ['Dee'], text: 'Duke was removed from the horses' },
    ])
  })

  test('A choice says who has the horse, that it rests, and how much it works on that day', () => {
    const rides = [ride('Ann', '09:00', 1), ride('Ben', '09:00'), ride('Cy', '11:00', 2)]
    const [, ben] = rides as [PlanRide, PlanRide, PlanRide]
    const label = (horse: PlanHorse) => horseLabel(horse, ben, rides)
    expect(label(bella)).toBe('Bella (with Ann, 9:00 AM)')
    expect(label(max)).toBe('Max (1 of 3 that day)')
    expect(label({ ...max, dayLimit: 1 })).toBe('Max (at its limit, 1 of 1 that day)')
    expect(label({ ...max, otherDays: 13 })).toBe('Max (at its limit, 14 of 14 that week)')
    expect(label({ ...duke, onRest: true })).toBe('Duke (resting)')
    expect(label({ ...duke, isActive: false })).toBe('Duke (removed)')
    expect(label({ ...max, dayLimit: 0 })).toBe('Max (1 that day)')
    expect(label(duke)).toBe('Duke')
  })

  test('Choosing the horse of another rider of that time exchanges the two', () => {
    const rides = [ride('Ann', '09:00', 1), ride('Ben', '09:00', 2), ride('Cy', '09:30', null)]
    const horsesAfter = (...args: Parameters<typeof choose>) => choose(...args).rides.map(({ horseId }) => horseId)
    const all = () => true
    expect(horsesAfter(rides, 'Ann', 2, [bella, max], all)).toEqual([2, 1, null])
    expect(choose(rides, 'Ann', 2, [bella, max], all).exchangedWith).toMatchObject({ key: 'Ben', horseId: 1 })
    // Without a horse there is nothing to exchange, and another lesson's ride is left alone: the double shows.
    expect(horsesAfter(rides, 'Cy', 2, [bella, max], all)).toEqual([1, 2, 2])
    expect(horsesAfter(rides, 'Ann', 2, [bella, max], (key) => key !== 'Ben')).toEqual([2, 2, null])
    expect(horsesAfter(rides, 'Ann', null, [bella, max], all)).toEqual([null, 2, null])
    // What the other rider would get has to be free for them: a limit alone needs a reason.
    expect(horsesAfter(rides, 'Ann', 2, [{ ...bella, onRest: true }, max], all)).toEqual([2, 2, null])
    expect(horsesAfter(rides, 'Ann', 2, [{ ...bella, weekLimit: 1, otherDays: 1 }, max], all)).toEqual([2, 1, null])
  })

  test('A horse may go out once more unless it was removed, rests or is at its limit', () => {
    expect([mayGoOut(bella, 2), mayGoOut(bella, 3)]).toEqual([true, false])
    expect([mayGoOut({ ...bella, onRest: true }, 0), mayGoOut({ ...bella, isActive: false }, 0)]).toEqual([
      false,
      false,
    ])
    expect(mayGoOut({ ...bella, otherDays: 13 }, 1)).toBe(false)
  })

  test('A choice names its ride as it was shown, with the horse that it had', () => {
    expect(rideChoice({ time: '09:00', version: '17-5', riderId: 'ann' })).toBe('09:00 17-5 ann')
    expect([horseOfVersion('17-5'), horseOfVersion('17-12'), horseOfVersion('17-0')]).toEqual([5, 12, null])
  })
})

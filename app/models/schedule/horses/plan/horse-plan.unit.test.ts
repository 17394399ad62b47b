import { describe, expect, test } from 'vitest'
import {
  choose,
  horseLabel,
  horseOfVersion,
  keptBeyond,
  mayGoOut,
  type PlanHorse,
  type PlanRide,
  planProblems,
  rideChoice,
  sayNone,
} from './horse-plan'

const bella: PlanHorse = {
  id: 1,
  name: 'Bella',
  isActive: true,
  onRest: false,
  dayLimit: 3,
  weekLimit: 14,
  gapMinutes: 0,
  otherDays: 0,
  work: [],
  weekWork: 0,
  maxWeightLb: null,
  minLevel: null,
  coat: null,
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
const asBefore = (rides: PlanRide[]) => new Map(rides.map(({ key, horseId }) => [key, horseId]))

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
    // Of two riders who were both on the horse before, nothing is new; the rides are named by time, whatever their order.
    const both = [ride('Ben', '09:30', 1), ride('Ann', '09:00', 1), ride('Cy', '12:00', 1)]
    expect(
      planProblems(
        both,
        new Map([
          ['Ann', 1],
          ['Ben', 1],
        ]),
        [bella],
      ),
    ).toEqual([])
    expect(planProblems(both, new Map(), [bella])).toMatchObject([{ keys: ['Ann', 'Ben'] }])
    const same = [ride('Cy', '09:00', 1), ride('Ann', '09:00', 1)]
    expect(planProblems(same, new Map(), [bella])).toMatchObject([{ keys: ['Ann', 'Cy'] }])
    expect(planProblems(plan, asBefore(was), [{ ...duke, onRest: true }])).toEqual([
      { kind: 'rest', keys: ['Dee'], text: 'Duke is resting' },
    ])
    expect(planProblems(plan, asBefore(was), [{ ...duke, isActive: false }])).toEqual([
      { kind: 'gone', keys: ['Dee'], text: 'Duke is no longer in your horses' },
    ])
  })

  test('Of rides that keep their horses, those beyond the limit of the day are named, and no limit of the week is', () => {
    const rides = [ride('Ann', '09:00', 1), ride('Ben', '10:00', 1), ride('Cy', '11:00', 1), ride('Dee', '12:00', 2)]
    const kept = (horse: Partial<PlanHorse>, ...stay: string[]) =>
      keptBeyond(rides, new Set(stay), [{ ...bella, ...horse }, max])
    const text = 'Bella has 3 rides that day (limit 2)'
    expect(kept({ dayLimit: 2 }, 'Ann', 'Cy', 'Dee')).toEqual([{ kind: 'limit', keys: ['Ann', 'Cy'], text }])
    expect(kept({ dayLimit: 3 }, 'Ann')).toEqual([])
    expect(kept({ dayLimit: 2 }, 'Dee')).toEqual([])
    expect(kept({ dayLimit: 0, otherDays: 14 }, 'Ann')).toEqual([])
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

  test('A choice says that the horse is at other work, and counts it', () => {
    const lunging = { time: '09:30', duration: 30, kind: 'Lunging' }
    const rides = [ride('Ann', '09:00'), ride('Cy', '11:00')]
    const working = { ...bella, work: [lunging], weekWork: 1 }
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

  test('A ride without a horse says what became of each, in figures that add up', () => {
    const rides = [ride('Ann', '09:00', 1), ride('Ben', '09:00'), ride('Cy', '11:00', 3)]
    const [, ben] = rides as [PlanRide, PlanRide, PlanRide]
    const say = (horses: PlanHorse[], ...suits: number[]) => sayNone(ben, new Set(suits), horses, rides)
    const old = { ...bella, id: 4 }
    expect(say([bella, { ...max, onRest: true }, { ...duke, dayLimit: 1 }, old], 1, 2, 3)).toBe(
      'No horse is left: of 4, 1 does not suit, 1 is resting, 1 is out at that time, 1 is at its limit',
    )
    expect(say([bella, { ...bella, id: 5, onRest: true }, { ...max, onRest: true }], 1, 2, 5)).toBe(
      'No horse is left: of 3, 2 are resting, 1 is out at that time',
    )
    expect(say([bella, max], 1, 2)).toBeNull()
    const lunging = { work: [{ time: '09:30', duration: 30, kind: 'Lunging' }], weekWork: 1 }
    const gone = { ...bella, id: 6, isActive: false }
    expect(say([bella, { ...duke, ...lunging }, gone], 1, 3, 6)).toBe(
      'No horse is left: of 3, 1 is resting, 2 are out at that time',
    )
  })

  test('A horse that is to stand between two rides cannot have both, and a reason is asked of whoever gives them all the same', () => {
    const rides = [ride('Ann', '09:00', 1), ride('Ben', '10:15'), ride('Cy', '10:30')]
    const [, ben, cy] = rides as [PlanRide, PlanRide, PlanRide]
    const standing = { ...bella, gapMinutes: 30 }
    expect(horseLabel(standing, ben, rides)).toBe('Bella (within 30 minutes of another outing)')
    expect(horseLabel(standing, cy, rides)).toBe('Bella (1 of 3 that day)')
    expect(sayNone(ben, new Set([1]), [standing, max], rides)).toBe(
      'No horse is left: of 2, 1 does not suit, 1 needs its gap between rides then',
    )
    const chosen = [ride('Ann', '09:00', 1), ride('Ben', '10:15', 1)]
    expect(planProblems(chosen, asBefore(rides), [standing])).toEqual([
      {
        kind: 'limit',
        keys: ['Ann', 'Ben'],
        text: 'Bella is with Ann at 9:00 AM and Ben at 10:15 AM with less than 30 minutes between',
      },
    ])
    expect(planProblems(chosen, asBefore(chosen), [standing])).toEqual([])
    const lunging = { time: '08:15', duration: 30, kind: 'Lunging' }
    const working = { ...standing, work: [lunging], weekWork: 1 }
    const [ann] = chosen as [PlanRide, PlanRide]
    expect(planProblems([ann], new Map(), [working])).toMatchObject([
      { text: 'Bella is with Ann at 9:00 AM and Lunging at 8:15 AM with less than 30 minutes between' },
    ])
  })

  test('Choosing the horse of another rider of that time exchanges the two', () => {
    const rides = [ride('Ann', '09:00', 1), ride('Ben', '09:00', 2), ride('Cy', '09:30', null)]
    const horsesAfter = (...args: Parameters<typeof choose>) => choose(...args).rides.map(({ horseId }) => horseId)
    const all = () => true
    expect(horsesAfter(rides, { key: 'Ann', horseId: 2 }, [bella, max], all)).toEqual([2, 1, null])
    expect(choose(rides, { key: 'Ann', horseId: 2 }, [bella, max], all).exchangedWith).toMatchObject({
      key: 'Ben',
      horseId: 1,
    })
    // Without a horse there is nothing to exchange, and another lesson's ride is left alone: the double shows.
    expect(horsesAfter(rides, { key: 'Cy', horseId: 2 }, [bella, max], all)).toEqual([1, 2, 2])
    expect(horsesAfter(rides, { key: 'Ann', horseId: 2 }, [bella, max], (key) => key !== 'Ben')).toEqual([2, 2, null])
    expect(horsesAfter(rides, { key: 'Ann', horseId: null }, [bella, max], all)).toEqual([null, 2, null])
    // What the other rider would get has to be free for them: a limit alone needs a reason.
    expect(horsesAfter(rides, { key: 'Ann', horseId: 2 }, [{ ...bella, onRest: true }, max], all)).toEqual([2, 2, null])
    expect(
      horsesAfter(rides, { key: 'Ann', horseId: 2 }, [{ ...bella, weekLimit: 1, otherDays: 1 }, max], all),
    ).toEqual([2, 1, null])
    const near = [...rides.slice(0, 2), ride('Cy', '10:15', 1)]
    expect(horsesAfter(near, { key: 'Ann', horseId: 2 }, [{ ...bella, gapMinutes: 30 }, max], all)).toEqual([2, 1, 1])
    // Nor do two exchange with one, or a horse with itself.
    const three = [...rides.slice(0, 2), ride('Cy', '09:30', 2)]
    expect(horsesAfter(three, { key: 'Ann', horseId: 2 }, [bella, max], all)).toEqual([2, 2, 2])
    expect(choose(rides, { key: 'Ben', horseId: 2 }, [bella, max], all).exchangedWith).toBeNull()
  })

  test('A horse may go out once more unless it was removed, rests or is at its limit', () => {
    expect([mayGoOut(bella, 2), mayGoOut(bella, 3)]).toEqual([true, false])
    expect([mayGoOut({ ...bella, onRest: true }, 0), mayGoOut({ ...bella, isActive: false }, 0)]).toEqual([
      false,
      false,
    ])
    expect([mayGoOut({ ...bella, otherDays: 12 }, 1), mayGoOut({ ...bella, otherDays: 13 }, 1)]).toEqual([true, false])
    const works = { work: [{ time: '09:30', duration: 30, kind: 'Lunging' }], weekWork: 1 }
    expect(mayGoOut({ ...bella, ...works, otherDays: 13 }, 0)).toBe(false)
  })

  test('A choice names its ride as it was shown, with the horse that it had', () => {
    expect(rideChoice({ time: '09:00', version: '17-5', riderId: 'ann' })).toBe('09:00 17-5 ann')
    expect([horseOfVersion('17-5'), horseOfVersion('17-12'), horseOfVersion('17-0')]).toEqual([5, 12, null])
  })
})

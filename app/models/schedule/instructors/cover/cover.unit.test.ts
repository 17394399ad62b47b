import fc from 'fast-check'
import { expect, test } from 'vitest'
import { overlaps } from '~/models/schedule/vocabulary/overlap'
import { bestCover, candidatesFor, sayNobody, type TaughtLesson, type Teacher } from './cover'
import { CANCEL, coverSchema } from './cover.schema'

const lesson = (time: string, instructorId: string | null, type = 'Group', duration = 60): TaughtLesson => ({
  ...{ key: `${time} ${type} ${instructorId}`, time, duration, type, level: null, instructorId },
})
const teacher = (name: string, ...types: string[]): Teacher => ({
  id: name,
  name,
  types: new Set(types),
  levels: new Set(),
})
const kelly = teacher('Kelly', 'Group')

test('Free first, then who has taught such lessons, then who is here anyway; each says why', () => {
  const nine = lesson('09:00', 'Kelly')
  const ofDay = [nine, lesson('09:30', 'Ann'), lesson('11:00', 'Ben', 'Hack')]
  const teachers = [teacher('Ann', 'Group'), teacher('Ben'), teacher('Cy', 'Group'), kelly]
  const found = candidatesFor(nine, ofDay, teachers)
  expect(found.map(({ name, note }) => `${name}: ${note}`)).toEqual([
    'Cy: free then, has taught Group, not here that day otherwise',
    'Ben: free then, new to Group, here that day',
    'Ann: teaches 9:30 AM Group then',
  ])
  expect(bestCover([nine], new Map([[nine.key, found]]))).toEqual(new Map([[nine.key, 'Cy']]))
  expect(sayNobody(found)).toBeNull()
  expect(sayNobody(found.slice(2))).toBe('No one is free then: Ann teaches 9:30 AM Group')
  expect(sayNobody([])).toBe('There is no other instructor')
})

test('Who has taught that level comes after who has taught such lessons, and before who is here anyway', () => {
  const nine = { ...lesson('09:00', 'Kelly'), level: 'beginner' as const }
  const levels = new Set(['beginner' as const])
  const teachers = [teacher('Ann'), { ...teacher('Ben'), levels }, teacher('Cy', 'Group'), { ...kelly, levels }]
  expect(
    candidatesFor(nine, [nine, lesson('11:00', 'Ann')], teachers).map(({ name, note }) => `${name}: ${note}`),
  ).toEqual([
    'Cy: free then, has taught Group, new to Beginner lessons, not here that day otherwise',
    'Ben: free then, new to Group, has taught Beginner lessons, not here that day otherwise',
    'Ann: free then, new to Group, new to Beginner lessons, here that day',
  ])
})

test('Of two lessons at a time, both are covered though one of the two instructors would be better for each', () => {
  const [a, b] = [lesson('09:00', 'Kelly'), lesson('09:30', 'Kelly', 'Hack')]
  const [ann, ben] = [teacher('Ann', 'Group', 'Hack'), teacher('Ben')]
  const choices = new Map([a, b].map((one) => [one.key, candidatesFor(one, [a, b], [ann, ben])]))
  expect([...bestCover([a, b], choices).values()].sort()).toEqual(['Ann', 'Ben'])
  expect(bestCover([a, b], new Map([[a.key, choices.get(a.key) ?? []]]))).toEqual(new Map([[a.key, 'Ann']]))
})

const names = Array.from({ length: 14 }, (_, i) => `Colleague ${i}`)
const chainOf = (n: number, minutes: number, duration: number) =>
  Array.from({ length: n }, (_, i) => {
    const at = 8 * 60 + i * minutes
    const time = `${String(Math.floor(at / 60)).padStart(2, '0')}:${String(at % 60).padStart(2, '0')}`
    return { ...lesson(time, 'Kelly', 'Group', duration), key: `k${i}` }
  })
const coverOf = (lessons: readonly TaughtLesson[], colleagues: number) => {
  const teachers = names.slice(0, colleagues).map((name, i) => teacher(name, ...(i % 2 ? ['Group'] : [])))
  const looked = { times: 0 }
  const choices = new Map(lessons.map((one) => [one.key, candidatesFor(one, lessons, teachers)]))
  return { size: bestCover(lessons, choices, looked).size, ...looked }
}

test('A long chain of lessons, or many at once, is weighed in few steps', () => {
  expect(coverOf(chainOf(12, 30, 60), 8)).toMatchObject({ size: 12, times: expect.toSatisfy((n) => n > 0 && n < 200) })
  expect(coverOf(chainOf(12, 30, 90), 8)).toMatchObject({
    size: 12,
    times: expect.toSatisfy((n) => n > 0 && n < 1_000),
  })
  expect(coverOf(chainOf(8, 0, 60), 8)).toMatchObject({ size: 8, times: expect.toSatisfy((n) => n > 0 && n < 10_000) })
  // Too many to weigh all: still each of them has an instructor, and it ends.
  expect(coverOf(chainOf(12, 0, 60), 14)).toMatchObject({
    size: 12,
    times: expect.toSatisfy((n) => n > 0 && n < 25_000),
  })
})

const TIMES = ['09:00', '09:30', '10:00', '11:00']
const day = fc.record({
  kellys: fc.array(fc.tuple(fc.constantFrom(...TIMES), fc.constantFrom('Group', 'Hack'), fc.constantFrom(30, 60, 90)), {
    maxLength: 5,
  }),
  others: fc.array(fc.tuple(fc.constantFrom(...TIMES), fc.constantFrom('Ann', 'Ben', 'Cy')), { maxLength: 4 }),
  types: fc.tuple(...['Ann', 'Ben', 'Cy'].map(() => fc.subarray(['Group', 'Hack']))),
})

test('On random days it is as good as the best of all plans', () => {
  fc.assert(
    fc.property(day, ({ kellys, others, types }) => {
      const lessons = kellys.map(([time, type, duration], i) => ({
        ...lesson(time, 'Kelly', type, duration),
        key: `k${i}`,
      }))
      const ofDay = [...lessons, ...others.map(([time, id]) => lesson(time, id))]
      const teachers = ['Ann', 'Ben', 'Cy'].map((name, i) => teacher(name, ...(types[i] ?? [])))
      const choices = new Map(lessons.map((one) => [one.key, candidatesFor(one, ofDay, teachers)]))
      const worth = (plan: ReadonlyMap<string, string>) => {
        const rankOf = ([key, id]: [string, string]) => choices.get(key)?.find((one) => one.id === id)?.rank ?? 99
        return [-plan.size, [...plan].map(rankOf).reduce((a, b) => a + b, 0)]
      }
      let best = worth(new Map())
      const look = (plan: Map<string, string>, i: number) => {
        const one = lessons[i]
        if (!one) {
          const now = worth(plan)
          if (Number(now[0]) < Number(best[0]) || (now[0] === best[0] && Number(now[1]) < Number(best[1]))) best = now
          return
        }
        look(plan, i + 1)
        for (const { id } of teachers) {
          const theirs = [
            ...ofDay.filter(({ instructorId }) => instructorId === id),
            ...lessons.filter(({ key }) => plan.get(key) === id),
          ]
          if (!theirs.some((other) => overlaps(other, one))) look(new Map(plan).set(one.key, id), i + 1)
        }
      }
      look(new Map(), 0)
      const cover = bestCover(lessons, choices)
      expect(worth(cover)).toEqual(best)
      for (const [key, id] of cover) {
        const own = lessons.find((one) => one.key === key)
        const theirs = ofDay.filter(
          (other) => other.instructorId === id || (cover.get(other.key) === id && other !== own),
        )
        expect(theirs.some((other) => own && overlaps(other, own))).toBe(false)
      }
    }),
    { numRuns: 300 },
  )
})

test('A plan has all lessons that an arena has in two weeks', () => {
  const days = Array.from({ length: 14 }, (_, i) => `2026-12-${i + 10}`)
  const lessons = days.flatMap((day) =>
    TIMES.flatMap((time) =>
      ['Group', 'Hack', 'Lunge', 'Trail', 'Jumping', 'Dressage'].map((type) => ({
        slot: `${day} ${time} ${type}`,
        cover: CANCEL,
      })),
    ),
  )
  expect(coverSchema.parse({ lessons, reason: 'Roof' }).lessons).toHaveLength(14 * 24)
})

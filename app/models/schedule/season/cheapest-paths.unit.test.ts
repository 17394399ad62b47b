import fc from 'fast-check'
import { expect, test } from 'vitest'
import { cheapestFlow, type Edge } from '~/models/schedule/horses/plan/cheapest-flow'
import { randomFrom } from '../../../../prisma/seed/random'
import { cheapestPaths } from './cheapest-paths'

/** The result, and how often others were let work. */
function drained<Result>(work: Generator<undefined, Result>): { result: Result; yields: number } {
  for (let yields = 0; ; yields++) {
    const part = work.next()
    if (part.done) return { result: part.value, yields }
  }
}

/** Starts from 1 on, then lessons with so many spots; 0 is the sink. */
function network(
  starts: number,
  lessons: readonly number[],
  pairs: readonly (readonly [number, number, number])[],
): Edge[] {
  const lesson = (i: number) => 1 + starts + (i % lessons.length)
  return [
    ...pairs.map(([start, i, cost]) => ({ from: 1 + (start % starts), to: lesson(i), cost })),
    ...lessons.flatMap((spots, i) => Array.from({ length: spots }, () => ({ from: lesson(i), to: 0, cost: 0 }))),
  ]
}

test('Random networks: it costs the same as the flow that another algorithm finds, and there is none where that leaves someone out', () => {
  const place = fc.integer({ min: 0, max: 20 })
  const of = { whole: 0, none: 0 }
  fc.assert(
    fc.property(
      fc.integer({ min: 1, max: 12 }),
      fc.array(fc.integer({ min: 0, max: 4 }), { minLength: 1, maxLength: 8 }),
      fc.array(fc.tuple(place, place, fc.integer({ min: 0, max: 30 })), { minLength: 8, maxLength: 60 }),
      (starts, lessons, pairs) => {
        const edges = network(starts, lessons, pairs)
        const nodes = 1 + starts + lessons.length
        const all = Array.from({ length: starts }, (_, i) => 1 + i)
        const { result } = drained(cheapestPaths(nodes, edges, all, 0))
        const fromSource = all.map((to) => ({ from: nodes, to, cost: 0 }))
        const { flow, cost } = cheapestFlow(nodes + 1, [...edges, ...fromSource], nodes, 0)
        expect(result?.cost ?? null).toBe(flow === starts ? cost : null)
        of[result ? 'whole' : 'none']++
        if (!result) return
        const used = edges.filter((_, i) => result.used[i])
        expect(used.reduce((sum, edge) => sum + edge.cost, 0)).toBe(cost)
        for (const start of all) expect(used.filter(({ from }) => from === start)).toHaveLength(1)
      },
    ),
    { numRuns: 1_000 },
  )
  expect(Math.min(of.whole, of.none)).toBeGreaterThan(100)
})

test('2,500 rides with four times each of 420 lessons: few of all arcs are looked at for each, and others work in between', () => {
  const { below } = randomFrom(7)
  const [starts, lessons] = [2_500, 420]
  const pairs = Array.from({ length: 4 * starts }, (_, i) => [i, below(lessons), below(10)] as const)
  const edges = network(
    starts,
    Array.from({ length: lessons }, () => 6),
    pairs,
  )
  const { result, yields } = drained(
    cheapestPaths(
      1 + starts + lessons,
      edges,
      Array.from({ length: starts }, (_, i) => 1 + i),
      0,
    ),
  )
  expect(result?.looked).toBeLessThan((starts * 2 * edges.length) / 10)
  expect(yields).toBeGreaterThanOrEqual(Math.floor((result?.looked ?? 0) / 400_000))
})

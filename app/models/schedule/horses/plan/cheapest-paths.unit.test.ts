import fc from 'fast-check'
import { expect, test } from 'vitest'
import { randomFrom } from '../../../../../prisma/seed/random'
import { cheapestPaths, type Edge } from './cheapest-paths'

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

/** The largest flow, and of the largest flows the cheapest, in the plainest way: paths by Bellman and Ford over all edges. */
function cheapestFlow(nodes: number, edges: readonly Edge[], source: number, sink: number) {
  const used = edges.map(() => false)
  for (let [flow, cost] = [0, 0]; ; flow++) {
    const distance = Array.from({ length: nodes }, (_, node) => (node === source ? 0 : Number.POSITIVE_INFINITY))
    const by = new Map<number, number>()
    for (let isNearer = true; isNearer; ) {
      isNearer = false
      for (const [i, edge] of edges.entries()) {
        const [from, to, more] = used[i] ? [edge.to, edge.from, -edge.cost] : [edge.from, edge.to, edge.cost]
        if (distance[from]! + more >= distance[to]!) continue
        distance[to] = distance[from]! + more
        by.set(to, i)
        isNearer = true
      }
    }
    if (distance[sink] === Number.POSITIVE_INFINITY) return { flow, cost }
    cost += distance[sink]!
    for (let node = sink; node !== source; ) {
      const i = by.get(node)!
      node = used[i] ? edges[i]!.to : edges[i]!.from
      used[i] = !used[i]
    }
  }
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

test('A hot day of 720 rides on 58 horses that may go out six times: few of all arcs are looked at for each ride, though half get no horse', () => {
  const [rides, horses, moments] = [720, 58, 15]
  const horse = (i: number) => 1 + rides + i
  const moment = (i: number, at: number) => 1 + rides + horses + i * moments + at
  const each = <Item>(count: number, of: (i: number) => Item) => Array.from({ length: count }, (_, i) => of(i))
  const edges = [
    ...each(rides, (i) =>
      each(horses, (j) => ({ from: 1 + i, to: moment(j, Math.floor((i * moments) / rides)), cost: (i + j) % horses })),
    ).flat(),
    ...each(horses, (j) => each(moments, (at) => ({ from: moment(j, at), to: horse(j), cost: 0 }))).flat(),
    ...each(horses, (j) => each(6, (outing) => ({ from: horse(j), to: 0, cost: 2 * outing + 1 }))).flat(),
    ...each(rides, (i) => ({ from: 1 + i, to: 0, cost: 1e6 })),
  ]
  const starts = each(rides, (i) => 1 + i)
  const { result } = drained(cheapestPaths(moment(horses, 0), edges, starts, 0))
  expect(Math.floor((result?.cost ?? 0) / 1e6)).toBe(rides - horses * 6)
  expect(result?.looked).toBeLessThan((rides * 2 * edges.length) / 10)
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

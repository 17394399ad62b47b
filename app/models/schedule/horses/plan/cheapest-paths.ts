export interface Edge {
  from: number
  to: number
  /** Zero or more. */
  cost: number
}

/** How many arcs the search looks at before it lets others work: about 5 ms. */
const ARCS_AT_ONCE = 200_000

/**
 * The cheapest flow that brings one unit from each of the starts to the sink, over edges that take one unit each: a path for one start after
 * the other, which may take back what earlier ones used (successive shortest paths, as in Ahuja, Magnanti, Orlin, "Network Flows", 9.7; paths
 * by Dijkstra with node potentials). A search ends at its first way to the sink, so that it looks at few of a large school's lessons.
 * It yields now and then, with how many arcs it has looked at. Whole numbers below 2^53.
 * @returns null if no flow brings all of them there.
 */
export function* cheapestPaths(
  nodes: number,
  edges: readonly Edge[],
  starts: Iterable<number>,
  sink: number,
): Generator<undefined, { used: boolean[]; cost: number; looked: number } | null> {
  const { to, costs, left, arcs, firsts } = arcsOf(nodes, edges)
  const potential = new Float64Array(nodes)
  const distance = new Float64Array(nodes).fill(Number.POSITIVE_INFINITY)
  const by = new Int32Array(nodes)
  let [cost, looked, rest] = [0, 0, ARCS_AT_ONCE]
  for (const start of starts) {
    if (!findPath(start)) return null
    for (let node = sink; node !== start; ) {
      const arc = by[node] as number
      cost += costs[arc] as number
      left[arc] = 0
      left[arc ^ 1] = 1
      node = to[arc ^ 1] as number
    }
    if (looked < rest) continue
    rest = looked + ARCS_AT_ONCE
    yield
  }
  return { used: edges.map((_, i) => left[2 * i] === 0), cost, looked }

  /** Finds the cheapest path to the sink, arc by arc in `by`. Potentials keep what any arc costs from node to node at zero or more. */
  function findPath(start: number): boolean {
    const queue = nearestFirst()
    const reached = [start]
    distance[start] = 0
    queue.add(start, 0)
    for (let next = queue.take(); next; next = queue.take()) {
      const [node, here] = next
      // It was reached on a cheaper way since.
      if (here > (distance[node] as number)) continue
      const [first, end] = [firsts[node] as number, firsts[node + 1] as number]
      looked += end - first
      for (let at = first; at < end; at++) {
        const arc = arcs[at] as number
        if (left[arc] === 0) continue
        const other = to[arc] as number
        const there = here + (costs[arc] as number) + (potential[node] as number) - (potential[other] as number)
        if (there >= (distance[other] as number)) continue
        if (distance[other] === Number.POSITIVE_INFINITY) reached.push(other)
        distance[other] = there
        by[other] = arc
        queue.add(other, there)
      }
      // All others are at least as far.
      if ((distance[sink] as number) <= here) break
    }
    const total = distance[sink] as number
    for (const node of reached) {
      potential[node] = (potential[node] as number) + Math.min(0, (distance[node] as number) - total)
      distance[node] = Number.POSITIVE_INFINITY
    }
    return total < Number.POSITIVE_INFINITY
  }
}

/** Nodes of which the one with the least distance is taken first: a binary heap. */
function nearestFirst() {
  const heap: [node: number, distance: number][] = []
  return {
    add(node: number, distance: number): void {
      let at = heap.length
      for (; at > 0; at = (at - 1) >> 1) {
        const above = heap[(at - 1) >> 1] as (typeof heap)[number]
        if (above[1] < distance) break
        heap[at] = above
      }
      heap[at] = [node, distance]
    },
    take() {
      const [first] = heap
      const last = heap.pop()
      if (!last || heap.length === 0) return first
      let at = 0
      for (let below = 1; below < heap.length; below = 2 * at + 1) {
        const [one, other] = [heap[below] as typeof last, heap[below + 1]]
        if (other && other[1] < one[1]) below++
        const least = heap[below] as typeof last
        if (least[1] >= last[1]) break
        heap[at] = least
        at = below
      }
      heap[at] = last
      return first
    },
  }
}

/**
 * Arc `2i` is edge `i`, and arc `2i + 1` takes it back. Those that leave node `n` are in `arcs` from place `firsts[n]` up to `firsts[n + 1]`.
 * Typed arrays, because a week may need thousands of flows in one request.
 */
function arcsOf(nodes: number, edges: readonly Edge[]) {
  const to = new Int32Array(2 * edges.length)
  const costs = new Float64Array(2 * edges.length)
  const left = new Uint8Array(2 * edges.length)
  const firsts = new Int32Array(nodes + 1)
  for (const [i, edge] of edges.entries()) {
    to.set([edge.to, edge.from], 2 * i)
    costs.set([edge.cost, -edge.cost], 2 * i)
    left[2 * i] = 1
    for (const node of [edge.from, edge.to]) firsts[node + 1] = (firsts[node + 1] as number) + 1
  }
  for (let node = 0; node < nodes; node++) firsts[node + 1] = (firsts[node + 1] as number) + (firsts[node] as number)
  const ends = firsts.slice()
  const arcs = new Int32Array(to.length)
  for (const arc of to.keys()) {
    const from = to[arc ^ 1] as number
    arcs[ends[from] as number] = arc
    ends[from] = (ends[from] as number) + 1
  }
  return { to, costs, left, arcs, firsts }
}

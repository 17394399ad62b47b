export interface Edge {
  from: number
  to: number
  /** Zero or more. */
  cost: number
}

/**
 * The largest flow from source to sink over edges that take one unit each, and of the largest flows the cheapest: paths are added one after
 * the other, the cheapest first, which may take back what earlier ones used (successive shortest paths, as in Ahuja, Magnanti, Orlin,
 * "Network Flows", 9.7; paths by Bellman and Ford with a queue). Whole numbers below 2^53.
 */
export function cheapestFlow(
  nodes: number,
  edges: readonly Edge[],
  source: number,
  sink: number,
): { used: boolean[]; flow: number; cost: number } {
  const { to, costs, left, arcs, firsts } = arcsOf(nodes, edges)
  const distance = new Float64Array(nodes)
  const by = new Int32Array(nodes)
  // A node waits once at most, so that the queue is a ring of as many places.
  const waits = new Uint8Array(nodes)
  const queue = new Int32Array(nodes)
  let flow = 0
  let cost = 0
  for (;;) {
    distance.fill(Number.POSITIVE_INFINITY)
    distance[source] = 0
    queue[0] = source
    let next = 0
    for (let waiting = 1; waiting > 0; waiting--) {
      const node = queue[next] as number
      next = next + 1 === nodes ? 0 : next + 1
      waits[node] = 0
      const here = distance[node] as number
      for (let at = firsts[node] as number; at < (firsts[node + 1] as number); at++) {
        const arc = arcs[at] as number
        if (left[arc] === 0) continue
        const other = to[arc] as number
        const there = here + (costs[arc] as number)
        if (there >= (distance[other] as number)) continue
        distance[other] = there
        by[other] = arc
        if (waits[other] === 1) continue
        waits[other] = 1
        // The node that was taken from the queue is still counted.
        queue[(next + waiting - 1) % nodes] = other
        waiting++
      }
    }
    if (distance[sink] === Number.POSITIVE_INFINITY) break
    flow++
    cost += distance[sink] as number
    for (let node = sink; node !== source; ) {
      const arc = by[node] as number
      left[arc] = 0
      left[arc ^ 1] = 1
      node = to[arc ^ 1] as number
    }
  }
  return { used: edges.map((_, i) => left[2 * i] === 0), flow, cost }
}

/**
 * Arc `2i` is edge `i`, and arc `2i + 1` takes it back. Those that leave node `n` are in `arcs` from place `firsts[n]` up to `firsts[n + 1]`.
 * Typed arrays, because a week may need thousands of flows in one request.
 */
export function arcsOf(nodes: number, edges: readonly Edge[]) {
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

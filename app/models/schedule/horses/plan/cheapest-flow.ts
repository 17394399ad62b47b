interface Edge {
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
  // Arc 2i is edge i, and arc 2i + 1 takes it back. Typed arrays, because a day may need dozens of flows in one request.
  const to = Int32Array.from(edges.flatMap((edge) => [edge.to, edge.from]))
  const costs = Float64Array.from(edges.flatMap(({ cost }) => [cost, -cost]))
  const left = Uint8Array.from(edges.flatMap(() => [1, 0]))
  const arcs: number[][] = Array.from({ length: nodes }, () => [])
  for (const [i, { from, to }] of edges.entries()) {
    arcs[from]?.push(2 * i)
    arcs[to]?.push(2 * i + 1)
  }
  const distance = new Float64Array(nodes)
  const by = new Int32Array(nodes)
  const waits = new Uint8Array(nodes)
  let flow = 0
  let cost = 0
  for (;;) {
    distance.fill(Number.POSITIVE_INFINITY)
    distance[source] = 0
    const queue = [source]
    for (const node of queue) {
      waits[node] = 0
      for (const arc of arcs[node] ?? []) {
        if (left[arc] === 0) continue
        const other = to[arc] as number
        const there = (distance[node] as number) + (costs[arc] as number)
        if (there >= (distance[other] as number)) continue
        distance[other] = there
        by[other] = arc
        if (waits[other] === 0) {
          waits[other] = 1
          queue.push(other)
        }
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

import { overlaps } from '~/models/schedule/vocabulary/overlap'
import { groupBy } from '~/utils/group-by'
import { minuteOfDay } from '~/utils/time-of-day'
import { cheapestPaths, type Edge } from './cheapest-paths'
import { mayGoOut, mayHave, type PlanHorse, type PlanRide } from './horse-plan'

/** A horse that suits a ride's rider. */
export interface Suitable {
  horseId: number
  /** 0 for the horse that the rider should have; the higher, the less it is the rider's own. */
  rank: number
}

export interface BestHorses {
  /** Horse ids by the rides' keys. */
  given: Map<string, number>
  /** It is certain that no plan gives more riders a horse. */
  isMost: boolean
  /** It is certain that no plan with as many riders is better, by ranks at least. */
  isBest: boolean
}

/** How many pairs of rider and horse the search weighs, over all plans, before it settles for the best one so far: about 30 ms of work. */
const MOST_PAIRS = 4_000
/** What comes first once as many riders as can have a horse: the ranks, or that work is shared. All of the second adds up to less than one of the first. */
export type FirstGoal = 'known' | 'shared'
const WEIGHTS = { known: { rank: 1e6, share: 1, step: 1e6 }, shared: { rank: 1, share: 1e5, step: 1 } }
/** A rank that comes before both: all the ranks and shares of a day add up to less. */
export const FIRST_RANK: Readonly<Record<FirstGoal, number>> = { known: 1e4, shared: 1e10 }

interface Pair {
  ride: number
  horse: number
  cost: number
}

/**
 * The best horses of a day for the rides that have none: first the most riders with a horse, then the ranks, added up, then work shared fairly
 * over the horses of the week (the sum of the squares of their outings), or these two the other way round. What is assigned stays. No horse has two rides at a time, or
 * with too little time between, or a ride during other work, rests, or exceeds a limit.
 *
 * A cheapest flow from rides through times to horses solves this exactly, unless a horse gets two rides that overlap only in part or are too near. Then the
 * search branches: one branch forbids one of the two, the other what it clashes with, and its flow is a bound on how good the branch can get (branch and bound).
 */
export function bestHorses(
  rides: readonly PlanRide[],
  suitable: ReadonlyMap<string, readonly Suitable[]>,
  horses: readonly PlanHorse[],
  goal: FirstGoal = 'known',
): BestHorses {
  const weights = WEIGHTS[goal]
  const open = rides.filter(({ horseId }) => horseId === null)
  const ridesOf = groupBy(rides, ({ horseId }) => horseId)
  const outings = ({ id }: PlanHorse) => ridesOf.get(id) ?? []
  const place = new Map<number, number>()
  for (const [i, horse] of horses.entries()) if (mayGoOut(horse, outings(horse).length)) place.set(horse.id, i)
  const pairs: Pair[] = []
  for (const [i, ride] of open.entries()) {
    for (const { horseId, rank } of suitable.get(ride.key) ?? []) {
      const horse = place.get(horseId)
      if (horse !== undefined && mayHave(horses[horse] as PlanHorse, ride, ridesOf.get(horseId) ?? []))
        pairs.push({ ride: i, horse, cost: rank * weights.rank })
    }
  }
  const gaps = new Map([...new Set(horses.map((one) => one.gapMinutes))].map((gap) => [gap, momentsOf(open, gap)]))
  const moments = horses.map(({ gapMinutes }) => gaps.get(gapMinutes) ?? [])
  const tooNear = (a: Pair, b: Pair) =>
    a.horse === b.horse && overlaps(open[a.ride] as PlanRide, open[b.ride] as PlanRide, horses[a.horse]?.gapMinutes)
  const day = {
    open,
    moments,
    tooNear,
    shares: horses.map((horse) =>
      sharesOf(horse, outings(horse).length, open.length).map((share) => share * weights.share),
    ),
  }
  const all = flowOf(day, pairs)
  let best = firstPlan(day, pairs, all)
  const branches = [pairs]
  for (let looked = 0; branches.length > 0 && looked < MOST_PAIRS; ) {
    const branch = branches.pop() as Pair[]
    looked += branch.length
    const plan = branch === pairs ? all : flowOf(day, branch)
    if (!isBetter(plan, best, weights.step)) continue
    const [clash] = clashesIn(plan.pairs, day)
    if (!clash) {
      best = plan
      continue
    }
    const [one] = clash
    branches.push(branch.filter((pair) => pair !== one))
    branches.push(branch.filter((pair) => pair === one || (pair.ride !== one.ride && !tooNear(pair, one))))
  }
  const isBest = branches.length === 0
  return { given: givenBy(best.pairs), isMost: isBest || best.pairs.length === all.pairs.length, isBest }

  function givenBy(chosen: readonly Pair[]) {
    return new Map(chosen.map(({ ride, horse }) => [(open[ride] as PlanRide).key, (horses[horse] as PlanHorse).id]))
  }
}

type Plan = { pairs: Pair[]; cost: number }
/** Differences below a step are not searched for. */
const isBetter = (a: Plan, b: Plan, step: number) =>
  a.pairs.length > b.pairs.length ||
  (a.pairs.length === b.pairs.length && Math.floor(a.cost / step) < Math.floor(b.cost / step))

/** A plan without a clash, from the best one, found by forbidding the dearer ride of each clash. */
function firstPlan(day: Day, pairs: readonly Pair[], all: Plan): Plan {
  let plan = all
  let left = pairs
  for (;;) {
    const clashes = clashesIn(plan.pairs, day)
    if (clashes.length === 0) return plan
    const forbidden = new Set(clashes.map(([a, b]) => (a.cost > b.cost ? a : b)))
    left = left.filter((pair) => !forbidden.has(pair))
    plan = flowOf(day, left)
  }
}

/** Each two rides of one horse that it cannot have both. */
function clashesIn(pairs: readonly Pair[], { tooNear }: Day): [Pair, Pair][] {
  return pairs.flatMap((a, i) =>
    pairs
      .slice(i + 1)
      .filter((b) => tooNear(a, b))
      .map((b): [Pair, Pair] => [a, b]),
  )
}

/** A moment for each ride, such that of rides of one moment a horse that stands so long in between has one at most. */
function momentsOf(rides: readonly PlanRide[], gap: number): number[] {
  const end = ({ time, duration }: PlanRide) => minuteOfDay(time) + duration + gap
  const moments: number[] = new Array(rides.length)
  let moment = -1
  let until = -1
  const byEnd = [...rides.entries()].sort(([, a], [, b]) => end(a) - end(b))
  for (const [i, ride] of byEnd) {
    if (minuteOfDay(ride.time) >= until) {
      moment++
      until = end(ride)
    }
    moments[i] = moment
  }
  return moments
}

/** What each additional ride that day adds to the sum of squares of the horse's outings that week, up to its limits. */
function sharesOf(horse: PlanHorse, onDay: number, most: number): number[] {
  const shares: number[] = []
  while (shares.length < most && mayGoOut(horse, onDay + shares.length)) {
    shares.push(2 * (horse.otherDays + horse.work.length + onDay + shares.length) + 1)
  }
  return shares
}

interface Day {
  open: readonly PlanRide[]
  /** Of each ride, by horse. */
  moments: readonly (readonly number[])[]
  /** By horse. */
  shares: readonly number[][]
  /** Whether a horse cannot have both. */
  tooNear: (a: Pair, b: Pair) => boolean
}

/** The best plan of these pairs, if rides of different moments did not overlap. */
function flowOf({ open, moments, shares }: Day, pairs: readonly Pair[]): Plan {
  const sink = 0
  const rideNode = (ride: number) => 1 + ride
  const horseNode = (horse: number) => 1 + open.length + horse
  let nodes = horseNode(shares.length)
  const edges: Edge[] = pairs.map(({ ride, cost }) => ({ from: rideNode(ride), to: 0, cost }))
  const momentNode = new Map<number, number>()
  for (const [i, { ride, horse }] of pairs.entries()) {
    const name = horse * open.length + (moments[horse]?.[ride] ?? 0)
    let node = momentNode.get(name)
    if (node === undefined) {
      node = nodes++
      momentNode.set(name, node)
      edges.push({ from: node, to: horseNode(horse), cost: 0 })
    }
    ;(edges[i] as Edge).to = node
  }
  const work = shares.flatMap((costs, horse) => costs.map((cost) => ({ from: horseNode(horse), to: sink, cost })))
  edges.push(...work)
  const last = edges.length
  // More than any other choice for all of the others could cost.
  const none = 1 + open.length * (maxOf(pairs) + maxOf(work))
  const starts = new Set(pairs.map(({ ride }) => rideNode(ride)))
  for (const from of starts) edges.push({ from, to: sink, cost: none })
  const used = drained(cheapestPaths(nodes, edges, starts, sink))?.used ?? []
  return {
    pairs: pairs.filter((_, i) => used[i]),
    cost: edges.reduce((sum, edge, i) => (used[i] && i < last ? sum + edge.cost : sum), 0),
  }
}

const maxOf = (costly: readonly { cost: number }[]) => costly.reduce((most, { cost }) => Math.max(most, cost), 0)

function drained<Result>(work: Generator<undefined, Result>): Result {
  for (;;) {
    const part = work.next()
    if (part.done) return part.value
  }
}

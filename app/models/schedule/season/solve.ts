import { cheapestPaths, type Edge } from '~/models/schedule/horses/plan/cheapest-paths'
import { levelFits } from '~/models/vocabulary/level'
import { groupBy } from '~/utils/group-by'
import { areTogether, isAt, isBarred, type LessonToFill, type RideToPlace, timeKey } from './to-place'
import { obstaclesIn, sayWhy } from './why-unplaced'

export interface Solution {
  /** Lesson keys by the seats' keys, null for no spot. */
  lessons: Map<string, string | null>
  /** Why a seat that is not fixed got none of its times, by its key: a sentence without its full stop. */
  unplaced: Map<string, string>
  /** It is certain that no plan gives more seats one of their times. */
  isMost: boolean
}

/** How many pairs of seat and lesson the search weighs, over all plans, before it settles for the best one so far: about 0.1 s of work. */
const MOST_PAIRS = 20_000

/** A seat in a lesson. */
interface Pair {
  /** Places in the school's lists. */
  seat: number
  lesson: number | null
  /** It is there today. */
  stays: boolean
  cost: number
}

interface Placing {
  pairs: Pair[]
  /** Infinite if a seat has no pair. */
  cost: number
}

/** What a plan may use. */
interface Branch {
  pairs: readonly Pair[]
  /** Spots by lesson. */
  rooms: readonly number[]
}

interface School {
  /** The seats that have somewhere to move. The others count as fixed. */
  open: readonly RideToPlace[]
  lessons: readonly LessonToFill[]
  pairs: Pair[]
  /** Spots that fixed seats leave, by lesson. */
  limits: number[]
  /** What one seat without any of its times costs: more than all the rest. */
  unplaced: number
  /** Whether one rider cannot have both. What overlaps today may stay. */
  clash: (a: Pair, b: Pair) => boolean
}

/**
 * The lessons of the next season: first the most seats with one of their times, then the best times (the sum of their places in the choices),
 * then the fewest who leave their lesson. A seat that gets none of its times stays where it is, so a lesson that has more than its capacity
 * keeps them, and takes no one else until there is a spot.
 *
 * A cheapest flow from seats through lessons solves this exactly, unless it gives a rider two lessons that overlap, or replaces someone who
 * leaves a lesson that has too many. Then the search branches, and each flow is a bound on how good its branch can get (branch and bound).
 *
 * It yields between its parts, so that a server can answer others in between.
 */
export function* solveSeason(
  seats: readonly RideToPlace[],
  lessons: readonly LessonToFill[],
): Generator<undefined, Solution> {
  const school = schoolOf(seats, lessons)
  const { open, pairs, limits, unplaced } = school
  yield
  const today = pairs.filter(({ stays }) => stays)
  const now = countIn(school, today)
  let best = planOf(today)
  const rooms = limits.map((limit, i) => Math.max(limit, now[i] ?? 0))
  let branches: (Branch & { bound: number })[] = [{ pairs, rooms, bound: 0 }]
  for (let looked = 0; branches.length > 0 && looked < MOST_PAIRS; ) {
    const branch = branches.pop() as (typeof branches)[number]
    if (branch.bound >= best.cost) continue
    looked += branch.pairs.length
    const plan = yield* flowOf(school, branch)
    yield
    if (plan.cost >= best.cost) continue
    const repairs = repairsOf(school, branch, plan)
    if (repairs.length === 0) best = plan
    branches.push(...repairs.map((repair) => ({ ...repair, bound: plan.cost })))
  }
  if (branches.length > 0) best = yield* improved(school, best)
  branches = branches.filter(({ bound }) => Math.floor(bound / unplaced) < Math.floor(best.cost / unplaced))

  yield
  const byKey = new Map(lessons.map((lesson) => [lesson.key, lesson]))
  const given = new Map(seats.map(({ key, lesson }) => [key, byKey.get(lesson ?? '') ?? null]))
  for (const { seat, lesson } of best.pairs) given.set((open[seat] as RideToPlace).key, lessons[lesson ?? -1] ?? null)
  const without = seats.filter((seat) => {
    const lesson = given.get(seat.key)
    return !seat.fixed && (!lesson || rankOf(seat, lesson) < 0)
  })
  const obstacles = obstaclesIn(seats, lessons, given)
  const said = new Map<string, string>()
  for (const seat of without) {
    said.set(seat.key, sayWhy(seat, obstacles(seat)))
    yield
  }
  return {
    lessons: new Map([...given].map(([key, lesson]) => [key, lesson?.key ?? null])),
    unplaced: said,
    isMost: branches.length === 0,
  }
}

/** The place of a lesson among the seat's choices, -1 if it is none of them. */
const rankOf = ({ type, choices }: RideToPlace, lesson: LessonToFill) =>
  lesson.type === type ? choices.findIndex((choice) => isAt(choice, lesson)) : -1

/** The same for one that the seat would have to move to, which its level has to fit. */
const rankFor = (seat: RideToPlace, lesson: LessonToFill) =>
  levelFits(lesson.level, seat.level) === 'fits' && !isBarred(seat, lesson) ? rankOf(seat, lesson) : -1

function schoolOf(seats: readonly RideToPlace[], lessons: readonly LessonToFill[]): School {
  const place = new Map(lessons.map(({ key }, i) => [key, i]))
  const atTime = groupBy([...lessons.entries()], ([, lesson]) => timeKey(lesson))
  /** Its lesson and those at its times, in the order of the school's. */
  const lessonsFor = ({ lesson, choices }: RideToPlace): number[] => {
    const there = place.get(lesson ?? '')
    const wanted = choices.flatMap((choice) => (atTime.get(timeKey(choice)) ?? []).map(([i]) => i))
    return [...new Set([...(there === undefined ? [] : [there]), ...wanted])].sort((a, b) => a - b)
  }
  const canMove = (seat: RideToPlace) =>
    lessonsFor(seat).some((i) => {
      const lesson = lessons[i] as LessonToFill
      return lesson.key !== seat.lesson && rankFor(seat, lesson) >= 0
    })
  const open = seats.filter((seat) => !seat.fixed && canMove(seat))
  const isOpen = new Set(open)
  const stay = seats.filter((seat) => !isOpen.has(seat))
  const fixed = groupBy(stay, ({ lesson }) => lesson)
  const fixedOf = groupBy(stay, ({ riderId }) => riderId)
  const limits = lessons.map(({ key, capacity }) =>
    capacity === 0 ? open.length : Math.max(0, capacity - (fixed.get(key)?.length ?? 0)),
  )
  // Each of the three goals outweighs all of the next.
  const step = open.length + 1
  const unplaced = step * (1 + open.reduce((sum, { choices }) => sum + choices.length, 0))
  const pairs = open.flatMap((seat, i) => {
    const theirs = (fixedOf.get(seat.riderId) ?? []).flatMap((one) => lessons[place.get(one.lesson ?? '') ?? -1] ?? [])
    const fits = lessonsFor(seat).flatMap((j): Pair[] => {
      const lesson = lessons[j] as LessonToFill
      const stays = lesson.key === seat.lesson
      const rank = stays ? rankOf(seat, lesson) : rankFor(seat, lesson)
      if (stays) return [{ seat: i, lesson: j, stays, cost: rank < 0 ? unplaced : rank * step }]
      // A lesson that fixed seats fill takes no one, however many leave it.
      if (rank < 0 || limits[j] === 0) return []
      return theirs.some((other) => areTogether(other, lesson))
        ? []
        : [{ seat: i, lesson: j, stays, cost: rank * step + (seat.lesson === null ? 0 : 1) }]
    })
    return fits.some(({ stays }) => stays) ? fits : [...fits, { seat: i, lesson: null, stays: true, cost: unplaced }]
  })
  const clash = (a: Pair, b: Pair) => {
    const [one, other] = [lessons[a.lesson ?? -1], lessons[b.lesson ?? -1]]
    if (!one || !other || a.seat === b.seat || (a.stays && b.stays)) return false
    return open[a.seat]?.riderId === open[b.seat]?.riderId && areTogether(one, other)
  }
  return { open, lessons, pairs, limits, unplaced, clash }
}

const planOf = (pairs: Pair[]): Placing => ({ pairs, cost: pairs.reduce((sum, { cost }) => sum + cost, 0) })

function countIn({ lessons }: School, pairs: readonly Pair[]): number[] {
  const counts = lessons.map(() => 0)
  for (const { lesson } of pairs) if (lesson !== null) counts[lesson] = (counts[lesson] ?? 0) + 1
  return counts
}

/** The best plan of a branch, if lessons of different times did not overlap. */
function* flowOf(school: School, { pairs, rooms }: Branch): Generator<undefined, Placing> {
  const { open, lessons } = school
  const sink = 0
  const seatNode = (seat: number) => 1 + seat
  const lessonNode = (lesson: number) => 1 + open.length + lesson
  let nodes = lessonNode(lessons.length)
  const edges: Edge[] = []
  for (const [lesson, wanted] of countIn(school, pairs).entries()) {
    const spots = Math.min(wanted, rooms[lesson] ?? 0)
    for (let i = 0; i < spots; i++) edges.push({ from: lessonNode(lesson), to: sink, cost: 0 })
  }
  // Seats of one rider share a node before a lesson, which lets one of them in, or those who are there today.
  const entries = new Map<string, number>()
  const nameOf = ({ seat, lesson }: Pair) => `${open[seat]?.riderId} ${lesson}`
  for (const [name, [one, ...others]] of groupBy(pairs, nameOf)) {
    if (!one || one.lesson === null || others.length === 0) continue
    entries.set(name, nodes)
    const there = [one, ...others].filter(({ stays }) => stays).length
    for (let i = 0; i < Math.max(1, there); i++) edges.push({ from: nodes, to: lessonNode(one.lesson), cost: 0 })
    nodes++
  }
  const first = edges.length
  for (const pair of pairs) {
    const to = pair.lesson === null ? sink : (entries.get(nameOf(pair)) ?? lessonNode(pair.lesson))
    edges.push({ from: seatNode(pair.seat), to, cost: pair.cost })
  }
  const flow = yield* cheapestPaths(nodes, edges, [...open.keys()].map(seatNode), sink)
  return { pairs: pairs.filter((_, i) => flow?.used[first + i]), cost: flow?.cost ?? Number.POSITIVE_INFINITY }
}

/** Two branches without the first thing that is wrong with a plan, which have every good plan of the branch; none if nothing is. */
function repairsOf({ open, limits, clash }: School, { pairs, rooms }: Branch, plan: Placing): Branch[] {
  for (const theirs of groupBy(plan.pairs, ({ seat }) => open[seat]?.riderId).values()) {
    const wrong = theirs.find((one) => theirs.some((other) => clash(one, other)))
    if (!wrong) continue
    const beside = (pair: Pair) => pair === wrong || (pair.seat !== wrong.seat && !clash(pair, wrong))
    return [
      { rooms, pairs: pairs.filter(beside) },
      { rooms, pairs: pairs.filter((pair) => pair !== wrong) },
    ]
  }
  for (const [lesson, theirs] of groupBy(plan.pairs, (pair) => pair.lesson)) {
    const limit = limits[lesson ?? -1]
    if (limit === undefined || theirs.length <= limit || theirs.every(({ stays }) => stays)) continue
    return [
      { pairs, rooms: rooms.map((room, i) => (i === lesson ? limit : room)) },
      { rooms, pairs: pairs.filter((pair) => pair.stays || pair.lesson !== lesson) },
    ]
  }
  return []
}

/**
 * A plan that is no worse, from one that breaks no rule. Each turn lets one seat of each rider change its lesson, which a flow solves exactly, until
 * no seat gains: then none goes without a spot that is free for it.
 */
function* improved(school: School, start: Placing): Generator<undefined, Placing> {
  const { open, pairs, limits, clash } = school
  const riders = groupBy([...open.keys()], (seat) => open[seat]?.riderId)
  const turns = Math.max(0, ...[...riders.values()].map(({ length }) => length))
  let best = start
  for (let turn = 0, still = 0; still < turns; turn++) {
    const chosen = groupBy(best.pairs, ({ seat }) => open[seat]?.riderId)
    const counts = countIn(school, best.pairs)
    const mayHave = (pair: Pair) => {
      const rider = open[pair.seat]?.riderId
      const [theirs = [], others = []] = [riders.get(rider), chosen.get(rider)]
      if (others.includes(pair)) return true
      if (theirs[turn % theirs.length] !== pair.seat || others.some((other) => clash(pair, other))) return false
      return pair.stays || pair.lesson === null || (counts[pair.lesson] ?? 0) <= (limits[pair.lesson] ?? 0)
    }
    const rooms = limits.map((limit, i) => Math.max(limit, counts[i] ?? 0))
    const plan = yield* flowOf(school, { pairs: pairs.filter(mayHave), rooms })
    yield
    still = plan.cost < best.cost ? 0 : still + 1
    if (still === 0) best = plan
  }
  return best
}

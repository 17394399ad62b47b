import { overlaps } from '~/models/schedule/vocabulary/overlap'
import { type Level, levelLabel } from '~/models/vocabulary/level'
import { formatTimeOfDay, minuteOfDay, type TimeOfDay } from '~/utils/time-of-day'

interface TimedLesson {
  key: string
  time: TimeOfDay
  /** Minutes. */
  duration: number
}

/** A lesson of a day. */
export interface TaughtLesson extends TimedLesson {
  type: string
  /** Null for any. */
  level: Level | null
  /** Null for nobody. */
  instructorId: string | null
}

export interface Teacher {
  id: string
  name: string
  /** The ride types that they have taught. */
  types: ReadonlySet<string>
  /** The levels of lessons that they have taught. */
  levels: ReadonlySet<Level>
}

/** Who could teach a lesson, or an arena in which it could be. */
export interface Candidate {
  id: string
  name: string
  /** `free then, has taught Group Lesson, has taught Beginner lessons, here that day`, or `teaches 4:00 PM Hack then`. */
  note: string
  free: boolean
  /** The lower, the better. */
  rank: number
}

/**
 * Of the other instructors: who is free at that time, who has taught such lessons, who has taught that level, who is here
 * that day anyway. The best first.
 */
export function candidatesFor(
  lesson: TaughtLesson,
  ofDay: readonly TaughtLesson[],
  teachers: readonly Teacher[],
  /** Who has said that they can't come then. */
  away: ReadonlySet<string> = new Set(),
): Candidate[] {
  return teachers
    .filter(({ id }) => id !== lesson.instructorId)
    .map(({ id, name, types, levels }): Candidate => {
      const theirs = ofDay.filter(({ instructorId }) => instructorId === id)
      const then = theirs.find((other) => overlaps(other, lesson))
      const [knows, isHere, isAway] = [types.has(lesson.type), theirs.length > 0, away.has(id)]
      const knowsLevel = lesson.level === null || levels.has(lesson.level)
      const notes = [
        then ? `teaches ${formatTimeOfDay(then.time)} ${then.type} then` : 'free then',
        `${knows ? 'has taught' : 'new to'} ${lesson.type}`,
        ...(lesson.level ? [`${knowsLevel ? 'has taught' : 'new to'} ${levelLabel(lesson.level)} lessons`] : []),
        isHere ? 'here that day' : 'not here that day otherwise',
      ]
      return {
        id,
        name,
        note: isAway ? "has said they can't come" : then ? String(notes[0]) : notes.join(', '),
        free: !then && !isAway,
        rank: (isAway ? 16 : then ? 8 : 0) + (knows ? 0 : 4) + (knowsLevel ? 0 : 2) + (isHere ? 0 : 1),
      }
    })
    .sort((a, b) => a.rank - b.rank || a.name.localeCompare(b.name, 'en'))
}

/** Of lessons that overlap: far more than those of one instructor need. */
const MOST_LOOKED = 20_000

type Choices = ReadonlyMap<string, readonly Candidate[]>

/**
 * Who covers which lessons of an instructor's day, or which arenas have them: the most lessons, then the best ranks. Nobody gets two lessons at a
 * time, or one while they teach. Lessons that overlap are weighed together, all others each for itself. Returns instructors' ids by the lessons' keys.
 *
 * What is best from a lesson on depends on who still teaches when it begins, and until when, and is looked for once for each of these. `looked` counts that;
 * after `MOST_LOOKED` the first who is free takes the lesson, which is good but may not be the best.
 */
export function bestCover(
  lessons: readonly TimedLesson[],
  choices: Choices,
  looked: { times: number } = { times: 0 },
): Map<string, string> {
  const cover = new Map<string, string>()
  for (const group of groupsOf(lessons)) {
    const known = new Map<string, Plan>()
    const most = looked.times + MOST_LOOKED
    const look = (i: number, taken: Plan['given']): Plan => {
      const lesson = group[i]
      if (!lesson) return { given: [], cost: 0 }
      const busy = taken.filter((one) => overlaps(one.lesson, lesson))
      const state = `${i} ${busy.map((one) => `${one.id} ${minuteOfDay(one.lesson.time) + one.lesson.duration}`).sort()}`
      const before = known.get(state)
      if (before) return before
      looked.times += 1
      let best: Plan | null = null
      for (const { id, rank, free } of choices.get(lesson.key) ?? []) {
        if (!free || busy.some((one) => one.id === id)) continue
        if (best && looked.times > most) break
        const one = { lesson, id }
        const { given, cost } = look(i + 1, [...busy, one])
        const plan = { given: [one, ...given], cost: cost + rank }
        if (!best || isBetter(plan, best)) best = plan
      }
      if (!best || looked.times <= most) {
        const without = look(i + 1, busy)
        if (!best || isBetter(without, best)) best = without
      }
      known.set(state, best)
      return best
    }
    const best = look(0, [])
    for (const { lesson, id } of best.given) cover.set(lesson.key, id)
  }
  return cover
}

interface Plan {
  given: { lesson: TimedLesson; id: string }[]
  cost: number
}
const isBetter = (a: Plan, b: Plan) =>
  a.given.length > b.given.length || (a.given.length === b.given.length && a.cost < b.cost)

/** Lessons that overlap, directly or by others between them. An instructor seldom has two at a time. */
function groupsOf(lessons: readonly TimedLesson[]): TimedLesson[][] {
  const groups: TimedLesson[][] = []
  for (const lesson of [...lessons].sort((a, b) => a.time.localeCompare(b.time))) {
    const last = groups.at(-1)
    if (last?.some((other) => overlaps(other, lesson))) last.push(lesson)
    else groups.push([lesson])
  }
  return groups
}

/** `No one is free then: Beth teaches 4:00 PM Hack, …`; null if someone is. */
export function sayNobody(candidates: readonly Candidate[]): string | null {
  if (candidates.some(({ free }) => free)) return null
  if (candidates.length === 0) return 'There is no other instructor'
  return `No one is free then: ${candidates.map(({ name, note }) => `${name} ${note.replace(/ then$/, '')}`).join(', ')}`
}

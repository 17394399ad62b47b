import { overlaps } from '~/models/schedule/vocabulary/overlap'
import { formatTimeOfDay, type TimeOfDay } from '~/utils/time-of-day'

/** A lesson of a day. */
export interface TaughtLesson {
  key: string
  time: TimeOfDay
  /** Minutes. */
  duration: number
  type: string
  /** Null for nobody. */
  instructorId: string | null
}

export interface Teacher {
  id: string
  name: string
  /** The ride types that they have taught. */
  types: ReadonlySet<string>
}

/** Who could teach a lesson. */
export interface Candidate {
  id: string
  name: string
  /** `free then, has taught Group Lesson, is here that day`, or `teaches 4:00 PM Hack then`. */
  note: string
  free: boolean
  /** The lower, the better. */
  rank: number
}

/** Of the other instructors: who is free at that time, who has taught such lessons, who is here that day anyway. The best first. */
export function candidatesFor(
  lesson: TaughtLesson,
  ofDay: readonly TaughtLesson[],
  teachers: readonly Teacher[],
  /** Who has said that they can't come then. */
  away: ReadonlySet<string> = new Set(),
): Candidate[] {
  return teachers
    .filter(({ id }) => id !== lesson.instructorId)
    .map(({ id, name, types }): Candidate => {
      const theirs = ofDay.filter(({ instructorId }) => instructorId === id)
      const then = theirs.find((other) => overlaps(other, lesson))
      const [knows, isHere, isAway] = [types.has(lesson.type), theirs.length > 0, away.has(id)]
      const notes = [
        then ? `teaches ${formatTimeOfDay(then.time)} ${then.type} then` : 'free then',
        knows ? `has taught ${lesson.type}` : `new to ${lesson.type}`,
        isHere ? 'here that day' : 'not here that day otherwise',
      ]
      return {
        id,
        name,
        note: isAway ? "has said they can't come" : then ? String(notes[0]) : notes.join(', '),
        free: !then && !isAway,
        rank: (isAway ? 8 : then ? 4 : 0) + (knows ? 0 : 2) + (isHere ? 0 : 1),
      }
    })
    .sort((a, b) => a.rank - b.rank || a.name.localeCompare(b.name, 'en'))
}

type Choices = ReadonlyMap<string, readonly Candidate[]>

/**
 * Who covers which lessons of an instructor's day: the most lessons, then the best ranks. Nobody gets two lessons at a time, or one while they
 * teach. Lessons that overlap are weighed together, all others each for itself. Returns instructors' ids by the lessons' keys.
 */
export function bestCover(lessons: readonly TaughtLesson[], choices: Choices): Map<string, string> {
  const cover = new Map<string, string>()
  for (const group of groupsOf(lessons)) {
    let best: Plan = { given: [], cost: 0 }
    const look = (plan: Plan, i: number): void => {
      const lesson = group[i]
      if (!lesson) {
        if (isBetter(plan, best)) best = plan
        return
      }
      for (const { id, rank, free } of choices.get(lesson.key) ?? []) {
        const isTaken = plan.given.some((one) => one.id === id && overlaps(one.lesson, lesson))
        if (free && !isTaken) look({ given: [...plan.given, { lesson, id }], cost: plan.cost + rank }, i + 1)
      }
      look(plan, i + 1)
    }
    look(best, 0)
    for (const { lesson, id } of best.given) cover.set(lesson.key, id)
  }
  return cover
}

interface Plan {
  given: { lesson: TaughtLesson; id: string }[]
  cost: number
}
const isBetter = (a: Plan, b: Plan) =>
  a.given.length > b.given.length || (a.given.length === b.given.length && a.cost < b.cost)

/** Lessons that overlap, directly or by others between them. An instructor seldom has two at a time. */
function groupsOf(lessons: readonly TaughtLesson[]): TaughtLesson[][] {
  const groups: TaughtLesson[][] = []
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

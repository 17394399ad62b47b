import { type Plan, seatsOf, solvePlan } from './plan'
import { type SeasonLesson, sayWeekly } from './season'

interface Hit {
  riderId: string
  from: string
  /** The lesson that would be found; null with `why` there is none. */
  to: string | null
  why: string | null
}

/** What becomes of a plan without an instructor's lessons, on one weekday or all: who finds another time among those that work for the family, and who falls out. */
export function withoutInstructor(
  plan: Plan,
  instructorId: string,
  weekday: number | null,
): { lessons: SeasonLesson[]; hit: Hit[] } {
  const lessons = plan.week.lessons.filter(
    (one) =>
      one.state !== 'ends' && one.instructorId === instructorId && (weekday === null || one.dayOfWeek === weekday),
  )
  const closed = new Set(lessons.map(({ key }) => key))
  const { lessons: found, unplaced } = solvePlan(plan, { closed })
  const byKey = new Map(plan.week.lessons.map((lesson) => [lesson.key, lesson]))
  const hit = seatsOf(plan).flatMap(({ seat, lesson }) => {
    if (!lesson || !closed.has(lesson.key)) return []
    const to = byKey.get(found.get(seat.key) ?? '')
    const why = to ? null : (unplaced.get(seat.key) ?? null)
    return [{ riderId: seat.riderId, from: sayWeekly(lesson), to: to ? sayWeekly(to) : null, why }]
  })
  return { lessons, hit }
}

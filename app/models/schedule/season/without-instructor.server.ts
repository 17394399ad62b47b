import { inParts } from '~/platform/page/in-parts.server'
import type { HorseWeek } from './horse-week.server'
import { isLarge, type Plan, seatsOf, solvePlan } from './plan'
import { type SeasonLesson, sayWeekly } from './season'
import { solveWithHorses } from './solve-with-horses.server'

interface Hit {
  riderId: string
  from: string
  /** The lesson that would be theirs; null without one. */
  to: string | null
  /** Why it is none of the times that the family named; null if it is one. */
  why: string | null
}

/**
 * What becomes of a plan without an instructor's lessons, on one weekday or all, as solving it would: who finds another time among those that work
 * for the family, and who falls out. In a large week it is not looked whether they have a horse there.
 */
export async function withoutInstructor(
  plan: Plan,
  horseWeek: HorseWeek,
  { instructorId, weekday }: { instructorId: string; weekday: number | null },
): Promise<{ lessons: SeasonLesson[]; hit: Hit[] }> {
  const lessons = plan.week.lessons.filter(
    (one) =>
      one.state !== 'ends' && one.instructorId === instructorId && (weekday === null || one.dayOfWeek === weekday),
  )
  const closed = new Set(lessons.map(({ key }) => key))
  const { lessons: found, unplaced } = await (isLarge(plan)
    ? inParts(solvePlan(plan, { closed }))
    : solveWithHorses(plan, horseWeek, closed))
  const byKey = new Map(plan.week.lessons.map((lesson) => [lesson.key, lesson]))
  const hit = seatsOf(plan).flatMap(({ seat, lesson }) => {
    if (!lesson || !closed.has(lesson.key)) return []
    const to = byKey.get(found.get(seat.key) ?? '')
    return [
      {
        ...{ riderId: seat.riderId, from: sayWeekly(lesson) },
        ...{ to: to ? sayWeekly(to) : null, why: unplaced.get(seat.key) ?? null },
      },
    ]
  })
  return { lessons, hit }
}

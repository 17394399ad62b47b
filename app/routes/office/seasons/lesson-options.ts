import { type Plan, spotsOf } from '~/models/schedule/season/plan'
import type { SeasonLesson } from '~/models/schedule/season/season'
import { levelLabel } from '~/models/vocabulary/level'
import { weekdayName } from '~/utils/dates'
import { groupBy } from '~/utils/group-by'
import { counted } from '~/utils/plain-words'
import { formatTimeOfDay } from '~/utils/time-of-day'

/** Returns `3 of 4`, or without a limit `3 riders`. */
export function formatSpots(plan: Plan, lesson: SeasonLesson): string {
  const { capacity } = spotsOf(plan, lesson)
  return capacity === null ? counted(lesson.seats.length, 'rider') : `${lesson.seats.length} of ${capacity}`
}

/** The season's lessons for a select, by weekday. */
export function lessonOptions(plan: Plan): { label: string; options: { value: string; label: string }[] }[] {
  const lessons = plan.week.lessons.filter(({ state }) => state !== 'ends')
  return [...groupBy(lessons, ({ dayOfWeek }) => dayOfWeek)].map(([weekday, ofDay]) => ({
    label: weekdayName(weekday),
    options: ofDay.map((lesson) => {
      const { level } = spotsOf(plan, lesson)
      const facts = [formatSpots(plan, lesson), level && levelLabel(level)].filter(Boolean).join(', ')
      const when = `${weekdayName(weekday).slice(0, 3)} ${formatTimeOfDay(lesson.time)}`
      return { value: lesson.key, label: `${when} ${lesson.type} (${facts})` }
    }),
  }))
}

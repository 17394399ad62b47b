import type { LocalDate } from '~/utils/dates'

/** Groups lessons by day, in their order. */
export function byDay<Lesson extends { date: LocalDate }>(
  lessons: readonly Lesson[],
): { date: LocalDate; lessons: Lesson[] }[] {
  const days = new Map<LocalDate, Lesson[]>()
  for (const lesson of lessons) days.set(lesson.date, [...(days.get(lesson.date) ?? []), lesson])
  return [...days].map(([date, its]) => ({ date, lessons: its }))
}

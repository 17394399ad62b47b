import { isAttendance } from '~/models/attendance/attendance'
import type { CardLesson, WeekView } from '~/models/office-week/week-view'
import { paths } from '~/utils/paths'

type Days = WeekView['days']

/** A form on its way, as the router tells of it. */
interface Sent {
  formAction?: string
  formData?: FormData
}

/**
 * The week as it will be once the form that is on its way is accepted: a rider added or removed, a ride or a whole lesson
 * marked. Null where the form changes nothing of what the cards show. `nameOf` knows riders who are not in the week yet.
 */
export function pendingWeek(
  days: Days,
  { formAction, formData }: Sent,
  nameOf: (riderId: string) => string | undefined,
): Days | null {
  if (!formAction || !formData) return null
  const field = (name: string) => String(formData.get(name) ?? '')
  const intent = field('intent')
  const change = (date: string, lesson: CardLesson): CardLesson['riders'] | null => {
    const slot = { date, time: lesson.time, type: lesson.type }
    const { riders } = lesson
    if (formAction === paths.markLesson(slot)) {
      return intent === 'present' ? riders.map((rider) => ({ ...rider, mark: rider.mark ?? 'present' })) : null
    }
    if (formAction === paths.addToLesson(slot)) {
      const id = field('riderId')
      const name = nameOf(id)
      return name && field('scope') ? [...riders, { id, name }] : null
    }
    const ridden = riders.find(({ id }) => formAction === paths.lessonRider(slot, id))
    if (!ridden) return null
    if (intent.startsWith('remove-')) return riders.filter((rider) => rider !== ridden)
    if (!isAttendance(intent)) return null
    return riders.map((rider) =>
      rider === ridden ? { ...rider, mark: intent === 'scheduled' ? undefined : intent } : rider,
    )
  }
  let changed = false
  const pending = days.map(({ date, lessons, off }) => ({
    date,
    off,
    lessons: lessons.map((lesson) => {
      const riders = change(date, lesson)
      if (!riders) return lesson
      changed = true
      return { ...lesson, riders }
    }),
  }))
  return changed ? pending : null
}

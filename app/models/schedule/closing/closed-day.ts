import type { TakenOff } from '~/models/schedule/week/week'
import { isSameLesson } from '~/models/vocabulary/slot'
import { formatTimeOfDay, type TimeOfDay } from '~/utils/time-of-day'

/** A lesson that was canceled while the rest of its day takes place, as the audit log says. */
export interface CanceledLesson {
  time: TimeOfDay
  type: string
  /** One of a single date leaves nothing on the schedule. */
  weekly: boolean
  /** Who would have taught it. */
  instructorId: string | null
}

/** What the office closed of a day, as the audit log says. */
export interface DayClosing {
  from: TimeOfDay | null
  reason: string
  /** Lessons that were canceled alone; null if the day was closed. */
  only: readonly CanceledLesson[] | null
}

/** `Closed from 2:00 PM: snow`. Null if something takes place then after all. Of several closings the last one counts. */
export function sayClosed(
  closings: readonly DayClosing[] | undefined,
  lessons: readonly { time: TimeOfDay }[],
): string | null {
  const closing = closings?.filter(({ only }) => only === null).at(-1)
  if (!closing) return null
  const { from, reason } = closing
  if (lessons.some(({ time }) => time >= (from ?? ''))) return null
  return `Closed${from && lessons.length > 0 ? ` from ${formatTimeOfDay(from)}` : ''}: ${reason}`
}

interface Day {
  lessons: readonly { time: TimeOfDay; type: string }[]
  off?: readonly TakenOff[]
}

/** The lessons of the day that were canceled alone and do not take place, by time, with the reason. */
export function canceledOn(
  closings: readonly DayClosing[] | undefined,
  { lessons, off = [] }: Day,
): (CanceledLesson & { reason: string })[] {
  const canceled = new Map<string, CanceledLesson & { reason: string }>()
  for (const { only, reason } of closings ?? [])
    for (const lesson of only ?? []) canceled.set(`${lesson.time} ${lesson.type}`, { ...lesson, reason })
  return [...canceled.values()]
    .filter((lesson) => {
      const isIt = (one: { time: TimeOfDay; type: string }) => isSameLesson(one, lesson)
      if (lessons.some(isIt)) return false
      // A weekly lesson that has moved or ended since is none that was canceled.
      return !lesson.weekly || off.some((one) => one.riderId === null && isIt(one))
    })
    .sort((a, b) => a.time.localeCompare(b.time))
}

import { formatTimeOfDay, type TimeOfDay } from '~/utils/time-of-day'

/** A day that the office closed, as the audit log says. */
export interface DayClosing {
  from: TimeOfDay | null
  reason: string
}

/** `Closed from 2:00 PM: snow`. Null if something takes place then after all. */
export function sayClosed(closing: DayClosing | undefined, lessons: readonly { time: TimeOfDay }[]): string | null {
  if (!closing) return null
  const { from, reason } = closing
  if (lessons.some(({ time }) => time >= (from ?? ''))) return null
  return `Closed${from && lessons.length > 0 ? ` from ${formatTimeOfDay(from)}` : ''}: ${reason}`
}

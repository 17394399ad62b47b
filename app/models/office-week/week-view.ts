import type { Cover } from '~/models/allowance/cover'
import { type DayClosing, sayClosed } from '~/models/closing/closed-day'
import type { Roster } from '~/models/schedule/roster'
import type { LocalDate } from '~/utils/dates'
import type { FiguresOf } from './figures'

export interface CardRider {
  id: string
  name: string
  mark?: string
  horse?: string
  /** Of the counter that the ride uses in its month; absent if the type is logged only. */
  used?: number
  allowed?: number
  /** Absent if the ride is covered. */
  cover?: Cover
}

export interface CardLesson {
  time: string
  type: string
  /** Of its ride type. */
  color: string
  /** Minutes. */
  duration: number
  riders: CardRider[]
}

/** Taken off the day: a rider of a lesson, or without one the whole lesson. */
export interface CardOff {
  time: string
  type: string
  id?: string
  name?: string
}

/** A day as the grid shows it to everybody, whenever it is looked at. */
export interface CardDay {
  date: LocalDate
  /** That the school is closed, and why. */
  closed: string | null
  lessons: CardLesson[]
  off: CardOff[]
}

export function cardDays(
  { days, types }: Roster,
  figuresOf: FiguresOf,
  closings: Record<LocalDate, DayClosing>,
): CardDay[] {
  const colors = new Map(types.map(({ name, color }) => [name, color]))
  return days.map(({ date, lessons, off }) => ({
    date,
    closed: sayClosed(closings[date], lessons),
    lessons: lessons.map((lesson) => ({
      time: lesson.time,
      type: lesson.type,
      color: colors.get(lesson.type) ?? '',
      duration: lesson.duration,
      riders: lesson.riders.map((rider) => ({
        id: rider.riderId,
        name: rider.name,
        ...(rider.attendance !== 'scheduled' && { mark: rider.attendance }),
        ...(rider.horse && { horse: rider.horse.name }),
        ...figuresOf(rider, lesson),
      })),
    })),
    off: off.map(({ time, type, riderId, name }) => ({
      time,
      type,
      ...(riderId && { id: riderId, name: name ?? '' }),
    })),
  }))
}

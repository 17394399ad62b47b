import type { Cover } from '~/models/allowance/cover'
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

export interface WeekView {
  days: { date: LocalDate; lessons: CardLesson[]; off: CardOff[] }[]
  colors: Record<string, string>
}

/** What the cards show of the days. */
export const weekViewOf = ({ days, types }: Roster, figuresOf: FiguresOf): WeekView => ({
  days: days.map(({ date, lessons, off }) => ({
    date,
    off: off.map(({ time, type, riderId, name }) => ({
      time,
      type,
      ...(riderId && { id: riderId, name: name ?? '' }),
    })),
    lessons: lessons.map((lesson) => ({
      time: lesson.time,
      type: lesson.type,
      duration: lesson.duration,
      riders: lesson.riders.map((rider) => ({
        id: rider.riderId,
        name: rider.name,
        ...(rider.attendance !== 'scheduled' && { mark: rider.attendance }),
        ...(rider.horse && { horse: rider.horse.name }),
        ...figuresOf(rider, lesson),
      })),
    })),
  })),
  colors: Object.fromEntries(types.map(({ name, color }) => [name, color])),
})

import type { OpenLesson } from '~/models/schedule/places/places-to-take.server'
import { addMonths, type LocalDate, monthStart } from '~/utils/dates'

/** A lesson with what the rider can do there. */
export interface Offered extends OpenLesson {
  canBook: boolean
  canMakeUp: boolean
  /** Whether a subscription will pay for its month. */
  renews: boolean
  waits: boolean
  /** Whether it is past the cutoff, so that calling off would give no makeup. */
  isLate: boolean
  /** Whether it was listed when something was pressed, and keeps its position. */
  stays: boolean
}

export const canHave = ({ free, canBook, canMakeUp, now }: Offered): boolean =>
  !now && free !== 0 && (canBook || canMakeUp)

/** Whether there is a place, but nothing to book it with. */
export const needsLesson = ({ free, canBook, canMakeUp, now }: Offered): boolean =>
  !now && free !== 0 && !canBook && !canMakeUp

/** Whether the shop sells this month: the present and the next one. */
export const isOnSale = (day: LocalDate, today: LocalDate): boolean =>
  monthStart(day) <= addMonths(monthStart(today), 1)

/** The number of lessons listed before a day is chosen. */
const FIRST = 5

interface Listed {
  lessons: Offered[]
  /** How many more can be booked on other days. */
  more: number
  /** Full lessons, folded behind one line. */
  full: Offered[]
  /** Ride types that have to be bought first, or that a subscription will pay for, by the month's first day. */
  toBuy: { month: LocalDate; renews: boolean; types: string[] }[]
}

/**
 * The lessons of the chosen day, or without one the first that the rider can have. Full ones, and what has to be bought, stand in the list only if all
 * of a day are asked for. What was in the list when something was pressed stays in it, and what is at the same time as a booking does not join it.
 */
export function listed(lessons: readonly Offered[], day: LocalDate | null, isAll: boolean): Listed {
  const near = lessons.filter(({ date }) => !day || date === day)
  if (isAll && day) return { lessons: near, more: 0, full: [], toBuy: [] }
  const mine = near.filter((lesson) => canHave(lesson) || lesson.now === 'booked' || lesson.stays)
  const first = day ? mine : mine.slice(0, FIRST)
  const others = near.filter((lesson) => !first.includes(lesson))
  return {
    lessons: first,
    more: mine.length - first.length,
    full: others.filter(({ free, now }) => !now && free === 0),
    toBuy: byMonth(others.filter(needsLesson)),
  }
}

function byMonth(lessons: readonly Offered[]): Listed['toBuy'] {
  const months = [...new Set(lessons.map(({ date }) => monthStart(date)))]
  return months.flatMap((month) =>
    [false, true].flatMap((renews) => {
      const some = lessons.filter((lesson) => monthStart(lesson.date) === month && lesson.renews === renews)
      return some.length ? [{ month, renews, types: [...new Set(some.map(({ type }) => type))] }] : []
    }),
  )
}

import type { CSSProperties } from 'react'
import type { CardDay } from '~/models/office-week/week-view'

/**
 * The heights of a lesson's heading with time, type, number of riders and instructor, of a rider, and of the line below
 * a name, in line heights.
 */
const HEAD = 5.4
const RIDER = 1.5
const DETAIL = 1.2

/**
 * Returns the length of the longest day on paper, from which week.css chooses the largest type that fits the week on
 * one page.
 */
export function onPaper(days: readonly CardDay[]): CSSProperties {
  const longest = days.map(({ lessons }) =>
    lessons
      .flatMap(({ riders }) => riders)
      .reduce((sum, { mark, horse, makeup, told, wrong }) => {
        const details = [mark || horse || makeup || told, wrong, wrong].filter(Boolean).length
        return sum + RIDER + details * DETAIL
      }, lessons.length * HEAD),
  )
  return { '--lines': Math.max(1, ...longest) } as CSSProperties
}

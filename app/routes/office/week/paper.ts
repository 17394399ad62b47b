import type { CSSProperties } from 'react'
import type { CardDay } from '~/models/office-week/week-view'

/** In heights of a letter: a lesson's time, type, riders and instructor; a rider; what stands below the name. */
const HEAD = 5.4
const RIDER = 1.5
const DETAIL = 1.2

/** How long the longest day is on paper, from which week.css takes the largest letters that leave the week on one page. */
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

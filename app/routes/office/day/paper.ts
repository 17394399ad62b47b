import type { CSSProperties } from 'react'
import type { SheetRider } from '~/models/schedule/rides/day-sheet.server'

/** The number of characters of a note that fit on one line. */
const NOTE_LETTERS = 72

/** The heights of a lesson's heading, a rider, and a line of notes, in lines of a rider's name. */
const HEADING = 2
const RIDER = 1.4
const NOTE = 1.05

const noteLines = (text: string) => Math.ceil(text.length / NOTE_LETTERS) * NOTE

/**
 * Returns the length of a day on paper, from which day-sheet.css chooses the largest rows and type that fit on one
 * page.
 */
export function onPaper(
  lessons: readonly { riders: Pick<SheetRider, 'concerns' | 'unsigned' | 'barn' | 'note'>[] }[],
  above: number,
): CSSProperties {
  const riders = lessons.flatMap(({ riders }) => riders)
  const below = riders.map(({ concerns, unsigned, barn, note }) => {
    const beside = concerns.length > 0 || unsigned ? RIDER : 0
    return RIDER + beside + noteLines([...barn, note].filter(Boolean).join(' · '))
  })
  const lines = below.reduce((sum, one) => sum + one, (lessons.length + above) * HEADING)
  return { '--lines': Math.max(1, lines), '--riders': Math.max(1, riders.length) } as CSSProperties
}

import type { CSSProperties } from 'react'
import type { SheetRider } from '~/models/schedule/rides/day-sheet.server'

/** How many letters of a note fit on one line. */
const NOTE_LETTERS = 72

/** In lines of a rider's name: a lesson's heading, a rider, a line of notes. */
const HEADING = 2
const RIDER = 1.4
const NOTE = 1.05

const noteLines = (text: string) => Math.ceil(text.length / NOTE_LETTERS) * NOTE

/** How long a day is on paper, from which day-sheet.css takes the largest rows and letters that leave it on one page. */
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

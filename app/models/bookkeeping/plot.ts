/** Kinds of money that keep one color on every plot and beside every figure. */
type Meaning = 'portal' | 'offline'

/** A part of a plot. Without a meaning it has one of the other colors. */
export interface Series {
  name: string
  meaning?: Meaning
}

/** How many of the other colors the styles have. */
export const OTHER_COLORS = 4

/** The color of each series, by its name in the styles. */
export function colorsOf(series: Series[]): string[] {
  let others = 0
  return series.map(({ meaning }) => meaning ?? String(others++))
}

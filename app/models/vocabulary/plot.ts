/** Kinds of money that have the same color on every plot and beside every figure. */
type Meaning = 'portal' | 'offline'

/** A series of a plot. Without a meaning it gets one of the other colors. */
export interface Series {
  name: string
  meaning?: Meaning
}

/** The number of other colors in the styles. */
export const OTHER_COLORS = 4

/** Returns the color of each series, by its name in the styles. */
export function colorsOf(series: Series[]): string[] {
  let others = 0
  return series.map(({ meaning }) => meaning ?? String(others++))
}

/**
 * Rescheduled rides of a month without a makeup. `owedIn` tells, for the month so many months away, its rescheduled rides
 * less its makeups. Makeups are for their own month first, then for the month before it, then for the one after.
 */
export function makeupsReserved(owedIn: (away: -2 | -1 | 0 | 1) => number): number {
  const open = (away: -2 | -1 | 0 | 1) => Math.max(0, owedIn(away))
  const spare = (away: -2 | -1 | 0 | 1) => Math.max(0, -owedIn(away))
  const madeUpAhead = Math.max(0, spare(-1) - open(-2))
  return Math.max(0, open(0) - spare(1) - madeUpAhead)
}

/** From 0 (no rides) to 5 (over the limit); without a limit, compared with the usual. */
export function heat(count: number, limit: number): number {
  if (count === 0) return 0
  const full = limit || 6
  if (limit && count > limit) return 5
  return Math.min(4, Math.max(1, Math.ceil((count / full) * 4)))
}

/** How many weeks of a horse are seen at a glance. */
export const WEEKS = 8

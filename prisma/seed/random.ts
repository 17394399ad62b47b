/** A generator with the same numbers every time, so that a school generated twice is the same school. */
export function randomFrom(seed: number) {
  let state = seed
  const next = () => {
    // mulberry32: one 32-bit state, good enough for sample data.
    state = (state + 0x6d2b79f5) | 0
    let t = Math.imul(state ^ (state >>> 15), 1 | state)
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t
    return ((t ^ (t >>> 14)) >>> 0) / 2 ** 32
  }
  const below = (limit: number) => Math.floor(next() * limit)
  return {
    below,
    chance: (share: number) => next() < share,
    pick: <T>(items: readonly T[]): T => items[below(items.length)] as T,
  }
}

export type Random = ReturnType<typeof randomFrom>

import { type SeededRandom, seededRandom } from '../contention/changes'

/** The random choices of one input: the same for the same seed and index, whatever other inputs choose. */
export class Chance {
  readonly #next: SeededRandom

  constructor(seed: number, index: number) {
    this.#next = seededRandom(Math.imul(seed, 0x9e3779b1) ^ Math.imul(index + 1, 0x85ebca6b))
  }

  /** Returns a whole number from 0 up to, not including, `count`. */
  below(count: number): number {
    return Math.floor(this.#next() * count)
  }

  /** Returns true in this share of cases. */
  in(share: number): boolean {
    return this.#next() < share
  }

  pick<Item>(items: readonly Item[]): Item {
    if (items.length === 0) throw new Error('Nothing to choose from')
    return items[this.below(items.length)]!
  }

  /** Returns an item by its weight. */
  weighted<Item extends string>(weights: Readonly<Record<Item, number>>): Item {
    const entries = Object.entries<number>(weights) as [Item, number][]
    let left = this.#next() * entries.reduce((sum, [, weight]) => sum + weight, 0)
    for (const [item, weight] of entries) {
      left -= weight
      if (left < 0) return item
    }
    return entries[0]![0]
  }
}

import { plain } from '../cells'
import type { HorseFacts, ImportRow, Problem } from '../read-rows'
import type { School } from '../school'
import type { PlannedHorse } from './planned'

/** Where each fact of a horse is corrected. */
const FIELD_OF = {
  maxWeightLb: 'horseWeight',
  minLevel: 'horseLevel',
  dayLimit: 'horseDay',
  weekLimit: 'horseWeek',
} as const satisfies Record<keyof HorseFacts, string>
const FACTS = Object.keys(FIELD_OF) as (keyof HorseFacts)[]

/**
 * The horses that a file names, each once, by name in any case. A horse that the school has keeps its limits, whatever
 * the file says; one that was removed comes back.
 */
export class HorsesPlan {
  readonly #known: ReadonlyMap<string, School['horses'][number]>
  readonly #planned = new Map<string, { row: number; horse: PlannedHorse }>()
  /** Rows that say a school's horse otherwise. */
  readonly kept: { row: number; text: string }[] = []

  constructor(horses: School['horses']) {
    this.#known = new Map(horses.map((horse) => [plain(horse.name), horse]))
  }

  get all(): PlannedHorse[] {
    return [...this.#planned.values()].map(({ horse }) => horse)
  }

  /** Returns why a row's horse cannot be taken; null if it can be, or the row names none. */
  problemOf({ horse }: ImportRow): Problem | null {
    const before = horse && this.#planned.get(plain(horse.name))
    const other = before && FACTS.find((fact) => differs(before.horse[fact], horse[fact]))
    return other ? { field: FIELD_OF[other], message: `Row ${before.row} says otherwise of ${horse.name}` } : null
  }

  /** Adds a row's horse, or what the row says beyond an earlier one. */
  take({ row, horse }: ImportRow): void {
    if (!horse) return
    const key = plain(horse.name)
    const before = this.#planned.get(key)
    if (before) {
      for (const fact of FACTS) Object.assign(before.horse, horse[fact] === null ? {} : { [fact]: horse[fact] })
      return
    }
    const known = this.#known.get(key)
    if (known && FACTS.some((fact) => differs(known[fact], horse[fact]))) {
      this.kept.push({ row, text: `${known.name} is here already and keeps the limits under Manage Horses` })
    }
    const name = known?.name ?? horse.name
    this.#planned.set(key, {
      row,
      horse: { ...horse, name, known: known !== undefined, there: known?.gone === false },
    })
  }
}

/** Both say something, and not the same. */
const differs = (one: string | number | null, other: string | number | null): boolean =>
  one !== null && other !== null && one !== other

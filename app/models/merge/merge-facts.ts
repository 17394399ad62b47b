/** The facts about a person, in the office's words. */
const FACTS = {
  firstName: 'first name',
  lastName: 'last name',
  phone: 'phone',
  parentName: 'parent’s name',
  birthDate: 'birth date',
  level: 'level',
  weightLb: 'weight',
  ridesToo: 'that they ride',
  language: 'language',
} as const

type Fact = keyof typeof FACTS
type Facts = Readonly<Record<Fact, string | number | boolean | Date | null>>

const NAMES = Object.keys(FACTS) as Fact[]

export const FACT_COLUMNS = {
  firstName: true,
  lastName: true,
  phone: true,
  parentName: true,
  birthDate: true,
  level: true,
  weightLb: true,
  ridesToo: true,
  language: true,
} as const satisfies Record<Fact, true>

/** Returns the facts that an account lacks and the other one has. */
export const missingFacts = (kept: Facts, merged: Facts): Fact[] => NAMES.filter((name) => !kept[name] && merged[name])

const isSame = (one: Facts, other: Facts) => (name: Fact) => String(one[name]) === String(other[name])

/** Returns the facts that an undo removes again: nobody has changed them since. */
export const unchangedFacts = (filled: readonly string[], kept: Facts, merged: Facts): Fact[] =>
  NAMES.filter((name) => filled.includes(name) && isSame(kept, merged)(name))

export const formatFacts = (names: readonly Fact[]): string[] => names.map((name) => FACTS[name])

/**
 * The ride types of second lessons at one hour, such as `Group Lesson 2`, with the type of the first: rides, makeups and
 * wishes for one are good for the other.
 */
export type BaseTypes = ReadonlyMap<string, string>

export const baseTypesOf = (rows: readonly { name: string; baseType: string | null }[]): BaseTypes =>
  new Map(rows.flatMap(({ name, baseType }) => (baseType ? [[name, baseType]] : [])))

/** Returns the type of the first lesson, for a type that has none itself. */
export const baseTypeOf = (bases: BaseTypes, type: string): string => bases.get(type) ?? type

/** Whether two ride types are of one kind. */
export const isLike = (bases: BaseTypes, a: string, b: string): boolean => baseTypeOf(bases, a) === baseTypeOf(bases, b)

/** Returns the types of the same kind, the first lesson's first. */
export function typesLike(bases: BaseTypes, type: string): string[] {
  const base = baseTypeOf(bases, type)
  return [base, ...[...bases.keys()].filter((second) => bases.get(second) === base)]
}

/** The most characters of a ride type's name. */
export const MAX_TYPE_NAME = 100

/** Returns the name of the type of another lesson at an hour: `Group Lesson 2` for 2. A long name is cut. */
export function nameOfNext(base: string, number: number): string {
  const end = ` ${number}`
  const letters = [...base]
  while (letters.join('').length + end.length > MAX_TYPE_NAME) letters.pop()
  return `${letters.join('').trimEnd()}${end}`
}

/** What a form showed of each field when it was filled in, as text. */
export type Shown = Readonly<Record<string, string>>

type Plain = string | number | boolean | null | undefined

/** As a form field holds it: a ticked box is `on`, nothing is empty. */
const textOf = (value: Plain): string => (value === true ? 'on' : value === false ? '' : String(value ?? ''))

/** The version of what a form shows. Its hidden field `version` carries it. */
export const versionOf = (values: Readonly<Record<string, Plain>>): string =>
  JSON.stringify(Object.fromEntries(Object.entries(values).map(([field, value]) => [field, textOf(value)])))

/** The version that a form sent; null if it sent none that can be read. */
export function readVersion(sent: unknown): Shown | null {
  try {
    const read: unknown = JSON.parse(String(sent))
    if (typeof read !== 'object' || read === null) return null
    return Object.values(read).every((value) => typeof value === 'string') ? (read as Shown) : null
  } catch {
    return null
  }
}

export interface Difference<Field> {
  field: Field
  shown: string
  now: string
}

export interface Edit<Values> {
  /** What this person changed: the only thing to write. */
  write: Partial<Values>
  /** Changed meanwhile by somebody else, and not by this person: stays. */
  kept: Difference<keyof Values & string>[]
  /** Changed by both, to different values: this person has to be asked. */
  conflicts: Difference<keyof Values & string>[]
}

/**
 * Compares what a form showed, what it sent and what is there now, field by field. Without a version, as in a call of the API, all that
 * was sent is written.
 */
export function compareEdit<Values extends Record<string, Plain>>(
  shown: Shown | null,
  sent: Values,
  current: Readonly<Record<keyof Values, Plain>>,
): Edit<Values> {
  if (!shown) return { write: sent, kept: [], conflicts: [] }
  const edit: Edit<Values> = { write: {}, kept: [], conflicts: [] }
  for (const field of Object.keys(sent) as (keyof Values & string)[]) {
    const wanted = textOf(sent[field])
    const now = textOf(current[field])
    const before = shown[field] ?? now
    const difference = { field, shown: before, now }
    if (wanted === before) {
      if (now !== before) edit.kept.push(difference)
    } else if (now !== before && now !== wanted) edit.conflicts.push(difference)
    else edit.write[field] = sent[field]
  }
  return edit
}

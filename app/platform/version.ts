import { t } from '#text'
import { Outdated } from './refused'

/** The fields of a form when it was filled in, as text. */
type Shown = Readonly<Record<string, string>>

/** The values that a field of a form can have. */
export type Plain = string | number | boolean | null | undefined

/** Normalizes a value: a checked box is `on`, nothing is empty, line ends are the same. */
const textOf = (value: Plain): string =>
  value === true ? 'on' : value === false ? '' : String(value ?? '').replaceAll('\r\n', '\n')

/** Returns the version of a form whose fields are compared one by one. */
export const versionOf = (values: Readonly<Record<string, Plain>>): string =>
  JSON.stringify(Object.fromEntries(Object.entries(values).map(([field, value]) => [field, textOf(value)])))

/** Reads a version of fields; null if there is none that is valid. */
export function readVersion(version: string | undefined): Shown | null {
  try {
    const read: unknown = JSON.parse(String(version))
    if (typeof read !== 'object' || read === null) return null
    return Object.values(read).every((value) => typeof value === 'string') ? (read as Shown) : null
  } catch {
    return null
  }
}

/** @throws Outdated if a form whose fields are compared does not say what it showed, as one of a page from before an update. */
export function requireVersion(version: string | undefined): void {
  if (!readVersion(version))
    throw new Outdated('This page was opened before an update. Please check it and save again.')
}

/** Whether what a form showed as a whole is no longer so. Without a version it is not asked. */
export const isOutdated = (version: string | undefined, now: string): boolean =>
  version !== undefined && version !== now

interface Difference<Field> {
  field: Field
  shown: string
  now: string
}

interface Edit<Values> {
  /** The changes of this person: the only ones to write. */
  write: Partial<Values>
  /** Fields that only someone else changed, and that stay so. */
  kept: Difference<keyof Values & string>[]
  /** Fields that both changed to different values: this person decides. */
  conflicts: Difference<keyof Values & string>[]
}

/** Compares the form as shown, as sent, and the present row, field by field. Without a version everything sent is written. */
export function compareEdit<Values extends Record<string, Plain>>(
  version: string | undefined,
  sent: Partial<Values>,
  current: { readonly [Field in keyof Values]: Plain },
): Edit<Values> {
  const shown = readVersion(version)
  if (!shown) return { write: sent, kept: [], conflicts: [] }
  const edit: Edit<Values> = { write: {}, kept: [], conflicts: [] }
  for (const field of Object.keys(sent) as (keyof Values & string)[]) {
    if (sent[field] === undefined) continue
    const wanted = textOf(sent[field])
    // A page from before an update had no such field: nothing in it is nothing said.
    if (shown[field] === undefined && wanted === '') continue
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

/** A field as people read it: its name in the middle of a sentence, and its value. */
interface FieldText {
  label: string
  show?: (value: string) => string
}
export type FieldTexts<Values> = Readonly<Record<keyof Values & string, FieldText>>

const capital = (text: string) => text.charAt(0).toUpperCase() + text.slice(1)
const read = ({ show }: FieldText, value: string) => (show ? show(value) : value || t('nothing'))

/** Returns `Phone was 555-0100 and is now 555-0199.` for each field. */
export const formatConflicts = <Values>(conflicts: Edit<Values>['conflicts'], texts: FieldTexts<Values>): string =>
  conflicts
    .map(({ field, shown, now }) => {
      const text = texts[field]
      return t('{field} was {before} and is now {now}.', {
        field: capital(t(text.label)),
        before: read(text, shown),
        now: read(text, now),
      })
    })
    .join(' ')

/** Returns the sentence that the toast of a saved form adds if someone else changed fields that this person left alone. */
export const formatUnchanged = <Values>(kept: Edit<Values>['kept'], texts: FieldTexts<Values>): string | undefined =>
  kept.length
    ? t('Someone else changed and we kept: {what}', {
        what: kept.map(({ field, now }) => `${t(texts[field].label)} ${read(texts[field], now)}`).join(', '),
      })
    : undefined

/** Returns a toast's description with that sentence added. */
export const withKept = (description: string, kept: string | undefined): string =>
  kept ? `${description}. ${kept}` : description

/**
 * Returns the version for the next try, based on the present row. A field that this person left alone stays as shown,
 * or the next try would count it as changed.
 */
export const nextVersion = <Values extends Record<string, Plain>>(
  current: Readonly<Record<string, Plain>>,
  kept: Edit<Values>['kept'],
): string => versionOf({ ...current, ...Object.fromEntries(kept.map(({ field, shown }) => [field, shown])) })

export const TRY_AGAIN = 'What you typed is still here: save again to put it in place.'

/**
 * Returns the values to write, and the toast's sentence about fields that someone else changed.
 * @throws Outdated naming each field that both changed.
 */
export function checkEdit<Values extends Record<string, Plain>>(
  version: string | undefined,
  sent: Partial<Values>,
  current: { readonly [Field in keyof Values]: Plain },
  texts: FieldTexts<Values>,
): { write: Partial<Values>; kept: string | undefined } {
  const { write, kept, conflicts } = compareEdit(version, sent, current)
  if (conflicts.length) {
    // The form still has no other fields than it showed.
    const shown = readVersion(version) ?? current
    const known = Object.fromEntries(Object.entries(current).filter(([field]) => field in shown))
    throw new Outdated(`${formatConflicts(conflicts, texts)} ${t(TRY_AGAIN)}`, nextVersion(known, kept))
  }
  return { write, kept: formatUnchanged(kept, texts) }
}

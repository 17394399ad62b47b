import { AsyncLocalStorage } from 'node:async_hooks'
import { IntlMessageFormat, type PrimitiveType } from 'intl-messageformat'
import { es } from './es'
import { type Language, LOCALES, type Values } from './language'

// Texts of families are written in English where they are used, and looked up in the catalog of another language
// (`es/`). Browsers get `text.browser.ts` in place of this file: package.json names both as `#text`.

const current = new AsyncLocalStorage<Language>()
const CATALOGS: Record<Language, Record<string, string>> = { en: {}, es }
const parsed: Record<Language, Map<string, IntlMessageFormat>> = { en: new Map(), es: new Map() }

/** The language of whoever reads what is now being written: English outside of `inLanguage`. */
export const language = (): Language => current.getStore() ?? 'en'

/** Runs work whose texts are in this language: a request's, or those of one email. */
export const inLanguage = <T>(reader: Language, work: () => T): T => current.run(reader, work)

function formatOf(message: string): IntlMessageFormat {
  const reader = language()
  const known = parsed[reader].get(message)
  if (known) return known
  const format = new IntlMessageFormat(CATALOGS[reader][message] ?? message, LOCALES[reader])
  parsed[reader].set(message, format)
  return format
}

/**
 * Returns a message in the reader's language; in English if the catalog lacks it. `message` is the English text, in
 * ICU's syntax: `{name}`, `{count, plural, one {# ride} other {# rides}}`. Without values it is plain text. It has to
 * be written out in the call, so that `catalog.unit.test.ts` finds it.
 */
export function t(message: string, values?: Values): string {
  if (!values) return CATALOGS[language()][message] ?? message
  // A time of day in Spanish ends with a period, which ends the sentence too.
  return String(formatOf(message).format(values)).replaceAll('.m..', '.m.')
}

/** Works like `t` for a message with `<tags>`: each value may be a function that gets what its tag contains. */
export function parts<Part>(
  message: string,
  values: Record<string, PrimitiveType | Part | ((inside: (string | Part)[]) => Part)>,
): (string | Part)[] {
  const formatted = formatOf(message).format<Part>(
    values as Record<string, PrimitiveType | Part | ((inside: (string | Part)[]) => string | Part)>,
  )
  return Array.isArray(formatted) ? formatted : [formatted]
}

/** Makes something once a language, such as a formatter of dates. */
export function perLanguage<Made>(make: (locale: string) => Made): () => Made {
  const made = new Map<Language, Made>()
  return () => {
    const reader = language()
    const found = made.get(reader) ?? make(LOCALES[reader])
    made.set(reader, found)
    return found
  }
}

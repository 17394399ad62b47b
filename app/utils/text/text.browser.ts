import { type Language, LOCALES, type Values } from './language'

// What browsers get in place of `text.ts`: the page carries the few texts that its scripts need, and none in English.

let carried: Record<string, string> | undefined

export const language = (): Language => (document.documentElement.lang === 'es' ? 'es' : 'en')

/** Works like `t` of the server, but has no plurals: a message of a script has plain `{placeholders}`. */
export function t(message: string, values: Values = {}): string {
  carried ??= JSON.parse(document.getElementById('texts')?.textContent ?? '{}') as Record<string, string>
  return (carried[message] ?? message).replace(/\{(\w+)\}/g, (written, name: string) => String(values[name] ?? written))
}

export function perLanguage<Made>(make: (locale: string) => Made): () => Made {
  let made: Made | undefined
  return () => {
    made ??= make(LOCALES[language()])
    return made
  }
}

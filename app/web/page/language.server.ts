import { getEnv } from '~/platform/env.server'
import { isTranslatedPath } from '~/utils/paths'
import { isLanguage, type Language } from '~/utils/text/language'

/** What a request says about its reader. */
export interface Asked {
  path: string
  cookie: string | undefined
  /** The languages that the browser accepts, best first, such as `es-MX`. */
  accepted: readonly string[]
}

const COOKIE = 'language'
const YEAR = 365 * 24 * 60 * 60

/** Returns the language that was chosen in a browser with these cookies; undefined if none was. */
export function chosenLanguage(cookie: string): Language | undefined {
  const chosen = new RegExp(`(?:^|;\\s*)${COOKIE}=(\\w+)`).exec(cookie)?.[1]
  return isLanguage(chosen) ? chosen : undefined
}

/** Returns the `Set-Cookie` header by which a browser remembers a language for a year. */
export const rememberLanguage = (language: Language): string =>
  `${COOKIE}=${language}; Path=/; Max-Age=${YEAR}; HttpOnly; SameSite=Lax${getEnv().appUrl.startsWith('https:') ? '; Secure' : ''}`

/** Returns the language of a request's answer: the one chosen in this browser, or the best that the browser accepts. */
export function languageOf({ path, cookie = '', accepted }: Asked): Language {
  if (!isTranslatedPath(path)) return 'en'
  return chosenLanguage(cookie) ?? accepted.map((tag) => tag.slice(0, 2).toLowerCase()).find(isLanguage) ?? 'en'
}

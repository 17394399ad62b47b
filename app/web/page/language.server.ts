import { isAdminPath } from '~/utils/paths'
import { isLanguage, type Language } from '~/utils/text/language'

/** What a request says about its reader. */
export interface Asked {
  path: string
  cookie: string | undefined
  /** The languages that the browser accepts, best first, such as `es-MX`. */
  accepted: readonly string[]
}

const COOKIE = 'language'

/** Screens for families and visitors are translated. Those of the office and of instructors are not, nor is the API. */
const isTranslated = (path: string) => !isAdminPath(path) && !/^\/(teaching|api)([/?#]|$)/.test(path)

/** Returns the language of a request's answer: the one chosen in this browser, or the best that the browser accepts. */
export function languageOf({ path, cookie = '', accepted }: Asked): Language {
  if (!isTranslated(path)) return 'en'
  const chosen = new RegExp(`(?:^|;\\s*)${COOKIE}=(\\w+)`).exec(cookie)?.[1]
  if (isLanguage(chosen)) return chosen
  return accepted.map((tag) => tag.slice(0, 2).toLowerCase()).find(isLanguage) ?? 'en'
}

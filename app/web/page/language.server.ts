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

/** The payment screen shows what these calls of the API answer. */
const ASKED_BY_SCREEN = ['/api/payment/check', '/api/payment/price']

/** Screens for families and visitors are translated. Those of the office and of instructors are not, nor is the rest of the API. */
const isTranslated = (path: string) =>
  ASKED_BY_SCREEN.includes(path) || (!isAdminPath(path) && !/^\/(teaching|api)([/?#]|$)/.test(path))

/** Returns the language of a request's answer: the one chosen in this browser, or the best that the browser accepts. */
export function languageOf({ path, cookie = '', accepted }: Asked): Language {
  if (!isTranslated(path)) return 'en'
  const chosen = new RegExp(`(?:^|;\\s*)${COOKIE}=(\\w+)`).exec(cookie)?.[1]
  if (isLanguage(chosen)) return chosen
  return accepted.map((tag) => tag.slice(0, 2).toLowerCase()).find(isLanguage) ?? 'en'
}

import { useLocation } from '@remix-run/react'
import { language } from '#text'
import { Csrf } from '~/components/form/csrf'
import { paths } from '~/utils/paths'
import { LANGUAGES, type Language } from '~/utils/text/language'

/** Each in its own language, for whoever reads no other. */
const NAMES: Record<Language, string> = { en: 'English', es: 'Español' }

export const languageName = (): string => NAMES[language()]

/** A button for each other language. The answer is a page loaded from scratch: scripts have their texts from it. */
export function LanguageChoice() {
  const { pathname, search } = useLocation()
  return (
    <form method="post" action={paths.language()} className="no-print inline-flex">
      <Csrf />
      <input type="hidden" name="to" value={pathname + search} />
      {LANGUAGES.filter((one) => one !== language()).map((one) => (
        <button key={one} type="submit" name="language" value={one} lang={one} className="link min-h-11 min-w-11">
          {NAMES[one]}
        </button>
      ))}
    </form>
  )
}

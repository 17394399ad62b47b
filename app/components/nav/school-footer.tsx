import { useLocation } from '@remix-run/react'
import { useRoot } from '~/components/use-root'
import { isTranslatedPath } from '~/utils/paths'
import { formatPhone, phoneLink } from '~/utils/phone'
import { LanguageChoice } from './language-choice'

/**
 * The school's address, phone, and email below a family's screens, as far as the office has entered them, and the
 * choice of a language.
 */
export function SchoolFooter() {
  const { pathname } = useLocation()
  if (!useRoot()) return null
  return (
    <footer className="no-print mx-auto w-full max-w-5xl px-4 pb-4 text-sm text-muted sm:px-6 sm:pb-6">
      <div className="flex flex-wrap items-center gap-x-4 border-t border-line pt-2">
        <Contact />
        {isTranslatedPath(pathname) ? (
          <div className="ms-auto max-sm:order-1">
            <LanguageChoice />
          </div>
        ) : null}
      </div>
    </footer>
  )
}

function Contact() {
  const root = useRoot()
  const { phone, email, address } = root?.contact ?? {}
  if (!root || !(phone || email || address)) return null
  return (
    <address className="contents not-italic">
      <span className="pt-1 [overflow-wrap:anywhere] sm:pb-1">
        {/* On a phone the header shows it. */}
        <strong className="me-3 font-semibold max-sm:hidden">{root.school}</strong> {address?.replaceAll('\n', ', ')}
      </span>
      {phone ? (
        <a href={phoneLink(phone)} className="link inline-flex min-h-11 items-center max-sm:order-2">
          {formatPhone(phone)}
        </a>
      ) : null}
      {email ? (
        <a
          href={`mailto:${email}`}
          className="link inline-flex min-h-11 items-center [overflow-wrap:anywhere] max-sm:order-2"
        >
          {email}
        </a>
      ) : null}
    </address>
  )
}

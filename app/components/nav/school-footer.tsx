import { useRoot } from '~/components/use-root'
import { formatPhone, phoneLink } from '~/utils/phone'

/**
 * The school's address, phone, and email below a family's screens. Renders nothing where the office hasn't entered
 * them.
 */
export function SchoolFooter() {
  const root = useRoot()
  const { phone, email, address } = root?.contact ?? {}
  if (!root || !(phone || email || address)) return null
  return (
    <footer className="no-print mx-auto w-full max-w-5xl px-4 pb-4 text-sm text-muted sm:px-6 sm:pb-6">
      <address className="flex flex-wrap items-center gap-x-4 border-t border-line pt-2 not-italic">
        <span className="pt-1 [overflow-wrap:anywhere] sm:pb-1">
          {/* On a phone the header shows it. */}
          <strong className="me-3 font-semibold max-sm:hidden">{root.school}</strong> {address?.replaceAll('\n', ', ')}
        </span>
        {phone ? (
          <a href={phoneLink(phone)} className="link inline-flex min-h-11 items-center">
            {formatPhone(phone)}
          </a>
        ) : null}
        {email ? (
          <a href={`mailto:${email}`} className="link inline-flex min-h-11 items-center [overflow-wrap:anywhere]">
            {email}
          </a>
        ) : null}
      </address>
    </footer>
  )
}

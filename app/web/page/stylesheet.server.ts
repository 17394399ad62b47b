import { createCookie } from '@remix-run/node'
import type { Stylesheet } from '~/components/server-context'
import css from '~/styles/tailwind.css?inline'
import href from '~/styles/tailwind.css?url'

/** The file that a browser was told to keep. Its name changes with its content. */
const kept = createCookie('css', { sameSite: 'lax', path: '/', httpOnly: true, maxAge: 365 * 24 * 60 * 60 })

/**
 * The whole stylesheet. It goes into the head of a browser's first page, so that no second request stands before the
 * first paint; that page has the browser fetch the file for later, and further pages only name it.
 * @returns the `Set-Cookie` header where the browser did not have it.
 */
export async function stylesheetFor(request: Request): Promise<{ stylesheet: Stylesheet; setCookie?: string }> {
  const known: unknown = await kept.parse(request.headers.get('Cookie'))
  if (known === href) return { stylesheet: { href } }
  return { stylesheet: { href, css }, setCookie: await kept.serialize(href) }
}

import { createCookie } from '@remix-run/node'
import type { Stylesheet } from '~/components/server-context'
import css from '~/styles/tailwind.css?inline'
import href from '~/styles/tailwind.css?url'

/** Remembers the stylesheet file that the browser was told to fetch. Its name changes with its content. */
const kept = createCookie('css', { sameSite: 'lax', path: '/', httpOnly: true, maxAge: 365 * 24 * 60 * 60 })

/**
 * Returns the whole stylesheet for a browser's first page, so that the first paint needs no second request. That page
 * has the browser fetch the file for later, and further pages only link to it.
 * @returns the `Set-Cookie` header if the browser did not have it.
 */
export async function stylesheetFor(request: Request): Promise<{ stylesheet: Stylesheet; setCookie?: string }> {
  const known: unknown = await kept.parse(request.headers.get('Cookie'))
  if (known === href) return { stylesheet: { href } }
  return { stylesheet: { href, css }, setCookie: await kept.serialize(href) }
}

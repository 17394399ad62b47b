import { today } from '~/platform/clock.server'
import { getEnv } from '~/platform/env.server'

/** GET /.well-known/security.txt (RFC 9116): whom to tell of a hole. What is out of date must not be relied on, so it is not shown. */
export function loader() {
  const { securityTxt, appUrl } = getEnv()
  if (!securityTxt || securityTxt.expires < today()) return new Response('Not Found', { status: 404 })
  const { contact, expires } = securityTxt
  const lines = [
    `Contact: ${contact}`,
    `Expires: ${expires}T23:59:59Z`,
    'Preferred-Languages: en',
    `Canonical: ${appUrl}/.well-known/security.txt`,
  ]
  return new Response(`${lines.join('\n')}\n`, { headers: { 'Content-Type': 'text/plain; charset=utf-8' } })
}

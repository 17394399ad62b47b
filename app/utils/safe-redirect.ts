const SELF = 'http://self.invalid'

/**
 * Returns a path of this site from an untrusted text, otherwise `fallback`. The text is parsed as a browser would:
 * "//host", "/\host", a tab between slashes and "/.//host" all lead elsewhere.
 */
export function safeRedirect(to: unknown, fallback = '/'): string {
  if (typeof to !== 'string' || !to.startsWith('/') || !URL.canParse(to, SELF)) return fallback
  const { origin, pathname, search, hash } = new URL(to, SELF)
  if (origin !== SELF || pathname.startsWith('//')) return fallback
  return pathname + search + hash
}

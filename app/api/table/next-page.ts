/** Says where the rest of a list is, by a `Link` with `rel="next"` (RFC 8288): the same call, asked with these. */
export function linkNext(
  headers: Headers,
  path: `/${string}`,
  query: Record<string, string | number | undefined>,
): void {
  const asked = Object.entries(query).flatMap(([name, value]) => (value === undefined ? [] : [[name, String(value)]]))
  headers.set('Link', `</api${path}?${new URLSearchParams(asked)}>; rel="next"`)
}

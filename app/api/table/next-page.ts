/** Adds a `Link` with `rel="next"` (RFC 8288) to where the list continues: the same call with these parameters. */
export function linkNext(
  headers: Headers,
  path: `/${string}`,
  query: Record<string, string | number | undefined>,
): void {
  const asked = Object.entries(query).flatMap(([name, value]) => (value === undefined ? [] : [[name, String(value)]]))
  headers.set('Link', `</api${path}?${new URLSearchParams(asked)}>; rel="next"`)
}

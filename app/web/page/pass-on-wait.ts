/** Passes on an action's `Retry-After` header: Remix passes only the status and cookies of an action's answer to the page. */
export function passOnWait(actionHeaders: Record<string, Headers>, headers: Headers): void {
  for (const sent of Object.values(actionHeaders)) {
    const wait = sent.get('Retry-After')
    if (wait) headers.set('Retry-After', wait)
  }
}

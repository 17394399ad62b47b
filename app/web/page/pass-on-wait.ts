/** Of what an action answers Remix hands a page the status and cookies alone: here goes along when to come again. */
export function passOnWait(actionHeaders: Record<string, Headers>, headers: Headers): void {
  for (const sent of Object.values(actionHeaders)) {
    const wait = sent.get('Retry-After')
    if (wait) headers.set('Retry-After', wait)
  }
}

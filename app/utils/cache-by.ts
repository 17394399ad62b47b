/**
 * Caches what was made from the last `size` texts, so that an unchanged text is not processed again. The result depends
 * only on the text, so it is never stale.
 */
export function cacheBy<Made>(size: number): (text: string, make: () => Made) => Made {
  const kept = new Map<string, Made>()
  return (text, make) => {
    const made = kept.has(text) ? (kept.get(text) as Made) : make()
    kept.delete(text)
    kept.set(text, made)
    for (const [oldest] of kept) {
      if (kept.size <= size) break
      kept.delete(oldest)
    }
    return made
  }
}

/** Makes something once a time zone: a formatter costs a hundred times what using it does, a schema a thousand times. */
export function perZone<T>(make: (zone: string) => T): (zone: string) => T {
  const made = new Map<string, T>()
  return (zone) => {
    const found = made.get(zone) ?? make(zone)
    made.set(zone, found)
    return found
  }
}

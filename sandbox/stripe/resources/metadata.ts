type Metadata = Record<string, string>

/** Metadata as a call sends it. */
export type MetadataChange = Record<string, string | number | null> | '' | null

/** Merges metadata: an empty value removes its key, an empty whole removes all (docs.stripe.com/api/metadata). */
export function mergeMetadata(present: Metadata | null, change: MetadataChange | undefined): Metadata {
  if (change === '' || change === null) return {}
  const merged = { ...present, ...change }
  return Object.fromEntries(
    Object.entries(merged).flatMap(([key, value]) => (value === '' || value === null ? [] : [[key, String(value)]])),
  )
}

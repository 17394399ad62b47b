/** The school's own place for payments that are not sold here; nothing if it has none. */
export function ExternalPayment({ url }: { url: string | null }) {
  if (!url) return null
  return (
    <p className="mt-4 text-muted">
      Is what you want to pay not listed?{' '}
      <a href={url} target="_blank" rel="noreferrer" className="link">
        Pay it here (opens in a new tab)
      </a>
    </p>
  )
}

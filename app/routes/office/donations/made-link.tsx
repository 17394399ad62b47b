import { useEffect, useId, useState } from 'react'
import { useHydrated } from 'remix-utils/use-hydrated'
import { Button } from '~/components/ui/button'

/** The link that was made: to copy, to open, and with scripts opened in a new tab at once. */
export function MadeLink({ url }: { url: string }) {
  const id = useId()
  const hydrated = useHydrated()
  const [copied, setCopied] = useState(false)
  useEffect(() => {
    window.open(url, '_blank', 'noopener')
  }, [url])
  const copy = async () => {
    await navigator.clipboard.writeText(url)
    setCopied(true)
  }
  return (
    <div role="status" className="mb-4 grid gap-2 rounded border border-brand bg-brand-soft p-3">
      <label htmlFor={id} className="font-semibold">
        Your donation link
      </label>
      <input id={id} className="input" readOnly value={url} />
      <div className="flex flex-wrap gap-3">
        <a href={url} target="_blank" rel="noopener noreferrer" className="btn btn-primary">
          Open in a new tab
        </a>
        {hydrated ? (
          <Button type="button" variant="secondary" onClick={copy}>
            {copied ? 'Copied' : 'Copy'}
          </Button>
        ) : null}
      </div>
    </div>
  )
}

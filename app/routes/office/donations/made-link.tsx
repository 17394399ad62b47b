import { useId } from 'react'
import { Island } from '~/components/island'
import { Button } from '~/components/ui/button'

/** The link that was made: to copy, to open, and with scripts opened in a new tab at once. */
export function MadeLink({ url }: { url: string }) {
  const id = useId()
  return (
    <Island name="made-link" props={{ url }}>
      <div role="status" className="mb-4 grid gap-2 rounded border border-brand bg-brand-soft p-3">
        <label htmlFor={id} className="font-semibold">
          Your donation link
        </label>
        <input id={id} className="input" readOnly value={url} />
        <div className="flex flex-wrap gap-3">
          <a href={url} target="_blank" rel="noopener noreferrer" className="btn btn-primary">
            Open in a new tab
          </a>
          <Button type="button" variant="secondary" className="with-scripts">
            Copy
          </Button>
        </div>
      </div>
    </Island>
  )
}

import { Island } from '~/components/island'
import { Button } from '~/components/ui/button'

/** A link to hand over: as text, because opening it here would use it up, or sign this person out. */
export function CopyLink({ id, label, url }: { id: string; label: string; url: string }) {
  return (
    <Island name="made-link" props={{ url, copyOnly: true }}>
      <div className="grid gap-2">
        <label htmlFor={id} className="font-semibold">
          {label}
        </label>
        <textarea id={id} className="input h-auto break-all" rows={3} readOnly value={url} />
        <Button type="button" variant="secondary" className="with-scripts justify-self-start">
          Copy
        </Button>
      </div>
    </Island>
  )
}

import { Island } from '~/components/island'
import { Button } from '~/components/ui/button'

/**
 * Text to hand over, such as a link. It is not clickable, because opening it here would use it up or sign this user
 * out.
 */
export function CopyText({ id, label, text }: { id: string; label: string; text: string }) {
  return (
    <Island name="made-link" props={{ url: text, copyOnly: true }}>
      <div className="grid gap-2">
        <label htmlFor={id} className="font-semibold">
          {label}
        </label>
        <textarea id={id} className="input h-auto" rows={3} readOnly value={text} />
        <Button type="button" variant="secondary" className="with-scripts justify-self-start">
          Copy
        </Button>
      </div>
    </Island>
  )
}

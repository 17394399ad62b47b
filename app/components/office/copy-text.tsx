import { Island } from '~/components/island'
import { Button } from '~/components/ui/button'

/** Something to hand over, such as a link: as text, because opening it here would use it up, or sign this person out. */
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

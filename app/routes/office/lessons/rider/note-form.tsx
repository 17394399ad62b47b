import { Csrf } from '~/components/form/csrf'
import { Form } from '~/components/form/form'
import { TextAreaField } from '~/components/form/text-area-field'
import { Button } from '~/components/ui/button'

/** Edits the note of one ride. It is shown on the day sheet, and families do not see it. */
export function NoteForm({
  action,
  note: { version, saved, typed },
}: {
  action: string
  note: { version: string; saved: string; typed: string | undefined }
}) {
  return (
    <details className="border-t border-line" open={Boolean(saved) || typed !== undefined}>
      <summary className="link inline-flex min-h-11 items-center">Add a note…</summary>
      <Form key={saved} method="post" action={action} stay className="grid gap-3">
        <Csrf />
        <input type="hidden" name="version" value={version} />
        <TextAreaField
          label="Note"
          hideLabel
          name="note"
          rows={2}
          maxLength={2000}
          defaultValue={typed ?? saved}
          hint="Prints on the day sheet. Families don't see it."
        />
        <Button name="intent" value="note" variant="secondary" className="justify-self-start">
          Save Note
        </Button>
      </Form>
    </details>
  )
}

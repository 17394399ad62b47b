import type { SubmissionResult } from '@conform-to/react'
import { Csrf } from '~/components/form/csrf'
import { formState } from '~/components/form/form-state'
import { TextAreaField } from '~/components/form/text-area-field'
import { Button } from '~/components/ui/button'

interface Note {
  id: number
  text: string
  at: string
  by: string
}

/** What the office wants to remember, newest first. */
export function Notes({ notes, lastResult }: { notes: Note[]; lastResult?: SubmissionResult<string[]> | null }) {
  const { fieldOf } = formState(lastResult, ['text'])
  return (
    <>
      <form method="post" className="grid gap-3">
        <Csrf />
        <TextAreaField
          label="New note"
          hint="Only the office sees it. The newest one stands on the day sheet."
          {...fieldOf('text')}
        />
        <Button variant="secondary" className="justify-self-start">
          Add Note
        </Button>
      </form>
      {notes.length ? (
        <ul className="mt-4 grid gap-3">
          {notes.map(({ id, text, at, by }) => (
            <li key={id} className="border-t border-line pt-3">
              <p className="whitespace-pre-line">{text}</p>
              <div className="flex items-center justify-between gap-3 text-sm text-muted">
                <span>
                  {by}, {at}
                </span>
                <form method="post">
                  <Csrf />
                  <Button name="delete" value={id} variant="quiet" size="small" aria-label={`Delete the note of ${at}`}>
                    Delete
                  </Button>
                </form>
              </div>
            </li>
          ))}
        </ul>
      ) : null}
    </>
  )
}

import { Csrf } from '~/components/form/csrf'
import { PostForm } from '~/components/form/post-form'
import { TextAreaField } from '~/components/form/text-area-field'
import { useAnswer } from '~/components/form/use-answer'
import { Button } from '~/components/ui/button'
import type { noteSchema } from '~/models/students/student.schema'

interface Note {
  id: number
  text: string
  at: string
  by: string
}

/** What the office wants to remember, newest first. */
export function Notes({ notes }: { notes: Note[] }) {
  const { field, ...answer } = useAnswer<typeof noteSchema>()
  return (
    <>
      <PostForm answer={answer} className="grid gap-3">
        <TextAreaField
          label="New note"
          hint="Only the office can see notes. The latest one prints on the day sheet."
          {...field('text')}
        />
        <Button variant="secondary" className="justify-self-start">
          Add Note
        </Button>
      </PostForm>
      {notes.length ? (
        <ul className="mt-4 grid gap-3">
          {notes.map(({ id, text, at, by }) => (
            <li key={id} className="border-t border-line pt-3">
              <p className="whitespace-pre-line">{text}</p>
              <div className="flex items-center justify-between gap-3 text-sm text-muted">
                <span>
                  {by}, {at}
                </span>
                <form method="post" data-stay="">
                  <Csrf />
                  <Button
                    name="delete"
                    value={id}
                    variant="quiet"
                    size="small"
                    className="text-bad"
                    aria-label={`Delete the note from ${at}`}
                  >
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

import { Csrf } from '~/components/form/csrf'
import { PostForm } from '~/components/form/post-form'
import { RadioCards } from '~/components/form/radio-cards'
import { TextAreaField } from '~/components/form/text-area-field'
import { useAnswer } from '~/components/form/use-answer'
import { Badge } from '~/components/ui/badge'
import { Button } from '~/components/ui/button'
import { noteSchema } from '~/models/people/accounts/student.schema'
import { NoteReaders } from '../notes/note-readers'

interface Note {
  id: number
  text: string
  at: string
  by: string
  /** Null if it was not set yet. */
  forBarn: boolean | null
}

/** The office's notes, newest first, and what the barn must know. */
export function Notes({ notes }: { notes: Note[] }) {
  const { field, ...answer } = useAnswer(noteSchema)
  return (
    <>
      <PostForm answer={answer} className="grid gap-3">
        <TextAreaField label="New note" {...field('text')} />
        <RadioCards
          legend="Who reads it"
          meta={field('readers').meta}
          columns={2}
          choices={[
            {
              value: 'barn',
              label: 'The barn',
              description: 'Allergies, medication, fears, who picks up. On every day sheet and on My Day.',
            },
            { value: 'office', label: 'The office only', description: 'It never leaves the office.' },
          ]}
        />
        <Button variant="secondary" className="justify-self-start">
          Add Note
        </Button>
      </PostForm>
      {notes.length ? (
        <ul className="mt-4 grid gap-3">
          {notes.map(({ id, text, at, by, forBarn }) => (
            <li key={id} id={`note-${id}`} className="border-t border-line pt-3">
              {forBarn ? <Badge tone="warn">For the barn</Badge> : null}
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
              <NoteReaders id={id} forBarn={forBarn} />
            </li>
          ))}
        </ul>
      ) : null}
    </>
  )
}

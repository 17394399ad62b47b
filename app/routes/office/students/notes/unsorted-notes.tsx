import type { LoaderFunctionArgs, MetaFunction } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { Card } from '~/components/ui/card'
import { EmptyState } from '~/components/ui/empty-state'
import { Link } from '~/components/ui/link'
import { PageHeader } from '~/components/ui/page-header'
import { sortNoteSchema } from '~/models/people/accounts/student.schema'
import { listUnsortedNotes, sortNote } from '~/models/people/families/student-note.server'
import { displayName } from '~/models/vocabulary/user'
import { getEnv } from '~/platform/env.server'
import { formatInstant } from '~/utils/dates'
import { paths } from '~/utils/paths'
import { requireAdmin } from '~/web/auth.server'
import { formAction } from '~/web/form-action.server'
import { NoteReaders } from './note-readers'

export const handle = { scripts: true }
export const meta: MetaFunction = () => [{ title: 'Notes to Sort' }]

export async function loader({ request }: LoaderFunctionArgs) {
  await requireAdmin(request)
  const notes = await listUnsortedNotes()
  const zone = getEnv().schoolTimezone
  return {
    notes: notes.map(({ id, text, at, by, student }) => ({
      id,
      text,
      at: formatInstant(at, zone),
      by: displayName(by),
      student: { id: student.id, name: displayName(student) },
    })),
  }
}

/** Sets who reads a note. */
export const action = formAction({
  guard: requireAdmin,
  schema: sortNoteSchema,
  async run({ viewer, value: { note, readers } }) {
    await sortNote(viewer.id, note, readers === 'barn')
    return { to: paths.unsortedNotes(), title: readers === 'barn' ? 'The barn reads this note' : 'Kept in the office' }
  },
})

export default function UnsortedNotes() {
  const { notes } = useLoaderData<typeof loader>()
  return (
    <>
      <PageHeader title="Notes to Sort" back={{ to: paths.students(), label: 'Back to Students' }} />
      {notes.length === 0 ? (
        <EmptyState title="Every note is sorted." />
      ) : (
        <Card>
          <p className="mb-4 max-w-prose text-muted">
            Until you say who reads a note, it stays in the office. What the barn must know, such as allergies and
            medication, shows on every day sheet and on My Day.
          </p>
          <ul className="grid gap-4">
            {notes.map(({ id, text, at, by, student }) => (
              <li key={id} id={`note-${id}`} className="grid gap-1 border-t border-line pt-3">
                <Link to={paths.student(student.id)} className="link justify-self-start font-semibold">
                  {student.name}
                </Link>
                <p className="whitespace-pre-line">{text}</p>
                <p className="text-sm text-muted">
                  {by}, {at}
                </p>
                <NoteReaders id={id} forBarn={null} />
              </li>
            ))}
          </ul>
        </Card>
      )}
    </>
  )
}

import { z } from 'zod'
import { undoWithProvider } from '~/models/money/families/merge-accounts.server'
import { undoFamilySchema } from '~/models/people/accounts/family.schema'
import { noteSchema, sortNoteSchema } from '~/models/people/accounts/student.schema'
import { undoFamilyChange } from '~/models/people/families/family-change.server'
import { addNote, deleteNote, restoreNote, sortNote } from '~/models/people/families/student-note.server'
import { setHidden } from '~/models/students/hide-student.server'
import { idField } from '~/utils/fields'

const deletedNoteSchema = z.object({ delete: idField })

const undoMergeSchema = z.object({ 'undo-merge': z.string() })
const removedRiderSchema = z.object({ 'remove-rider': z.string() })
const restoreSchema = z.object({ restore: z.string() })
const restoredNoteSchema = z.object({ 'restore-note': idField })
export const schemaOf = (form: FormData) => {
  if (form.has('restore')) return restoreSchema
  if (form.has('undo-family')) return undoFamilySchema
  if (form.has('remove-rider')) return removedRiderSchema
  if (form.has('undo-merge')) return undoMergeSchema
  if (form.has('restore-note')) return restoredNoteSchema
  if (form.has('note')) return sortNoteSchema
  return form.has('delete') ? deletedNoteSchema : noteSchema
}

type Change = z.output<ReturnType<typeof schemaOf>>

/** Makes the change of a form on the page; `to` is the page's address. */
export async function changeStudent(viewerId: string, id: string, value: Change, to: string) {
  if ('restore' in value) {
    await setHidden(viewerId, id, false)
    return { to, title: 'Student Restored' }
  }
  if ('undo-family' in value) {
    const { name } = await undoFamilyChange(viewerId, value['undo-family'])
    return { to, title: 'Undone', description: `${name} is back as before.` }
  }
  if ('undo-merge' in value) {
    return { to, title: 'Merge Undone', description: formatUndone(await undoWithProvider(viewerId, id)) }
  }
  if ('remove-rider' in value) {
    await setHidden(viewerId, value['remove-rider'], true)
    return { to, title: 'Rider removed from the lists' }
  }
  if ('restore-note' in value) {
    await restoreNote(viewerId, id, value['restore-note'])
    return { to, title: 'Note restored' }
  }
  if ('delete' in value) {
    await deleteNote(viewerId, id, value.delete)
    return {
      to,
      title: 'Note deleted',
      undo: { label: 'Undo', action: to, fields: { 'restore-note': String(value.delete) } },
    }
  }
  if ('note' in value) {
    await sortNote(viewerId, value.note, value.readers === 'barn', id)
    return { to, title: value.readers === 'barn' ? 'The barn reads this note' : 'Kept in the office' }
  }
  await addNote(viewerId, id, { text: value.text, forBarn: value.readers === 'barn' })
  return { to, title: 'Note added' }
}

/** Returns what undoing a merge restored, and what it didn’t. */
function formatUndone({ name, gone, stays, lostMethods }: Awaited<ReturnType<typeof undoWithProvider>>): string {
  return [
    `${name} is a separate account again.`,
    gone && `${gone === 1 ? 'One thing' : `${gone} things`} had been deleted since.`,
    stays.length && `What came since stays with the other account: ${stays.join(', ')}.`,
    lostMethods && 'Its saved cards and bank accounts were deleted by the merge.',
  ]
    .filter(Boolean)
    .join(' ')
}

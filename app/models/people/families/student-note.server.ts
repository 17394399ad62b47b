import { z } from 'zod'
import { type Person, personColumn } from '~/models/people/accounts/name-sql.server'
import { audit } from '~/platform/audit.server'
import { now } from '~/platform/clock.server'
import { prisma } from '~/platform/db.server'
import { notFound } from '~/platform/refused'
import { bare, instant, rowList, text } from '~/platform/row-lists.server'
import { withTx } from '~/platform/tx.server'
import { lockStudent } from './student.server'

const selected = {
  id: true,
  text: true,
  at: true,
  forBarn: true,
  by: { select: { firstName: true, lastName: true, email: true } },
} as const

/** Selects the notes about a rider, given as SQL, the newest first, for a statement with other lists. */
export const noteList = (rider: string) =>
  rowList<{ id: number; text: string; at: string; forBarn: boolean | null; by: Person }>(
    {
      id: bare('n.id'),
      text: text('n.text'),
      at: instant('n.at'),
      forBarn: bare('n.for_barn'),
      by: personColumn('n.by_id'),
    },
    `student_notes n WHERE n.student_id = ${rider}`,
    'n.id DESC',
  )

/** Selects notes for the barn about riders, an array as SQL, oldest first, for a statement with other lists. */
export const barnNoteList = (riders: string) =>
  rowList<{ riderId: string; text: string }>(
    { riderId: text('n.student_id'), text: text('n.text') },
    `student_notes n WHERE n.student_id = ANY(${riders}) AND n.for_barn`,
    'n.id',
  )

/** Returns the notes by rider: an allergy stays beside later notes. */
export function barnNotesFound(notes: readonly { riderId: string; text: string }[]): Map<string, string[]> {
  const byRider = new Map<string, string[]>()
  for (const { riderId, text } of notes) byRider.set(riderId, [...(byRider.get(riderId) ?? []), text])
  return byRider
}

/** Notes of which nobody has said who reads them, without those of removed riders. */
const UNSORTED = { forBarn: null, student: { hiddenAt: null, erasedAt: null } }

export const countUnsortedNotes = (): Promise<number> => prisma.studentNote.count({ where: UNSORTED })

/** Lists them by student, oldest first. */
export const listUnsortedNotes = () =>
  prisma.studentNote.findMany({
    where: UNSORTED,
    orderBy: [{ student: { firstName: 'asc' } }, { student: { lastName: 'asc' } }, { id: 'asc' }],
    select: { ...selected, student: { select: { id: true, firstName: true, lastName: true, email: true } } },
  })

/** Sets who reads a note. @throws Refused 404, also for a note of another student than `riderId`, if that is given. */
export const sortNote = (actorId: string, id: number, forBarn: boolean, riderId?: string): Promise<void> =>
  withTx(async (tx) => {
    const note = await tx.studentNote.findFirst({ where: { id, studentId: riderId } })
    if (!note) throw notFound('This note no longer exists')
    if (note.forBarn === forBarn) return
    await lockStudent(tx, note.studentId)
    await tx.studentNote.update({ where: { id }, data: { forBarn }, select: { id: true } })
    const detail = { note: id, from: note.forBarn, to: forBarn }
    await audit(tx, { actorId, action: 'note.sort', entity: 'student', entityId: note.studentId, detail })
  })

interface NewNote {
  text: string
  forBarn: boolean
}

/** @throws Refused 404 */
export const addNote = (actorId: string, riderId: string, { text, forBarn }: NewNote): Promise<void> =>
  withTx(async (tx) => {
    await lockStudent(tx, riderId)
    const { id } = await tx.studentNote.create({
      data: { studentId: riderId, byId: actorId, text, forBarn, at: now() },
    })
    await audit(tx, { actorId, action: 'note.add', entity: 'student', entityId: riderId, detail: { note: id } })
  })

/** Deletes a note; the audit log keeps it. @throws Refused 404 */
export const deleteNote = (actorId: string, riderId: string, id: number): Promise<void> =>
  withTx(async (tx) => {
    await lockStudent(tx, riderId)
    const note = await tx.studentNote.findFirst({ where: { id, studentId: riderId } })
    if (!note) throw notFound('This note no longer exists')
    await tx.studentNote.delete({ where: { id } })
    const detail = { note: id, text: note.text, byId: note.byId, at: note.at.toISOString(), forBarn: note.forBarn }
    await audit(tx, { actorId, action: 'note.delete', entity: 'student', entityId: riderId, detail })
  })

const deletedNote = z.object({
  text: z.string(),
  byId: z.string(),
  at: z.coerce.date(),
  forBarn: z.boolean().nullable().optional(),
})

/** Restores a deleted note. @throws Refused 404 */
export const restoreNote = (actorId: string, riderId: string, id: number): Promise<void> =>
  withTx(async (tx) => {
    await lockStudent(tx, riderId)
    const entry = await tx.auditEntry.findFirst({
      where: { action: 'note.delete', entity: 'student', entityId: riderId, detail: { path: ['note'], equals: id } },
      orderBy: { id: 'desc' },
    })
    const { data: note } = deletedNote.safeParse(entry?.detail)
    if (!note) throw notFound('This note no longer exists')
    if (await tx.studentNote.count({ where: { id } })) return
    await tx.studentNote.create({ data: { id, studentId: riderId, ...note } })
    await audit(tx, { actorId, action: 'note.restore', entity: 'student', entityId: riderId, detail: { note: id } })
  })

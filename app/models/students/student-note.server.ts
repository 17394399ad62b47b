import { z } from 'zod'
import { audit } from '~/platform/audit.server'
import { now } from '~/platform/clock.server'
import { prisma } from '~/platform/db.server'
import { notFound } from '~/platform/refused'
import { withTx } from '~/platform/tx.server'
import { lockStudent } from './student.server'

const selected = {
  id: true,
  text: true,
  at: true,
  by: { select: { firstName: true, lastName: true, email: true } },
} as const

export const listNotes = (riderId: string) =>
  prisma.studentNote.findMany({ where: { studentId: riderId }, orderBy: { id: 'desc' }, select: selected })

/** @throws Refused 404 */
export const addNote = (actorId: string, riderId: string, text: string): Promise<void> =>
  withTx(async (tx) => {
    await lockStudent(tx, riderId)
    const { id } = await tx.studentNote.create({ data: { studentId: riderId, byId: actorId, text, at: now() } })
    await audit(tx, { actorId, action: 'note.add', entity: 'student', entityId: riderId, detail: { note: id } })
  })

/** The audit log keeps the note. @throws Refused 404 */
export const deleteNote = (actorId: string, riderId: string, id: number): Promise<void> =>
  withTx(async (tx) => {
    const note = await tx.studentNote.findFirst({ where: { id, studentId: riderId } })
    if (!note) throw notFound('This note no longer exists')
    await tx.studentNote.delete({ where: { id } })
    const detail = { note: id, text: note.text, byId: note.byId, at: note.at.toISOString() }
    await audit(tx, { actorId, action: 'note.delete', entity: 'student', entityId: riderId, detail })
  })

const deletedNote = z.object({ text: z.string(), byId: z.string(), at: z.coerce.date() })

/** Brings a deleted note back as it was. @throws Refused 404 */
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

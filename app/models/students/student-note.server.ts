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

/** The audit log keeps the words. @throws Refused 404 */
export const deleteNote = (actorId: string, riderId: string, id: number): Promise<void> =>
  withTx(async (tx) => {
    const note = await tx.studentNote.findFirst({ where: { id, studentId: riderId } })
    if (!note) throw notFound('There is no such note')
    await tx.studentNote.delete({ where: { id } })
    const detail = { note: id, text: note.text }
    await audit(tx, { actorId, action: 'note.delete', entity: 'student', entityId: riderId, detail })
  })

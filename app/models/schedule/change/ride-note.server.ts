import { planOf } from '~/models/schedule/attendance/ride-plan'
import { changeLesson } from '~/models/schedule/lessons/change-lesson.server'
import { NEW } from '~/models/schedule/snapshot/book'
import { rideState } from '~/models/schedule/snapshot/ride-state'
import type { RideRef } from '~/models/schedule/vocabulary/ride-id'
import { rideKey } from '~/models/schedule/week/week'
import { prisma } from '~/platform/db.server'
import { checkEdit } from '~/platform/version'
import { toDbDate } from '~/utils/dates'
import type { Allowing } from './change-rides.server'

const NOTE_TEXTS = { note: { label: 'the note', show: (note: string) => (note ? `“${note}”` : 'empty') } }

/** Returns the note of a ride; empty without one. */
export async function rideNote({ riderId, date, time }: RideRef): Promise<string> {
  const ride = await prisma.ride.findFirst({
    where: { studentId: riderId, scheduledDate: toDbDate(date), scheduledTime: time },
    select: { notes: true },
  })
  return ride?.notes ?? ''
}

/**
 * Sets the instructor's note for one ride; it is not a mark.
 * @returns the IDs of the log entries by which it can be undone; none if nothing changed.
 * @throws Refused 404 if the rider is not in the lesson; Outdated if someone else has changed the note in the meantime.
 */
export async function setRideNote(
  actorId: string,
  ref: RideRef,
  { note, version, allows }: { note: string; version?: string } & Allowing,
): Promise<{ changes: number[] }> {
  const wish = { spans: [{ from: ref.date, weekly: false }], riders: [ref.riderId] }
  const { changes } = await changeLesson(actorId, wish, async (book, known, tx) => {
    await allows?.(tx)
    const { ride, name, lesson } = planOf(book, ref, known, null)
    const { record } = rideState(book, ref)
    const now = typeof record?.notes === 'string' ? record.notes : ''
    const { write } = checkEdit(version, { note }, { note: now }, NOTE_TEXTS)
    if (write.note === undefined || now === note) return { book, entries: [], result: null }
    const notes = note || null
    const { date, time, type } = lesson
    const fresh = { date, time, type, duration: lesson.duration, riderId: ref.riderId }
    const records = record
      ? book.records.map((row) => (row === record ? { ...row, notes } : row))
      : [...book.records, { id: NEW, ...fresh, attendance: null, status: 'scheduled', notes }]
    const entry = { action: 'ride.note', entity: 'ride', entityId: rideKey(ride) } as const
    const of = { tables: ['records'] as const, riderId: ref.riderId }
    const detail = { name, type, from: now, to: note }
    return { book: { ...book, records }, entries: [{ ...entry, detail, of }], result: null }
  })
  return { changes }
}

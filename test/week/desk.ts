import type { Book } from '~/models/lessons/book'
import { loadBook } from '~/models/lessons/book-rows.server'
import type { Slot } from '~/models/schedule/week'
import { prisma } from '~/platform/db.server'
import { withTx } from '~/platform/tx.server'
import { action as closeDay } from '~/routes/office/day/close'
import * as editLesson from '~/routes/office/lessons/edit-lesson'
import * as lesson from '~/routes/office/lessons/lesson'
import * as newLesson from '~/routes/office/lessons/new/new-lesson'
import * as newRide from '~/routes/office/lessons/new/new-ride'
import * as addRider from '~/routes/office/lessons/rider/add-rider'
import * as rideDialog from '~/routes/office/lessons/rider/rider'
import { action as undo } from '~/routes/office/lessons/undo'
import { paths } from '~/utils/paths'
import { signedIn } from '../factories'
import { emptySchedule } from '../schedule'
import type { Visitor } from '../visitor'
import { aimOf, DATES, HORSES, RIDERS, type Step } from './steps'

/** The week as the office's desk changes it: by the forms of its screens and by the calls of the API. */
export class DeskWeek {
  private constructor(private readonly office: Visitor) {}

  static async open(officeId: string): Promise<DeskWeek> {
    for (const id of RIDERS) {
      const named = { firstName: id, lastName: null, email: `${id}@desk.example`, password: 'x' }
      await prisma.user.upsert({ where: { id }, create: { id, ...named }, update: {} })
    }
    for (const id of HORSES) {
      const horse = { name: `Horse ${id}`, dayLimit: 0, weekLimit: 0 }
      await prisma.horse.upsert({ where: { name: horse.name }, create: { id, ...horse }, update: {} })
    }
    return new DeskWeek(await signedIn({ id: officeId }))
  }

  async clear(): Promise<void> {
    await emptySchedule()
    await prisma.$executeRaw`TRUNCATE audit_log`
  }

  /** Everything there is. */
  async book(): Promise<Book> {
    const spans = [{ from: DATES[0] ?? '', weekly: true }]
    return (await withTx((tx) => loadBook(tx, spans, RIDERS))).book
  }

  /** The lines of the log that can be undone, the newest first. */
  async log(): Promise<number[]> {
    const rows = await prisma.$queryRaw<{ id: number }[]>`
      SELECT id FROM audit_log WHERE detail ? 'rows' ORDER BY id DESC`
    return rows.map(({ id }) => id)
  }

  async undo(ids: readonly number[]): Promise<boolean> {
    const { status, toast } = await this.send(undo, paths.undoChanges(), { changes: ids.join(' ') })
    return status === 302 && toast !== 'error'
  }

  /** Returns whether it was accepted. @throws if the server failed. */
  async take(step: Step): Promise<boolean> {
    if (step.kind === 'undo') {
      const id = (await this.log())[step.back]
      return id !== undefined && this.undo([id])
    }
    const { slot, rider } = aimOf(step, await this.book())
    const byApi = step.rider % 2 === 1
    const { status, toast } = await (byApi ? this.call(step, slot, rider) : this.fill(step, slot, rider))
    if (status >= 500) throw new Error(`${step.kind} was answered ${status}`)
    return status < 400 && toast !== 'error'
  }

  private async send(
    action: typeof undo,
    path: string,
    fields: Record<string, string>,
    params: Record<string, string> = {},
  ): Promise<{ status: number; toast?: string }> {
    const { status } = await this.office.post(action, path, fields, params)
    return { status, toast: status === 302 ? (await this.office.page()).toast?.type : undefined }
  }

  /** By the form of a screen. */
  private async fill(
    step: Exclude<Step, { kind: 'undo' }>,
    slot: Slot,
    riderId: string,
  ): Promise<{ status: number; toast?: string }> {
    const at = { ...slot }
    const ride = { ...at, riderId }
    switch (step.kind) {
      case 'add':
        return step.create
          ? this.send(newRide.action, paths.newRide(), { ...ride, scope: step.scope })
          : this.send(addRider.action, paths.addToLesson(slot), { riderId, scope: step.scope }, at)
      case 'remove':
        return this.send(rideDialog.action, paths.lessonRider(slot, riderId), { intent: `remove-${step.scope}` }, ride)
      case 'add-lesson': {
        const fields = { ...at, scope: step.scope, duration: String(step.duration) }
        return this.send(newLesson.action, paths.newLesson(), fields)
      }
      case 'delete-lesson':
        return this.send(lesson.action, paths.lesson(slot), { scope: step.scope }, at)
      case 'edit': {
        const fields = { time: step.time, type: step.type, scope: step.scope }
        const length = step.duration && { duration: String(step.duration) }
        return this.send(editLesson.action, paths.editLesson(slot), { ...fields, ...length }, at)
      }
      case 'close':
        return this.send(closeDay, paths.closeDay({ date: slot.date }), { from: step.from ?? 'day', reason: 'Snow' })
      default: {
        const intent = step.kind === 'mark' ? step.attendance : 'horse'
        const horse = step.kind === 'horse' && { horseId: step.horse === null ? 'none' : String(HORSES[step.horse]) }
        return this.office
          .get(rideDialog.loader, paths.lessonRider(slot, riderId), ride)
          .then(({ status, body }) =>
            status === 200
              ? this.send(
                  rideDialog.action,
                  paths.lessonRider(slot, riderId),
                  { intent, version: body.rider.version, ...horse },
                  ride,
                )
              : { status },
          )
      }
    }
  }

  /** By a call of the API; by the form where there is none. */
  private async call(
    step: Exclude<Step, { kind: 'undo' }>,
    slot: Slot,
    studentId: string,
  ): Promise<{ status: number; toast?: string }> {
    const { date: lessonDate, time, type: lessonType } = slot
    const post = (path: string, body: object, method = 'POST') => this.office.api(`/api/${path}`, { method, body })
    const removalType = 'scope' in step && step.scope === 'weekly' ? 'weekly' : 'one-time'
    switch (step.kind) {
      case 'add': {
        const body = { studentId, scheduledTime: time, lessonType }
        if (step.scope === 'weekly') return post('weekly-schedule', { ...body, startDate: lessonDate })
        return post('temporary-lessons/add-student', { ...body, lessonDate })
      }
      case 'remove':
        return post('lessons/record-removal', { studentId, lessonDate, lessonTime: time, lessonType, removalType })
      case 'add-lesson': {
        const body = { scheduledTime: time, lessonType, duration: step.duration }
        if (step.scope === 'weekly') return post('weekly-schedule', { ...body, startDate: lessonDate })
        return post('temporary-lessons', { ...body, lessonDate })
      }
      case 'delete-lesson':
        return post('lessons/record-removal', { lessonDate, lessonTime: time, lessonType, removalType })
      case 'edit': {
        if (step.scope === 'one-time') return this.fill(step, slot, studentId)
        const to = { newTime: step.time, newType: step.type, newDuration: step.duration }
        return post('weekly-schedule/timeslot', { oldTime: time, oldType: lessonType, lessonDate, ...to }, 'PUT')
      }
      case 'close':
        return post('schedule/close-day', { date: lessonDate, from: step.from, reason: 'Snow' })
      case 'mark':
        return post('lessons/attendance', {
          studentId,
          lessonDate,
          lessonTime: time,
          attendanceStatus: step.attendance,
        })
      default: {
        const horseName = step.horse === null ? null : `Horse ${HORSES[step.horse]}`
        return post('lessons/horse-assignments', { horseName, usageDate: lessonDate, lessonTime: time, studentId })
      }
    }
  }
}

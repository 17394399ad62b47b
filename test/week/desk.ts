import { exchangeValue } from '~/models/schedule/attendance/attendance.schema'
import type { Book } from '~/models/schedule/snapshot/book'
import { loadBook } from '~/models/schedule/snapshot/book-rows.server'
import { rideState } from '~/models/schedule/snapshot/ride-state'
import { NO_INSTRUCTOR_ID } from '~/models/schedule/vocabulary/slot.schema'
import { type Slot, slotKey } from '~/models/vocabulary/slot'
import { setClock } from '~/platform/clock.server'
import { prisma } from '~/platform/db.server'
import { withTx } from '~/platform/tx.server'
import { versionOf } from '~/platform/version'
import { action as closeDay } from '~/routes/office/day/close'
import * as editLesson from '~/routes/office/lessons/edit-lesson'
import * as lesson from '~/routes/office/lessons/lesson/lesson'
import * as newLesson from '~/routes/office/lessons/new/new-lesson'
import * as newRide from '~/routes/office/lessons/new/new-ride'
import * as addRider from '~/routes/office/lessons/rider/add-rider'
import * as moveDialog from '~/routes/office/lessons/rider/move-rider'
import * as rideDialog from '~/routes/office/lessons/rider/rider'
import { action as undo } from '~/routes/office/lessons/undo'
import { toDbDate } from '~/utils/dates'
import { paths } from '~/utils/paths'
import { emptyOnly, grant, signedIn } from '../factories'
import { emptySchedule } from '../schedule'
import type { Visitor } from '../visitor'
import { takeFile } from './file'
import { People } from './people'
import { BEGINS, capacityOf, type DeskStep, HOT, isOfFile, isOfPeople, PAYING, UNREACHED } from './people-steps'
import {
  ARENAS,
  aimOf,
  arenaOf,
  DATES,
  dayOf,
  EVERYTHING,
  HORSES,
  INSTRUCTORS,
  instructorOf,
  otherOf,
  RIDERS,
  type Step,
  TYPES,
  targetOf,
  WORK,
} from './steps'

/** The browsers by user ID. */
export interface Visitors {
  office: Visitor
  families: ReadonlyMap<string, Visitor>
  instructors: ReadonlyMap<string, Visitor>
}

type Took = { status: number; toast?: string }
type OfficeStep = Exclude<Step, { kind: 'undo' }>

/** The office's answer to every question that a form may ask. */
const YES = { beyond: 'on', makeupAnyway: 'on', despiteWaitlist: 'on' }

/** Changes the week as the office does, through the forms of its screens and calls of the API, and as everyone else does. */
export class DeskWeek {
  private insists = false

  private constructor(
    private readonly officeId: string,
    private office: Visitor,
    private people: People,
  ) {}

  static async open(officeId: string): Promise<DeskWeek> {
    const named = (id: string) => ({ id, firstName: id, lastName: null })
    const signsIn = (id: string) => ({ email: `${id}@desk.example`, password: 'x', emailVerifiedAt: new Date() })
    await prisma.user.create({ data: { ...named('gus'), ...signsIn('gus'), active: false } })
    for (const id of RIDERS) {
      const data = { ...named(id), ...(id === UNREACHED ? { guardianId: 'gus' } : signsIn(id)) }
      await prisma.user.create({ data })
    }
    for (const id of INSTRUCTORS) {
      await prisma.user.create({ data: { ...named(id), ...signsIn(id), role: 'instructor' } })
    }
    for (const id of HORSES) {
      await prisma.horse.create({ data: { id, name: `Horse ${id}`, dayLimit: HOT + 1, weekLimit: 0 } })
    }
    const { color, counter } = await prisma.rideType.findUniqueOrThrow({ where: { name: TYPES[0] } })
    const second = { name: TYPES[2], baseType: TYPES[0], color, counter }
    await prisma.rideType.upsert({ where: { name: TYPES[2] }, update: {}, create: second })
    for (const name of TYPES) await prisma.rideType.update({ where: { name }, data: { capacity: capacityOf(name) } })
    const school = { makeupHolds: 'month', arenas: ARENAS.join(', ') }
    await prisma.school.upsert({ where: { id: 1 }, update: school, create: { id: 1, ...school } })
    const office = await signedIn({ id: officeId })
    return new DeskWeek(officeId, office, await People.open(office, officeId))
  }

  async clear(): Promise<void> {
    setClock(BEGINS)
    await emptySchedule()
    await emptyOnly(
      ...['audit_log', 'waitlist', 'place_offers', 'told_rides', 'student_notes'],
      ...['student_imports', 'offline_payments', 'offline_payment_months'],
    )
    await prisma.grant.deleteMany()
    await prisma.instructorAbsence.deleteMany()
    await prisma.user.deleteMany({ where: { firstName: 'eve' } })
    await prisma.horse.updateMany({ data: { onRest: false, restFrom: null, restUntil: null, restReason: null } })
    for (const id of PAYING) await grant(id, '2027-02-01', '2027-02-28', { lessons: 20, makeupLessons: 2 })
    this.office = await signedIn({ id: this.officeId })
    this.people = await People.open(this.office, this.officeId)
    const columns = ({ horseId, date, time, duration, kind }: (typeof WORK)[number]) => ({
      horseId,
      workDate: toDbDate(date),
      time,
      duration,
      kind,
    })
    await prisma.horseWork.createMany({ data: WORK.map(columns) })
  }

  /** Returns all rows. */
  async book(): Promise<Book> {
    return (await withTx((tx) => loadBook(tx, EVERYTHING, RIDERS))).book
  }

  /** The lines of the log that can be undone, the newest first; of a horse's rest or a hot day the one line that takes its rides along. */
  async log(): Promise<number[]> {
    const rows = await prisma.$queryRaw<{ id: number }[]>`
      SELECT id FROM audit_log a WHERE (detail ? 'rows' OR action IN ('horse.rest', 'horse.hot')) AND NOT EXISTS (
        SELECT 1 FROM audit_log r WHERE r.action IN ('horse.rest', 'horse.hot') AND r.detail->'changes' @> to_jsonb(a.id)) ORDER BY id DESC`
    return rows.map(({ id }) => id)
  }

  /** Undoes changes. @param beyond even if someone else has the place by now. */
  async undo(ids: readonly number[], { beyond = false } = {}): Promise<boolean> {
    const fields = { changes: ids.join(' '), ...(beyond && { beyond: 'on' }) }
    const { status, toast } = await this.send(undo, paths.undoChanges(), fields)
    return status === 302 && toast !== 'error'
  }

  /** Returns the rows as Undo of a change leaves them: without the horses that rest, or on a hot day are at their limit, by now. */
  async withoutTired(before: Book, after: Book): Promise<Book> {
    const rests = await prisma.$queryRaw<{ id: number; date: string }[]>`
      SELECT h.id, d::text AS date FROM horses h, unnest(${DATES}::date[]) d
      WHERE horse_rests(h, d) OR d IN (SELECT date FROM hot_days)`
    const isTired = (use: Book['horses'][number]) =>
      !after.horses.some(({ id }) => id === use.id) &&
      rests.some(({ id, date }) => id === use.horseId && date === use.date)
    return { ...before, horses: before.horses.filter((use) => !isTired(use)) }
  }

  /** Signs everyone in again, because the office's sessions end daily. */
  private async signIn(): Promise<void> {
    this.office = await signedIn({ id: this.officeId })
    await this.people.signIn(this.office)
  }

  get visitors(): Visitors {
    return { office: this.office, families: this.people.families, instructors: this.people.instructors }
  }

  /** Returns whether it was accepted. @throws if the server failed. */
  async take(step: DeskStep, book: Book): Promise<boolean> {
    this.insists = step.insists
    if (step.kind === 'undo') {
      const id = (await this.log())[step.back]
      return id !== undefined && this.undo([id], { beyond: step.insists })
    }
    if (isOfFile(step)) return takeFile(this.office, step)
    if (isOfPeople(step)) {
      const { status } = await this.people.take(step, book)
      if (step.kind === 'hours') await this.signIn()
      if (status >= 500) throw new Error(`${step.kind} was answered ${status}`)
      return status < 400
    }
    const { slot, rider } = aimOf(step, book)
    const byApi = step.rider % 2 === 1
    const { status, toast } = await (byApi ? this.call(step, slot, rider, book) : this.fill(step, slot, rider, book))
    if (status >= 500) throw new Error(`${step.kind} was answered ${status}`)
    return status < 400 && toast !== 'error'
  }

  private async send(
    action: typeof undo,
    path: string,
    fields: Record<string, string>,
    params: Record<string, string> = {},
  ): Promise<Took> {
    const asked = { ahead: 'on', ...(this.insists && YES), ...fields }
    let { status, body } = await this.office.post(action, path, asked, params)
    if (this.insists && body?.asked) {
      const again = { ...asked, second: body.asked }
      ;({ status, body } = await this.office.post(action, path, again, params))
    }
    return { status, toast: status === 302 ? (await this.office.page()).toast?.type : undefined }
  }

  /** Uses the form of a screen. */
  private async fill(step: OfficeStep, slot: Slot, riderId: string, book: Book): Promise<Took> {
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
        const fields = {
          ...at,
          scope: step.scope,
          duration: String(step.duration),
          arena: arenaOf(step.duration) ?? '',
          instructorId: instructorOf(step) ?? NO_INSTRUCTOR_ID,
        }
        return this.send(newLesson.action, paths.newLesson(), fields)
      }
      case 'delete-lesson':
        return this.send(lesson.action, paths.lesson(slot), { scope: step.scope }, at)
      case 'edit': {
        const fields = { date: dayOf(step, slot), time: step.time, type: step.type, scope: step.scope }
        const length = step.duration && { duration: String(step.duration) }
        const address = paths.editLesson(slot)
        const { status, body } = await this.office.get(editLesson.loader, address, at)
        if (status !== 200) return { status }
        return this.send(
          editLesson.action,
          address,
          {
            ...{ ...fields, ...length, arena: arenaOf(step.duration) ?? body.own.arena ?? '' },
            version: versionOf(body.own),
          },
          at,
        )
      }
      case 'close':
        return this.send(closeDay, paths.closeDay({ date: slot.date }), {
          from: step.from ?? 'day',
          reason: 'Snow',
          ...(step.noMakeups && { noMakeups: 'on' }),
        })
      case 'move': {
        const { version } = rideState(book, ride)
        const fields = { to: slotKey(targetOf(step, book)), scope: step.scope, version }
        return this.send(moveDialog.action, paths.moveRider(slot, riderId), fields, ride)
      }
      case 'book':
        return this.bookMakeup(slot, riderId)
      case 'exchange': {
        const other = otherOf(step, slot, riderId, book)
        const horseId = exchangeValue({ riderId: other, version: rideState(book, { ...slot, riderId: other }).version })
        return this.sendRide(ride, { intent: 'horse', horseId })
      }
      case 'mark':
        return this.sendRide(ride, { intent: step.attendance })
      case 'horse':
        return this.sendRide(ride, {
          intent: 'horse',
          horseId: step.horse === null ? 'none' : String(HORSES[step.horse]),
        })
    }
  }

  /** Presses a button of the ride's dialog, with the version that it shows. */
  private async sendRide(ride: Slot & { riderId: string }, fields: Record<string, string>): Promise<Took> {
    const address = paths.lessonRider(ride, ride.riderId)
    const { status, body } = await this.office.get(rideDialog.loader, address, { ...ride })
    if (status !== 200) return { status }
    return this.send(rideDialog.action, address, { ...fields, version: body.rider.version }, { ...ride })
  }

  /** Books as the rider. */
  private async bookMakeup({ date: lessonDate, time, type: lessonType }: Slot, studentId: string) {
    const rider = await signedIn({ id: studentId })
    const body = { studentId, lessonDate, scheduledTime: time, lessonType }
    return rider.api('/api/makeups/bookings', { method: 'POST', body })
  }

  /** Uses the API; the form where there is no call. */
  private async call(step: OfficeStep, slot: Slot, studentId: string, book: Book): Promise<Took> {
    const { date: lessonDate, time, type: lessonType } = slot
    const post = (path: string, body: object, method = 'POST') => this.office.api(`/api/${path}`, { method, body })
    const beyondCapacity = this.insists
    const removalType = 'scope' in step && step.scope === 'weekly' ? 'weekly' : 'one-time'
    switch (step.kind) {
      case 'add': {
        const body = { studentId, scheduledTime: time, lessonType, beyondCapacity }
        if (step.scope === 'weekly') return post('weekly-schedule', { ...body, startDate: lessonDate })
        return post('temporary-lessons/add-student', { ...body, lessonDate })
      }
      case 'remove':
        return post('lessons/record-removal', { studentId, lessonDate, lessonTime: time, lessonType, removalType })
      case 'add-lesson': {
        if (step.instructor !== null) return this.fill(step, slot, studentId, book)
        const arena = arenaOf(step.duration) || undefined
        const body = { scheduledTime: time, lessonType, duration: step.duration, arena }
        if (step.scope === 'weekly') return post('weekly-schedule', { ...body, startDate: lessonDate })
        return post('temporary-lessons', { ...body, lessonDate })
      }
      case 'delete-lesson':
        return post('lessons/record-removal', {
          lessonDate,
          lessonTime: time,
          lessonType,
          removalType,
          despiteWaitlist: this.insists,
        })
      case 'edit': {
        const to = {
          scope: step.scope,
          newDate: dayOf(step, slot),
          newTime: step.time,
          newType: step.type,
          newDuration: step.duration,
          newArena: arenaOf(step.duration) || undefined,
          beyondCapacity,
        }
        return post('weekly-schedule/timeslot', { oldTime: time, oldType: lessonType, lessonDate, ...to }, 'PUT')
      }
      case 'close':
        return post('schedule/close-day', {
          date: lessonDate,
          from: step.from,
          reason: 'Snow',
          noMakeups: step.noMakeups,
        })
      case 'mark':
        return post('lessons/attendance', {
          studentId,
          lessonDate,
          lessonTime: time,
          attendanceStatus: step.attendance,
          beyondCapacity,
        })
      case 'move':
        return this.fill(step, slot, studentId, book)
      case 'book':
        return this.bookMakeup(slot, studentId)
      case 'exchange':
        return post('lessons/horse-assignments/exchange', {
          usageDate: lessonDate,
          lessonTime: time,
          lessonType,
          studentIds: [studentId, otherOf(step, slot, studentId, book)],
        })
      case 'horse': {
        const horseName = step.horse === null ? null : `Horse ${HORSES[step.horse]}`
        return post('lessons/horse-assignments', { horseName, usageDate: lessonDate, lessonTime: time, studentId })
      }
    }
  }
}

import { randomUUID } from 'node:crypto'
import type { ArenaPlan } from '~/models/schedule/arenas/arena-plan.server'
import type { RestPlan } from '~/models/schedule/change/horses/rest-plan.server'
import { rideChoice } from '~/models/schedule/horses/plan/horse-plan'
import type { CoverPlan } from '~/models/schedule/instructors/cover/cover-plan.server'
import { type Book, lessonsOf } from '~/models/schedule/snapshot/book'
import { rideState } from '~/models/schedule/snapshot/ride-state'
import { NO_INSTRUCTOR_ID } from '~/models/schedule/vocabulary/slot.schema'
import { loadRoster } from '~/models/schedule/week/roster.server'
import { NO_HORSE_VALUE } from '~/models/vocabulary/attendance'
import { isAway } from '~/models/vocabulary/away'
import { type Slot, slotKey } from '~/models/vocabulary/slot'
import { now, setClock } from '~/platform/clock.server'
import { prisma } from '~/platform/db.server'
import { action as cancelLessons } from '~/routes/office/day/cancel'
import * as closedArena from '~/routes/office/day/plans/closed-arena'
import * as cover from '~/routes/office/day/plans/cover'
import * as hotDay from '~/routes/office/day/plans/hot-day'
import * as restHorse from '~/routes/office/horses/rest-horse'
import * as ridesAtRest from '~/routes/office/horses/rides-at-rest'
import * as lessonInstructor from '~/routes/office/lessons/instructor'
import { action as student } from '~/routes/office/students/student/student'
import { action as cantTeach } from '~/routes/teaching/cant-come'
import { offerPlaces } from '~/services/mail/notices/offered-places.server'
import { notifyRideChanges } from '~/services/mail/notices/ride-changes.server'
import { addDays } from '~/utils/dates'
import { paths } from '~/utils/paths'
import { signedIn } from '../factories'
import type { Visitor } from '../visitor'
import { HOT, type PeopleStep, UNREACHED } from './people-steps'
import { ARENAS, aimOf, DATES, HORSES, INSTRUCTORS, instructorOf, RIDERS } from './steps'

type Took = Promise<{ status: number }>
const NOTHING = { status: 404 }

/** A mark that was tapped on a sheet without a signal, with the ride as the sheet showed it. */
interface Kept {
  date: string
  change: { studentId: string; lessonTime: string; rideType: string; key: string } & Record<string, unknown>
}

/** Acts as families, instructors and a phone in the barn. */
export class People {
  private kept: Kept[] = []
  families: ReadonlyMap<string, Visitor> = new Map()
  instructors: ReadonlyMap<string, Visitor> = new Map()

  private constructor(
    private office: Visitor,
    private readonly officeId: string,
  ) {}

  static async open(office: Visitor, officeId: string): Promise<People> {
    const people = new People(office, officeId)
    await people.signIn(office)
    return people
  }

  /** Signs everyone in with their own browser. What a phone has stored stays. */
  async signIn(office: Visitor): Promise<void> {
    // Nobody has a second step, which would be required once the clock has moved a week.
    await prisma.secondFactor.deleteMany()
    const browsers = async (ids: readonly string[]) =>
      new Map<string, Visitor>(await Promise.all(ids.map(async (id) => [id, await signedIn({ id })] as const)))
    this.office = office
    this.families = (await browsers(RIDERS.filter((id) => id !== UNREACHED))).set(UNREACHED, office)
    this.instructors = await browsers(INSTRUCTORS)
  }

  async take(step: PeopleStep, book: Book): Took {
    switch (step.kind) {
      case 'call-off': {
        const { slot, rider } = aimOf(step, book)
        return this.absence('POST', rider, slot)
      }
      case 'after-all': {
        const ride = pick(
          book.records.filter((row) => isAway(row) && row.announcedAt),
          step.nth,
        )
        return ride ? this.absence('DELETE', ride.riderId, ride) : NOTHING
      }
      case 'wait': {
        const { slot, rider } = aimOf(step, book)
        const body = { studentId: rider, ...named(slot), weekly: step.scope === 'weekly' }
        return this.family(rider).api('/api/waitlist', { method: 'POST', body })
      }
      case 'leave': {
        const line = pick(
          await prisma.waiting.findMany({ where: { closedAt: null }, orderBy: { id: 'asc' } }),
          step.nth,
        )
        return line ? this.family(line.studentId).api(`/api/waitlist/${line.id}`, { method: 'DELETE' }) : NOTHING
      }
      case 'answer': {
        const open = { where: { state: 'open' as const }, include: { waiting: true }, orderBy: { id: 'asc' as const } }
        const offer = pick(await prisma.placeOffer.findMany(open), step.nth)
        if (!offer) return NOTHING
        const call = { method: 'POST', body: { answer: step.answer } }
        return this.family(offer.waiting.studentId).api(`/api/offers/${offer.id}`, call)
      }
      case 'cancel': {
        const { slot } = aimOf(step, book)
        const fields = { lesson: slotKey(slot), reason: 'Sarah is ill' }
        return this.office.post(cancelLessons, paths.cancelLessons({ date: slot.date }), fields)
      }
      case 'rest':
        return this.rest(step)
      case 'ill':
        return this.ill(step)
      case 'arena':
        return this.arena(step)
      case 'says':
        return this.says(step)
      case 'hot':
        return this.hot(step)
      case 'teach': {
        const { slot } = aimOf(step, book)
        const instructorId = instructorOf(step) ?? NO_INSTRUCTOR_ID
        const address = paths.lessonInstructor(slot)
        const { body } = await this.office.get(lessonInstructor.loader, address, { ...slot })
        const fields = { instructorId, scope: step.scope, version: body?.instructor?.id ?? '' }
        return this.office.post(lessonInstructor.action, address, fields, { ...slot })
      }
      case 'taught': {
        const { slot, rider } = aimOf(step, book)
        const body = { studentId: rider, lessonDate: slot.date, lessonTime: slot.time, rideType: slot.type }
        const mark = { ...body, attendanceStatus: step.attendance }
        return this.instructor(await teacherOf(slot)).api('/api/teaching/attendance', { method: 'POST', body: mark })
      }
      case 'tap':
        return this.tap(step, book)
      case 'signal':
        return this.signal()
      case 'note': {
        const studentId = RIDERS[step.rider] ?? RIDERS[0]
        const text = `${step.forBarn ? 'Barn' : 'Office'} ${step.rider}`
        const fields = { text, readers: step.forBarn ? 'barn' : 'office' }
        return this.office.post(student, paths.student(studentId), fields, { id: studentId })
      }
      case 'hours':
        // The job runs every minute, so offers are sent at once.
        await offerPlaces()
        setClock(new Date(now().getTime() + step.hours * 3_600_000))
        await offerPlaces()
        await notifyRideChanges()
        return { status: 200 }
    }
  }

  private family(riderId: string): Visitor {
    return must(this.families.get(riderId))
  }

  private instructor(id: string | null): Visitor {
    return must(this.instructors.get(id ?? INSTRUCTORS[0]))
  }

  private absence(method: 'POST' | 'DELETE', studentId: string, { date, time }: Pick<Slot, 'date' | 'time'>) {
    return this.family(studentId).api('/api/absences', {
      method,
      body: { studentId, lessonDate: date, scheduledTime: time },
    })
  }

  private async rest({ horse, days, until, ends }: Extract<PeopleStep, { kind: 'rest' }>): Took {
    const id = HORSES[horse] ?? HORSES[0]
    const address = paths.restHorse(id)
    const params = { id: String(id) }
    const from = DATES[days] ?? ''
    const fields = {
      intent: ends ? 'end' : 'rest',
      from,
      until: until ? (DATES[Math.min(DATES.length - 1, days + 2)] ?? '') : '',
      reason: 'Lame',
    }
    const answer = await this.office.post(restHorse.action, address, fields, params)
    const plan = answer.headers.get('Location')
    if (!plan?.startsWith('/horses/') || plan.startsWith('/horses/manage')) return answer
    return this.confirmRest(plan, params)
  }

  /** The rides that a rest hits get the horses that are proposed, on the screen to which its form leads. */
  private async confirmRest(address: string, params: { id: string }): Took {
    const { plan }: { plan: RestPlan } = (await this.office.get(ridesAtRest.loader, address, params)).body
    const fields = { version: plan.version, ...ridesIn(plan.days) }
    return confirmed(address, await this.office.post(ridesAtRest.action, address, fields, params))
  }

  /** An instructor tells the office that they can't come, or takes it back. */
  private says({ instructor, days, through, ends }: Extract<PeopleStep, { kind: 'says' }>): Took {
    const from = DATES[days] ?? ''
    const when = { from, through: through ? addDays(from, 8) : '', time: '', reason: '' }
    const fields = { intent: ends ? 'end' : 'report', ...when }
    return this.instructor(INSTRUCTORS[instructor] ?? null).post(cantTeach, paths.cantTeach(), fields)
  }

  /** What is proposed for the rides of a hot day is confirmed as it is. */
  private async hot({ days, hot }: Extract<PeopleStep, { kind: 'hot' }>): Took {
    const date = DATES[days] ?? ''
    const address = paths.hotDay({ date, fewer: hot ? HOT : 0 })
    const { status, body } = await this.office.get(hotDay.loader, address)
    if (status !== 200) return NOTHING
    const fields = { version: body.plan.version, ...ridesIn([body.plan.day]) }
    return confirmed(address, await this.office.post(hotDay.action, address, fields))
  }

  /** What is proposed for the lessons of an instructor is confirmed as it is. */
  private async ill({ instructor, days, through }: Extract<PeopleStep, { kind: 'ill' }>): Took {
    const from = DATES[days] ?? ''
    const id = INSTRUCTORS[instructor] ?? ''
    const address = paths.cover({ instructor: id, from, ...(through && { through: addDays(from, 8) }) })
    const { plan }: { plan: CoverPlan } = (await this.office.get(cover.loader, address)).body
    const fields: Record<string, string> = { version: plan.version, reason: 'Ill' }
    for (const [i, { key, proposed }] of plan.lessons.entries()) {
      fields[`lessons[${i}].slot`] = key
      fields[`lessons[${i}].cover`] = proposed
    }
    return confirmed(address, await this.office.post(cover.action, address, fields))
  }

  /** What is proposed for the lessons in an arena that is closed is confirmed as it is. */
  private async arena({ arena, days, through }: Extract<PeopleStep, { kind: 'arena' }>): Took {
    const from = DATES[days] ?? ''
    const address = paths.closedArena({ arena: ARENAS[arena], from, ...(through && { through: addDays(from, 8) }) })
    const { plan }: { plan: ArenaPlan } = (await this.office.get(closedArena.loader, address)).body
    const fields: Record<string, string> = { version: plan.version, reason: 'Flooded' }
    for (const [i, { key, proposed }] of plan.lessons.entries()) {
      fields[`lessons[${i}].slot`] = key
      fields[`lessons[${i}].cover`] = proposed
    }
    const { status, headers } = await this.office.post(closedArena.action, address, fields)
    return { status: headers.get('Location') === address ? 409 : status }
  }

  /** Returns a mark on the sheet, which shows the ride as it is now, and is sent whenever there is a signal. */
  private tap(step: Extract<PeopleStep, { kind: 'tap' }>, book: Book): { status: number } {
    const { slot, rider } = aimOf(step, book)
    const ride = { ...slot, riderId: rider }
    if (!lessonsOf(book, slot.date).some(({ time, riders }) => time === slot.time && riders.some(isOf(rider))))
      return NOTHING
    const { attendance, horse } = rideState(book, ride)
    const base = { attendance, horseId: horse?.horseId ?? null }
    const kept = this.kept.filter(({ date, change }) => date !== slot.date || !isRide(change, slot, rider))
    const change = {
      studentId: rider,
      lessonTime: slot.time,
      rideType: slot.type,
      key: randomUUID(),
      base,
      want: { ...base, attendance: step.attendance },
      madeAt: now().toISOString(),
    }
    this.kept = [...kept, { date: slot.date, change }]
    return { status: 200 }
  }

  private async signal(): Took {
    const [first] = this.kept
    if (!first) return NOTHING
    const sent = this.kept.filter(({ date }) => date === first.date)
    this.kept = this.kept.filter(({ date }) => date !== first.date)
    const body = { userId: this.officeId, lessonDate: first.date, changes: sent.map(({ change }) => change) }
    return this.office.api('/api/day-sheet/changes', { method: 'POST', body })
  }
}

const named = ({ date, time, type }: Slot) => ({ lessonDate: date, scheduledTime: time, lessonType: type })

const isOf =
  (id: string) =>
  ({ riderId }: { riderId: string }) =>
    riderId === id

const isRide = (change: Kept['change'], slot: Slot, rider: string) =>
  change.studentId === rider && change.lessonTime === slot.time && change.rideType === slot.type

const pick = <Row>(rows: readonly Row[], nth: number): Row | undefined => rows[nth % Math.max(1, rows.length)]

function must<Value>(value: Value | undefined): Value {
  if (value === undefined) throw new Error('Nobody has this name')
  return value
}

/** Returns who teaches the lesson; null if nobody does. */
async function teacherOf({ date, time, type }: Slot): Promise<string | null> {
  const { days } = await loadRoster({ from: date, to: date })
  return days[0]?.lessons.find((lesson) => lesson.time === time && lesson.type === type)?.instructor?.id ?? null
}

/** Returns a plan's answer. Its screen is shown again for an older plan alone, and nothing came between this one and its confirmation. */
function confirmed(address: string, { status, headers }: { status: number; headers: Headers }): { status: number } {
  if (headers.get('Location') === address) throw new Error(`${address} took its own plan for an older one`)
  return { status }
}

/** The fields of a form with the horses that are proposed. */
function ridesIn(days: RestPlan['days']): Record<string, string> {
  const fields: Record<string, string> = {}
  for (const [i, { date, rides }] of days.entries()) {
    fields[`days[${i}].date`] = date
    for (const [j, ride] of rides.filter(({ away }) => !away).entries()) {
      fields[`days[${i}].rides[${j}].ride`] = rideChoice(ride)
      fields[`days[${i}].rides[${j}].horseId`] = ride.horseId === null ? NO_HORSE_VALUE : String(ride.horseId)
    }
  }
  return fields
}

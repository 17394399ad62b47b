import { formatDay } from '~/utils/dates'
import { groupBy } from '~/utils/group-by'
import { phoneKey, plain, sameNameKey } from '../cells'
import type { FieldName } from '../fields'
import type { Said } from '../made'
import { timeFieldOf } from '../read-lesson'
import type { ImportRow, Problem } from '../read-rows'
import type { School } from '../school'
import { clashOf } from './clash'
import { HorsesPlan } from './horses'
import { LessonRules } from './lesson-rules'
import { LessonsPlan, lessonKey } from './lessons'
import { PaidPlan, paymentKey } from './paid'
import { PeoplePlan } from './people'
import {
  addTo,
  full,
  type Plan,
  type PlannedLesson,
  type PlannedPerson,
  type PlannedRide,
  type PlannedWaiver,
} from './planned'
import { RidesPlan } from './rides'

/**
 * What a file would make of the school. A guardian is known by email, else by phone and last name, else by a name that nobody else has; a
 * rider by the name in the family; a rider without a guardian as a guardian is. A lesson is the rider's by day, time and type, a ride on one
 * day by date, time and type; a payment
 * by day, amount and method; a package and what is left of it by month. Whatever is there already stays as it is. A row that needs a look
 * makes nothing. What a file of the week said, and is otherwise now, was changed by a family or a desk and stays, unless the row is to be taken.
 */
export function planImport(rows: readonly ImportRow[], school: School): Plan {
  return new Planner(school).plan(rows)
}

class Planner extends PeoplePlan {
  readonly rules: LessonRules
  readonly lessons: LessonsPlan
  readonly rides: RidesPlan
  readonly paid: PaidPlan
  /** By rider. */
  readonly notes = new Map<string, Plan['notes']>()
  readonly waivers = new Map<string, PlannedWaiver>()
  readonly look: Plan['look'] = []
  readonly remarks: Plan['remarks'] = []
  readonly notedBefore: ReadonlyMap<string, School['notes'][number][]>
  readonly horses: HorsesPlan

  constructor(school: School) {
    super(school)
    this.notedBefore = groupBy(school.notes, ({ riderId }) => riderId)
    this.rules = new LessonRules(school)
    this.lessons = new LessonsPlan(this, this.rules)
    this.rides = new RidesPlan(this, this.rules, this.lessons)
    this.paid = new PaidPlan(this, this.rules)
    this.horses = new HorsesPlan(school.horses)
  }

  plan(rows: readonly ImportRow[]): Plan {
    const seen = new Map<string, number>()
    const all = new Set<string>()
    const unready = new Set<string>()
    for (const row of rows) {
      const fileKey =
        [row.rider, row.guardian].map((name) => name && sameNameKey(name)).join(' ') +
        (row.email ?? phoneKey(row.phone))
      if (row.isRider) all.add(fileKey)
      const same = JSON.stringify(row.texts)
      const first = seen.get(same)
      if (first !== undefined) {
        this.remarks.push({ row: row.row, text: `The same as row ${first}: it counts once` })
        continue
      }
      seen.set(same, row.row)
      const problems = row.problems.length > 0 ? row.problems : row.isRider ? this.take(row) : this.takeBarn(row)
      if (row.isRider && problems?.length !== 0) unready.add(fileKey)
      if (problems && problems.length > 0) {
        const name = row.isRider ? full(row.rider) : (row.horse?.name ?? '')
        this.look.push({ row: row.row, name, texts: row.texts, problems })
      }
    }
    const gone = this.gone(rows)
    this.remarks.push(...this.horses.kept, ...this.lessons.remarks(gone.places), ...this.rides.remarks())
    for (const [person, row] of this.withoutEmail) {
      if (person.email) continue
      this.remarks.push({ row, text: `${full(person.name)} has no email, so you do everything for this family` })
    }
    return {
      people: [...this.used],
      horses: this.horses.all,
      lessons: this.lessons.all,
      rides: this.rides.all,
      instructors: this.rules.instructors,
      packages: [...this.paid.packages.values()],
      makeups: [...this.paid.makeups.values()],
      payments: [...this.paid.payments.values()].flat().map(({ row: _, ...payment }) => payment),
      notes: [...this.notes.values()].flat(),
      waivers: [...this.waivers.values()],
      changedHere: this.changedHere,
      said: this.said(),
      gone,
      look: this.look,
      remarks: this.remarks.sort((a, b) => a.row - b.row),
      riders: { all: all.size, ready: all.size - unready.size },
    }
  }

  /** Adds all that a row says, or returns why it cannot; null of a rider who stays removed. */
  take(row: ImportRow): Problem[] | null {
    this.takeBack = []
    this.row = row
    const rider = this.person(row)
    if (!rider) return null
    const parts = 'message' in rider ? [rider] : this.parts(row, rider)
    const problems = [...parts, this.horses.problemOf(row)].filter(
      (part): part is Problem => part !== null && 'message' in part,
    )
    if ('message' in rider || problems.length > 0) {
      for (const back of this.takeBack.reverse()) back()
      return problems
    }
    const [lesson, ride, pack, payment, owed, waiver] = parts as [
      PlannedLesson | null,
      PlannedRide | null,
      Plan['packages'][number] | null,
      Plan['payments'][number] | null,
      Plan['makeups'][number] | null,
      PlannedWaiver | null,
    ]
    if (waiver) this.waivers.set(rider.key, waiver)
    if (lesson) this.lessons.add(lesson)
    if (ride) this.rides.add(ride)
    if (pack) this.paid.packages.set(rider.key, pack)
    if (owed) this.paid.makeups.set(rider.key, owed)
    if (payment) addTo(this.paid.payments, rider.key, { ...payment, row: row.row })
    for (const note of row.notes) this.note(note, rider)
    this.horses.take(row)
    return []
  }

  /** Adds the horse or the instructor of a row that names no rider, or returns why it cannot. */
  takeBarn(row: ImportRow): Problem[] {
    const instructor = this.rules.namedInstructor(row.instructor)
    const problem = instructor && 'message' in instructor ? instructor : this.horses.problemOf(row)
    if (problem) return [problem]
    this.horses.take(row)
    if (instructor && !('message' in instructor)) this.rules.addInstructor(instructor)
    return []
  }

  parts(row: ImportRow, rider: PlannedPerson) {
    const lesson = this.free(row, rider, this.lessons.of(row, rider))
    const ride = this.free(row, rider, this.rides.of(row, rider))
    const pack = this.paid.package(row, rider)
    const [payment, owed] = [this.paid.payment(row, rider), this.paid.owed(row, rider, pack)]
    return [lesson, ride, pack, payment, owed, this.waiver(row, rider)]
  }

  /** Returns a lesson of the row, or why it cannot be: the rider is elsewhere then. */
  free<Planned extends PlannedLesson | PlannedRide>(
    { texts }: ImportRow,
    rider: PlannedPerson,
    planned: Planned | Problem | null,
  ): Planned | Problem | null {
    if (!planned || 'message' in planned || planned.there) return planned
    const clash = clashOf(planned, rider, this)
    return clash ? { field: timeFieldOf(texts), message: `${full(rider.name)} rides on ${clash} already` } : planned
  }

  /** What is left as it is, or is not spoken of, is as an earlier file said it. */
  said(): Plan['said'] {
    const all = [...this.used].map((person) => {
      const { key, name, guardianKey, email, phone, birthDate, level, weightLb } = person
      const earlier = this.school.said.get(key)
      const isLeft = (what: string) => this.left.has(`${key} ${what}`)
      const kept = Object.entries(earlier?.facts ?? {}).filter(([field]) => isLeft(field))
      const list = (what: 'lessons' | 'rides' | 'payments' | 'notes', now: string[] = []) =>
        now.length === 0 || isLeft(what) ? (earlier?.[what] ?? []) : now
      const pack = isLeft('package') ? undefined : this.paid.packages.get(key)
      const said: Said = {
        name: earlier?.name ?? sameNameKey(name),
        guardian: earlier ? earlier.guardian : guardianKey,
        facts: { email, phone, birthDate, level, weightLb, ...Object.fromEntries(kept) },
        lessons: list('lessons', this.lessons.by.get(key)?.map(lessonKey)),
        rides: list('rides', this.rides.saidOf(key)),
        payments: list('payments', this.paid.payments.get(key)?.map(paymentKey)),
        notes: list(
          'notes',
          this.notes.get(key)?.map(({ text }) => text),
        ),
        month: this.school.today.slice(0, 7),
        package: pack ? pack.packageId : (earlier?.package ?? null),
        used: pack ? (pack.left === null ? pack.used : pack.lessons - pack.left) : (earlier?.used ?? null),
      }
      return [key, said] as const
    })
    return Object.fromEntries(all)
  }

  waiver({ waiver: paperOn }: ImportRow, rider: PlannedPerson): PlannedWaiver | Problem | null {
    if (!paperOn) return null
    const other = this.waivers.get(rider.key)
    if (other && other.paperOn !== paperOn)
      return { field: 'waiver', message: `Another row says ${formatDay(other.paperOn)}` }
    return { riderKey: rider.key, paperOn, there: rider.id !== null && this.school.signed.has(rider.id) }
  }

  note({ text, forBarn }: { text: string; forBarn: boolean }, rider: PlannedPerson): void {
    const { key } = rider
    if (this.notes.get(key)?.some((note) => note.text === text)) return
    const there = this.notedBefore.get(key)?.some((note) => note.text === text) ?? false
    const texts = this.notedBefore.get(key)?.map((note) => note.text) ?? []
    if (
      !there &&
      this.changedOf(rider, 'notes', texts) &&
      this.leaves(rider, 'notes', `has other notes here. The file says “${text}”`)
    )
      return
    addTo(this.notes, key, { riderKey: key, text, forBarn, there })
  }

  /** What an earlier import made for a rider of this file, of a kind that the file speaks of, and that it says otherwise. */
  gone(rows: readonly ImportRow[]): Plan['gone'] {
    const speaks = (...fields: FieldName[]) => rows.some(({ texts }) => fields.some((field) => texts[field]))
    const ready = new Map([...this.used].filter(({ id, rides }) => id !== null && rides).map((one) => [one.key, one]))
    // A rider of whom another row still needs a look keeps everything until it is mended.
    const waits = new Set(this.look.map(({ name }) => plain(name)))
    const theirs = (riderId: string | null) => {
      const person = riderId === null ? undefined : ready.get(riderId)
      return person !== undefined && !waits.has(plain(full(person.name)))
    }
    const notes = this.school.notes.filter(
      (note) =>
        theirs(note.riderId) &&
        !this.left.has(`${note.riderId} notes`) &&
        this.isImported('student_notes', note.id) &&
        !this.notes.get(note.riderId)?.some((one) => one.text === note.text),
    )
    return {
      places: rows.some(({ lesson }) => lesson?.date === null) ? this.lessons.gone(theirs) : [],
      rides: rows.some(({ lesson }) => lesson?.date) ? this.rides.gone(theirs) : [],
      payments: speaks('paid') ? this.paid.gone(theirs) : [],
      notes: speaks('medical', 'note', 'balance', 'second') ? notes : [],
    }
  }
}

import { MAX_OFFLINE, MONTH_FULL } from '~/models/money/payments/offline/offline-payment.schema'
import { overlaps } from '~/models/schedule/vocabulary/overlap'
import { requireLength, requireTime, usualLength } from '~/models/school/lesson-times'
import { Refused } from '~/platform/refused'
import { dayOfWeek, formatDay, type LocalDate, monthStart } from '~/utils/dates'
import { groupBy } from '~/utils/group-by'
import { type Cents, formatCents } from '~/utils/money'
import { formatTimeOfDay, type TimeOfDay } from '~/utils/time-of-day'
import { type PersonName, phoneKey, plain, sameNameKey, WEEKDAYS } from '../cells'
import type { FieldName } from '../fields'
import type { Said } from '../made'
import { type ImportRow, type Problem, timeFieldOf } from '../read-rows'
import type { KnownPlace, School } from '../school'
import { HorsesPlan } from './horses'
import { PeoplePlan } from './people'
import { full, type Plan, type PlannedLesson, type PlannedPerson, type PlannedWaiver } from './planned'

const sumOf = (all: readonly { cents: Cents }[]): Cents => all.reduce((sum, { cents }) => sum + cents, 0)
type Paid = { cents: Cents; method: string; on: LocalDate }
const paymentKey = ({ cents, method, on }: Paid) => `${cents} ${method} ${on}`
const isSamePayment = (a: Paid, b: Paid) => paymentKey(a) === paymentKey(b)

function addTo<One>(lists: Map<string, One[]>, key: string, one: One): void {
  const list = lists.get(key)
  if (list) list.push(one)
  else lists.set(key, [one])
}

const slotText = ({ weekday, time }: { weekday: number; time: TimeOfDay }) =>
  `${WEEKDAYS[weekday]} ${formatTimeOfDay(time)}`

const lessonKey = ({ weekday, time, type }: { weekday: number; time: TimeOfDay; type: string }) =>
  `${weekday} ${time} ${type}`

/**
 * What a file would make of the school. A guardian is known by email, else by phone and last name, else by a name that nobody else has; a
 * rider by the name in the family; a rider without a guardian as a guardian is. A lesson is the rider's by day, time and type; a payment
 * by day, amount and method; a package and what is left of it by month. Whatever is there already stays as it is. A row that needs a look
 * makes nothing. What a file of the week said, and is otherwise now, was changed by a family or a desk and stays, unless the row is to be taken.
 */
export function planImport(rows: readonly ImportRow[], school: School): Plan {
  return new Planner(school).plan(rows)
}

class Planner extends PeoplePlan {
  readonly lessons: PlannedLesson[] = []
  /** By rider, and by lesson. */
  readonly lessonsBy = new Map<string, PlannedLesson[]>()
  readonly placesAt: ReadonlyMap<string, KnownPlace[]>
  readonly placesOf: ReadonlyMap<string | null, KnownPlace[]>
  readonly ridesOf: ReadonlyMap<string, School['rides'][number][]>
  readonly instructors: PersonName[] = []
  readonly instructorsBy = new Map<string, PersonName>()
  /** By rider, as makeups, payments and notes. */
  readonly packages = new Map<string, Plan['packages'][number]>()
  readonly makeups = new Map<string, Plan['makeups'][number]>()
  readonly payments = new Map<string, (Plan['payments'][number] & { row: number })[]>()
  readonly notes = new Map<string, Plan['notes']>()
  readonly waivers = new Map<string, PlannedWaiver>()
  /** The names of the school's ride types and packages, as they are compared. */
  readonly typeWords: readonly { name: string; word: string }[]
  readonly packageWords: readonly { found: School['packages'][number]; word: string }[]
  readonly look: Plan['look'] = []
  readonly remarks: Plan['remarks'] = []
  readonly paidBefore: ReadonlyMap<string, School['payments'][number][]>
  readonly notedBefore: ReadonlyMap<string, School['notes'][number][]>
  readonly horses: HorsesPlan

  constructor(school: School) {
    super(school)
    this.placesAt = groupBy(school.places, lessonKey)
    this.placesOf = groupBy(school.places, ({ riderId }) => riderId)
    this.ridesOf = groupBy(school.rides, ({ riderId }) => riderId)
    this.paidBefore = groupBy(school.payments, ({ riderId }) => riderId)
    this.notedBefore = groupBy(school.notes, ({ riderId }) => riderId)
    this.typeWords = school.rideTypes.map((name) => ({ name, word: plain(name) }))
    this.packageWords = school.packages.map((found) => ({ found, word: plain(found.name) }))
    this.horses = new HorsesPlan(school.horses)
    for (const one of school.instructors) this.instructorsBy.set(sameNameKey(one), one)
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
    this.remarks.push(...this.horses.kept)
    for (const [person, row] of this.withoutEmail) {
      if (person.email) continue
      this.remarks.push({ row, text: `${full(person.name)} has no email, so you do everything for this family` })
    }
    return {
      people: [...this.used],
      horses: this.horses.all,
      lessons: this.lessons,
      instructors: this.instructors,
      packages: [...this.packages.values()],
      makeups: [...this.makeups.values()],
      payments: [...this.payments.values()].flat().map(({ row: _, ...payment }) => payment),
      notes: [...this.notes.values()].flat(),
      waivers: [...this.waivers.values()],
      changedHere: this.changedHere,
      said: this.said(),
      gone: this.gone(rows),
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
    const [lesson, pack, payment, owed, waiver] = parts as [
      PlannedLesson | null,
      Plan['packages'][number] | null,
      Plan['payments'][number] | null,
      Plan['makeups'][number] | null,
      PlannedWaiver | null,
    ]
    if (waiver) this.waivers.set(rider.key, waiver)
    if (lesson) {
      this.lessons.push(lesson)
      for (const key of [lesson.riderKey, lessonKey(lesson)]) addTo(this.lessonsBy, key, lesson)
      this.instructor(lesson)
    }
    if (pack) this.packages.set(rider.key, pack)
    if (owed) this.makeups.set(rider.key, owed)
    if (payment) addTo(this.payments, rider.key, { ...payment, row: row.row })
    for (const note of row.notes) this.note(note, rider)
    this.horses.take(row)
    return []
  }

  /** Adds the horse or the instructor of a row that names no rider, or returns why it cannot. */
  takeBarn(row: ImportRow): Problem[] {
    const instructor = this.namedInstructor(row.instructor)
    const problem = instructor && 'message' in instructor ? instructor : this.horses.problemOf(row)
    if (problem) return [problem]
    this.horses.take(row)
    if (instructor && !('message' in instructor)) this.instructor({ instructor })
    return []
  }

  parts(row: ImportRow, rider: PlannedPerson) {
    const lesson = this.lesson(row, rider)
    const pack = this.package(row, rider)
    return [lesson, pack, this.payment(row, rider), this.owed(row, rider, pack), this.waiver(row, rider)]
  }

  /** What an earlier file said of a rider, if not all of it is there anymore. */
  changedOf(rider: PlannedPerson, what: 'lessons' | 'payments' | 'notes', now: readonly string[]): boolean {
    const there = new Set(now)
    return this.school.said.get(rider.key)?.[what].some((one) => !there.has(one)) ?? false
  }

  /** What is left as it is, or is not spoken of, is as an earlier file said it. */
  said(): Plan['said'] {
    const all = [...this.used].map((person) => {
      const { key, name, guardianKey, email, phone, birthDate, level, weightLb } = person
      const earlier = this.school.said.get(key)
      const isLeft = (what: string) => this.left.has(`${key} ${what}`)
      const kept = Object.entries(earlier?.facts ?? {}).filter(([field]) => isLeft(field))
      const list = (what: 'lessons' | 'payments' | 'notes', now: string[] = []) =>
        now.length === 0 || isLeft(what) ? (earlier?.[what] ?? []) : now
      const pack = isLeft('package') ? undefined : this.packages.get(key)
      const said: Said = {
        name: earlier?.name ?? sameNameKey(name),
        guardian: earlier ? earlier.guardian : guardianKey,
        facts: { email, phone, birthDate, level, weightLb, ...Object.fromEntries(kept) },
        lessons: list('lessons', this.lessonsBy.get(key)?.map(lessonKey)),
        payments: list('payments', this.payments.get(key)?.map(paymentKey)),
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

  lesson({ lesson, texts }: ImportRow, rider: PlannedPerson): PlannedLesson | Problem | null {
    if (!lesson) return null
    const type = this.typeOf(lesson.type)
    if (type === undefined)
      return {
        field: 'type',
        message: lesson.type ? `No ride type is called “${lesson.type}”` : 'The school has no ride type yet',
      }
    const { weekday, time, instructor } = lesson
    const slot = { weekday, time, type }
    const standing = this.placesAt.get(lessonKey(slot)) ?? []
    const others = this.lessonsBy.get(lessonKey(slot)) ?? []
    // A lesson has one length for all its riders.
    const length = standing[0]?.duration ?? others[0]?.duration
    const duration = length ?? lesson.duration ?? usualLength(this.school.times)
    if (lesson.duration && length && lesson.duration !== length) {
      return { field: 'length', message: `The ${type} on ${slotText(slot)} is ${length} minutes long` }
    }
    // A lesson that stands may be at any time.
    const wrong = standing.length > 0 ? null : this.refusalOf(time, duration)
    if (wrong) return { field: wrong.field === 'time' ? timeFieldOf(texts) : 'length', message: wrong.message }
    const taught = others.find(({ instructor }) => instructor)?.instructor
    if (taught && instructor && sameNameKey(taught) !== sameNameKey(instructor) && !this.isShort(instructor, taught)) {
      return { field: 'instructor', message: `The ${type} on ${slotText(slot)} is with ${full(taught)}` }
    }
    if (others.some(({ riderKey }) => riderKey === rider.key)) return null
    const there = standing.some(({ riderId }) => riderId !== null && riderId === rider.id)
    const places = this.placesOf.get(rider.key) ?? []
    const standingKeys = places.filter(({ ends }) => !ends).map(lessonKey)
    if (!there && this.changedOf(rider, 'lessons', standingKeys)) {
      const here = places.length > 0 ? `rides on ${places.map(slotText).join(', ')}` : 'has no weekly lesson'
      if (this.leaves(rider, 'lessons', `${here} here. The file says ${slotText(slot)}`)) return null
    }
    const isTaken = this.taken.has(`${rider.key} lessons`)
    const own = [
      ...(this.lessonsBy.get(rider.key) ?? []),
      ...places.filter((place) => !isTaken && !this.isImported('weekly_schedule', place.id)),
    ]
    const clash = there
      ? undefined
      : own.find((other) => other.weekday === weekday && overlaps(other, { time, duration }))
    if (clash) return { field: 'time', message: `${full(rider.name)} rides on ${slotText(clash)} already` }
    const ride = there
      ? undefined
      : this.ridesOf
          .get(rider.key)
          ?.find(
            (one) =>
              dayOfWeek(one.date) === weekday &&
              lessonKey({ ...one, weekday }) !== lessonKey(slot) &&
              overlaps(one, { time, duration }),
          )
    if (ride) {
      const when = `${formatDay(ride.date)} at ${formatTimeOfDay(ride.time)}`
      return { field: 'time', message: `${full(rider.name)} rides on ${when} already` }
    }
    const teaches = this.namedInstructor(instructor)
    if (teaches && 'message' in teaches) return teaches
    return { riderKey: rider.key, ...slot, duration, instructor: teaches, there }
  }

  /** Applies the rule that every form for a new lesson applies. */
  refusalOf(time: TimeOfDay, duration: number): Refused | null {
    try {
      requireTime(this.school.times, time)
      requireLength(this.school.times, duration)
      return null
    } catch (error) {
      if (error instanceof Refused) return error
      throw error
    }
  }

  typeOf(text: string): string | undefined {
    const types = this.typeWords
    if (!text) return types[0]?.name
    const word = plain(text)
    const found =
      types.find((type) => type.word === word) ??
      types.find((type) => type.word.startsWith(`${word} `) || word.startsWith(`${type.word} `))
    return found?.name
  }

  /** *Kelly* is Kelly Marsh, if there is no other Kelly. */
  isShort = (name: PersonName, of: PersonName): boolean => name.last === '' && plain(name.first) === plain(of.first)

  namedInstructor(name: PersonName | null): PersonName | Problem | null {
    if (!name) return null
    const exact = this.instructorsBy.get(sameNameKey(name))
    const short = [...this.instructorsBy.values()].filter((one) => this.isShort(name, one))
    if (!exact && short.length > 1)
      return { field: 'instructor', message: `${short.map(full).join(' or ')}? Enter the whole name` }
    const found = exact ?? short[0]
    return found ? { first: found.first, last: found.last } : name
  }

  instructor({ instructor }: Pick<PlannedLesson, 'instructor'>): void {
    if (!instructor || this.instructorsBy.has(sameNameKey(instructor))) return
    this.instructors.push(instructor)
    this.instructorsBy.set(sameNameKey(instructor), instructor)
  }

  package({ package: text, left, lesson }: ImportRow, rider: PlannedPerson): Plan['packages'][number] | Problem | null {
    if (!text)
      return left === null
        ? null
        : { field: 'package', message: `${left} lessons are left, and the row names no package` }
    const word = plain(text)
    const starts = this.packageWords.filter((one) => one.word.startsWith(word))
    const { found } = starts.find((one) => one.word === word) ?? (starts.length === 1 ? starts[0]! : {})
    if (!found) return { field: 'package', message: `No package for sale is called “${text}”` }
    const other = this.packages.get(rider.key)
    if (other) {
      if (other.packageId === found.id && (left === null || other.left === left)) return null
      return {
        field: 'package',
        message: `Another row says ${other.name}${other.left === null ? '' : `, ${other.left} left`}`,
      }
    }
    const isPrivate = found.lessons === 0 || (found.privateLessons > 0 && /private/i.test(lesson?.type ?? ''))
    const lessons = isPrivate ? found.privateLessons : found.lessons
    if (left !== null && left > lessons)
      return { field: 'left', message: `${found.name} has ${lessons} lessons a month` }
    const bought = this.school.bought.get(rider.key)
    if (bought && bought.id !== found.id)
      return { field: 'package', message: `${full(rider.name)} has bought ${bought.name} for this month` }
    const given = this.school.given.get(rider.key)
    const there = Boolean(bought) || given === found.id
    const before = this.school.said.get(rider.key)
    const said = before?.month === this.school.today.slice(0, 7) ? before : undefined
    if (!there && said?.package && said.package !== given) {
      const here = this.school.packages.find(({ id }) => id === given)?.name ?? 'no package'
      if (this.leaves(rider, 'package', `has ${here} here. The file says ${found.name}`)) return null
    }
    const counter = isPrivate ? 'private_lessons' : 'lessons'
    const used = this.school.used.get(rider.key)?.[counter] ?? 0
    const leftThere = left === null || (there && this.school.left.get(rider.key) === left)
    const isCounted = !leftThere && there && said?.used != null && said.used !== used
    return {
      riderKey: rider.key,
      packageId: found.id,
      name: found.name,
      left,
      lessons,
      counter,
      there,
      used,
      leftThere:
        leftThere ||
        (isCounted &&
          this.leaves(
            rider,
            'package',
            `has ${lessons - used} of ${lessons} lessons left here. The file says ${left}`,
          )),
    }
  }

  payment({ payment }: ImportRow, rider: PlannedPerson): Plan['payments'][number] | Problem | null {
    if (!payment) return null
    const { cents, method } = payment
    // A payment without a day keeps the day on which it was moved in.
    const undated = (other: School['payments'][number]) =>
      other.cents === cents &&
      other.method === method &&
      (monthStart(other.on) === monthStart(this.school.today) || this.isImported('recorded_payments', other.id))
    const on = payment.on ?? this.paidBefore.get(rider.key)?.find(undated)?.on ?? this.school.today
    const paid = { riderKey: rider.key, cents, method, on }
    const before = this.payments.get(rider.key)?.find((other) => isSamePayment(other, paid))
    if (before)
      return {
        field: 'paid',
        message: `Row ${before.row} says the same payment of ${formatCents(cents)}. Empty it here, or enter another day`,
      }
    const there = this.paidBefore.get(rider.key)?.some((other) => isSamePayment(other, paid)) ?? false
    const paidKeys = this.paidBefore.get(rider.key)?.map(paymentKey) ?? []
    if (!there && this.changedOf(rider, 'payments', paidKeys)) {
      const here = `has other payments here. The file says ${formatCents(cents)} on ${formatDay(on)}`
      if (this.leaves(rider, 'payments', here)) return null
    }
    if (!there && this.monthWith(paid) > MAX_OFFLINE) return { field: 'paid', message: MONTH_FULL }
    return { ...paid, there }
  }

  /** Makeups are given once: those that a family used, or the office took back, do not come again. */
  owed(
    { makeups: owed, lesson, texts }: ImportRow,
    rider: PlannedPerson,
    pack: Plan['packages'][number] | Problem | null,
  ): Plan['makeups'][number] | Problem | null {
    const { given, standing } = this.school.owed.get(rider.key) ?? { given: 0, standing: 0 }
    if (owed === null || owed + given === 0) return null
    const other = this.makeups.get(rider.key)
    if (other?.owed === owed) return null
    if (other) return { field: 'makeups', message: `Another row says ${other.owed} makeups` }
    if (owed < standing) {
      const came = `${standing} makeups came with an earlier file. Empty this, and take back on Makeups what is too many`
      return { field: 'makeups', message: came }
    }
    const types = this.school.makeupTypes
    if (types.length === 0) return { field: 'makeups', message: 'No ride type of the school has makeups' }
    const named = texts.type && this.typeOf(texts.type)
    // Of a lesson of an unknown type this is said already.
    if (texts.type && !named)
      return lesson ? null : { field: 'type', message: `No ride type is called “${texts.type}”` }
    const counter = this.counterOf(rider, pack)
    const type = named
      ? types.find(({ name }) => name === named)
      : (types.find((one) => one.counter === counter) ?? types[0])
    if (!type) return { field: 'type', message: `${named} has no makeups` }
    return { riderKey: rider.key, type: type.name, owed, give: Math.max(0, owed - given) }
  }

  waiver({ waiver: paperOn }: ImportRow, rider: PlannedPerson): PlannedWaiver | Problem | null {
    if (!paperOn) return null
    const other = this.waivers.get(rider.key)
    if (other && other.paperOn !== paperOn)
      return { field: 'waiver', message: `Another row says ${formatDay(other.paperOn)}` }
    return { riderKey: rider.key, paperOn, there: rider.id !== null && this.school.signed.has(rider.id) }
  }

  /** What the rider's package counts: that of the row, of another row, or of the school. */
  counterOf({ key }: PlannedPerson, pack: Plan['packages'][number] | Problem | null): string | undefined {
    const planned = pack && 'counter' in pack ? pack : this.packages.get(key)
    if (planned) return planned.counter
    const id = this.school.bought.get(key)?.id ?? this.school.given.get(key)
    const held = this.school.packages.find((one) => one.id === id)
    return held && (held.lessons === 0 ? 'private_lessons' : 'lessons')
  }

  /** What a rider's month would hold. What an earlier file brought counts as this file has it. */
  monthWith(paid: { riderKey: string; cents: Cents; on: LocalDate }): Cents {
    const inMonth = (other: { on: LocalDate }) => monthStart(other.on) === monthStart(paid.on)
    const before = (this.paidBefore.get(paid.riderKey) ?? []).filter(inMonth)
    const brought = before.filter(({ id }) => this.isImported('recorded_payments', id))
    const taken = before.filter((other) => !brought.includes(other))
    const rows = (this.payments.get(paid.riderKey) ?? []).filter(inMonth)
    const more = rows.filter((row) => !taken.some((other) => isSamePayment(other, row)))
    const noted = this.school.noted.get(`${paid.riderKey} ${paid.on.slice(0, 7)}`) ?? 0
    return noted - sumOf(brought) + sumOf(more) + paid.cents
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
    const places = this.school.places.filter(
      (place) =>
        theirs(place.riderId) &&
        !this.left.has(`${place.riderId} lessons`) &&
        (this.isImported('weekly_schedule', place.id) || this.taken.has(`${place.riderId} lessons`)) &&
        !this.lessonsBy.get(place.riderId ?? '')?.some((one) => one.there && lessonKey(one) === lessonKey(place)),
    )
    const payments = this.school.payments.filter(
      (paid) =>
        theirs(paid.riderId) &&
        !this.left.has(`${paid.riderId} payments`) &&
        this.isImported('recorded_payments', paid.id) &&
        !this.payments.get(paid.riderId)?.some((one) => isSamePayment(one, paid)),
    )
    const notes = this.school.notes.filter(
      (note) =>
        theirs(note.riderId) &&
        !this.left.has(`${note.riderId} notes`) &&
        this.isImported('student_notes', note.id) &&
        !this.notes.get(note.riderId)?.some((one) => one.text === note.text),
    )
    return {
      places: speaks('day', 'time', 'lesson') ? places : [],
      payments: speaks('paid') ? payments.map(({ id }) => id) : [],
      notes: speaks('medical', 'note', 'balance', 'second') ? notes.map(({ id }) => id) : [],
    }
  }
}

import { MAX_OFFLINE, MONTH_FULL } from '~/models/money/payments/offline/offline-payment.schema'
import { formatDay, type LocalDate, monthStart } from '~/utils/dates'
import { groupBy } from '~/utils/group-by'
import { type Cents, formatCents } from '~/utils/money'
import { plain } from '../cells'
import type { ImportRow, Problem } from '../read-rows'
import type { KnownPayment, School } from '../school'
import type { LessonRules } from './lesson-rules'
import type { PeoplePlan } from './people'
import { full, type Plan, type PlannedPerson } from './planned'

type Package = Plan['packages'][number]
type Makeups = Plan['makeups'][number]
type Payment = Plan['payments'][number]

const sumOf = (all: readonly { cents: Cents }[]): Cents => all.reduce((sum, { cents }) => sum + cents, 0)
type Paid = { cents: Cents; method: string; on: LocalDate }
export const paymentKey = ({ cents, method, on }: Paid): string => `${cents} ${method} ${on}`
const isSamePayment = (a: Paid, b: Paid) => paymentKey(a) === paymentKey(b)

/** What riders have bought and paid according to a file, and the makeups that they are owed. Each map is by rider. */
export class PaidPlan {
  readonly packages = new Map<string, Package>()
  readonly makeups = new Map<string, Makeups>()
  readonly payments = new Map<string, (Payment & { row: number })[]>()
  readonly #people: PeoplePlan
  readonly #rules: LessonRules
  /** The names of the school's packages, as they are compared. */
  readonly #packageWords: readonly { found: School['packages'][number]; word: string }[]
  readonly #paidBefore: ReadonlyMap<string, School['payments'][number][]>

  constructor(people: PeoplePlan, rules: LessonRules) {
    const { packages, payments } = people.school
    this.#people = people
    this.#rules = rules
    this.#packageWords = packages.map((found) => ({ found, word: plain(found.name) }))
    this.#paidBefore = groupBy(payments, ({ riderId }) => riderId)
  }

  /** Returns the package of this month that a row says, or why it cannot be. */
  package({ package: text, left, lesson }: ImportRow, rider: PlannedPerson): Package | Problem | null {
    if (!text)
      return left === null
        ? null
        : { field: 'package', message: `${left} lessons are left, and the row names no package` }
    const word = plain(text)
    const starts = this.#packageWords.filter((one) => one.word.startsWith(word))
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
    const bought = this.#people.school.bought.get(rider.key)
    if (bought && bought.id !== found.id)
      return { field: 'package', message: `${full(rider.name)} has bought ${bought.name} for this month` }
    const given = this.#people.school.given.get(rider.key)
    const there = Boolean(bought) || given === found.id
    const before = this.#people.school.said.get(rider.key)
    const said = before?.month === this.#people.school.today.slice(0, 7) ? before : undefined
    if (!there && said?.package && said.package !== given) {
      const here = this.#people.school.packages.find(({ id }) => id === given)?.name ?? 'no package'
      if (this.#people.leaves(rider, 'package', `has ${here} here. The file says ${found.name}`)) return null
    }
    const counter = isPrivate ? 'private_lessons' : 'lessons'
    const used = this.#people.school.used.get(rider.key)?.[counter] ?? 0
    // So much was left when a file moved in, or is left by what the school counts, which then needs no correction.
    const leftThere =
      left === null || (there && (this.#people.school.left.get(rider.key) === left || used === lessons - left))
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
          this.#people.leaves(
            rider,
            'package',
            `has ${lessons - used} of ${lessons} lessons left here. The file says ${left}`,
          )),
    }
  }

  /** Returns the payment that a row says, or why it cannot be. */
  payment({ payment }: ImportRow, rider: PlannedPerson): Payment | Problem | null {
    if (!payment) return null
    const { cents, method } = payment
    // A payment without a day keeps the day on which it was moved in.
    const undated = (other: School['payments'][number]) =>
      other.cents === cents &&
      other.method === method &&
      (monthStart(other.on) === monthStart(this.#people.school.today) ||
        this.#people.isImported('recorded_payments', other.id))
    const on = payment.on ?? this.#paidBefore.get(rider.key)?.find(undated)?.on ?? this.#people.school.today
    const paid = { riderKey: rider.key, cents, method, on }
    const before = this.payments.get(rider.key)?.find((other) => isSamePayment(other, paid))
    if (before)
      return {
        field: 'paid',
        message: `Row ${before.row} says the same payment of ${formatCents(cents)}. Empty it here, or enter another day`,
      }
    const there = this.#paidBefore.get(rider.key)?.some((other) => isSamePayment(other, paid)) ?? false
    const paidKeys = this.#paidBefore.get(rider.key)?.map(paymentKey) ?? []
    if (!there && this.#people.changedOf(rider, 'payments', paidKeys)) {
      const here = `has other payments here. The file says ${formatCents(cents)} on ${formatDay(on)}`
      if (this.#people.leaves(rider, 'payments', here)) return null
    }
    if (!there && this.#monthWith(paid) > MAX_OFFLINE) return { field: 'paid', message: MONTH_FULL }
    return { ...paid, there }
  }

  /** Makeups are given once: those that a family used, or the office took back, do not come again. */
  owed(
    { makeups: owed, lesson, texts }: ImportRow,
    rider: PlannedPerson,
    pack: Package | Problem | null,
  ): Makeups | Problem | null {
    const { given, standing } = this.#people.school.owed.get(rider.key) ?? { given: 0, standing: 0 }
    if (owed === null || owed + given === 0) return null
    const other = this.makeups.get(rider.key)
    if (other?.owed === owed) return null
    if (other) return { field: 'makeups', message: `Another row says ${other.owed} makeups` }
    if (owed < standing) {
      const came = `${standing} makeups came with an earlier file. Clear this, and remove on Makeups what is too many`
      return { field: 'makeups', message: came }
    }
    const types = this.#people.school.makeupTypes
    if (types.length === 0) return { field: 'makeups', message: 'No ride type of the school has makeups' }
    const named = texts.type && this.#rules.typeOf(texts.type)
    // Of a lesson of an unknown type this is said already.
    if (texts.type && !named)
      return lesson ? null : { field: 'type', message: `No ride type is called “${texts.type}”` }
    const counter = this.#counterOf(rider, pack)
    const type = named
      ? types.find(({ name }) => name === named)
      : (types.find((one) => one.counter === counter) ?? types[0])
    if (!type) return { field: 'type', message: `${named} has no makeups` }
    return { riderKey: rider.key, type: type.name, owed, give: Math.max(0, owed - given) }
  }

  /** What the rider's package counts: that of the row, of another row, or of the school. */
  #counterOf({ key }: PlannedPerson, pack: Package | Problem | null): string | undefined {
    const planned = pack && 'counter' in pack ? pack : this.packages.get(key)
    if (planned) return planned.counter
    const id = this.#people.school.bought.get(key)?.id ?? this.#people.school.given.get(key)
    const held = this.#people.school.packages.find((one) => one.id === id)
    return held && (held.lessons === 0 ? 'private_lessons' : 'lessons')
  }

  /** What a rider's month would hold. What an earlier file brought counts as this file has it. */
  #monthWith(paid: { riderKey: string; cents: Cents; on: LocalDate }): Cents {
    const inMonth = (other: { on: LocalDate }) => monthStart(other.on) === monthStart(paid.on)
    const before = (this.#paidBefore.get(paid.riderKey) ?? []).filter(inMonth)
    const brought = before.filter(({ id }) => this.#people.isImported('recorded_payments', id))
    const taken = before.filter((other) => !brought.includes(other))
    const rows = (this.payments.get(paid.riderKey) ?? []).filter(inMonth)
    const more = rows.filter((row) => !taken.some((other) => isSamePayment(other, row)))
    const noted = this.#people.school.noted.get(`${paid.riderKey} ${paid.on.slice(0, 7)}`) ?? 0
    return noted - sumOf(brought) + sumOf(more) + paid.cents
  }

  /** Returns payments that an earlier file brought, and that this one does not say anymore. */
  gone(theirs: (riderId: string | null) => boolean): KnownPayment[] {
    const { school, left, isImported } = this.#people
    return school.payments.filter(
      (paid) =>
        theirs(paid.riderId) &&
        !left.has(`${paid.riderId} payments`) &&
        isImported('recorded_payments', paid.id) &&
        !this.payments.get(paid.riderId)?.some((one) => isSamePayment(one, paid)),
    )
  }
}

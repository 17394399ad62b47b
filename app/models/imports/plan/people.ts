import { isUnder13 } from '~/models/people/accounts/age'
import { type Level, levelLabel } from '~/models/vocabulary/level'
import { formatDay } from '~/utils/dates'
import { type PersonName, phoneKey, plain, sameNameKey } from '../cells'
import type { FieldName } from '../fields'
import type { Facts } from '../made'
import type { ImportRow, Problem } from '../read-rows'
import type { KnownPerson, School } from '../school'
import { FACT_NAMES, FACTS, full, type Plan, type PlannedPerson } from './planned'

function sayFact(field: keyof Facts, value: string | number): string {
  if (field === 'birthDate') return formatDay(String(value))
  if (field === 'weightLb') return `${value} lb`
  return field === 'level' ? levelLabel(value as Level) : String(value)
}

function sayChanged(field: keyof Facts, here: string | number | null, value: string | number): string {
  const what =
    here === null ? `has no ${FACT_NAMES[field]} here` : `has the ${FACT_NAMES[field]} ${sayFact(field, here)} here`
  return `${what}. The file says ${sayFact(field, value)}`
}

/** Facts that have one value, with their columns: the second of two rows that differ needs a look. */
const ONE_VALUE = { birthDate: 'birthDate', level: 'level', weightLb: 'weight' } as const

const RIDERS_EMAIL = 'A rider who has a guardian has this email already'

/** Finds the account that a row names: by email, by phone, or by name alone. */
class Accounts {
  readonly #byEmail = new Map<string, PlannedPerson>()
  readonly #byName = new Map<string, PlannedPerson[]>()
  /** Numbers that files said of them. */
  readonly #phones = new Map<PlannedPerson, Set<string>>()

  add(person: PlannedPerson): void {
    if (person.email) this.#byEmail.set(person.email, person)
    const key = sameNameKey(person.name)
    this.#byName.set(key, [...(this.#byName.get(key) ?? []), person])
  }

  /** At an address that an account had when its file was moved in, or that a row gives it. Returns what takes it back. */
  alsoAt(email: string, person: PlannedPerson): () => void {
    if (this.#byEmail.has(email)) return () => {}
    this.#byEmail.set(email, person)
    return () => this.#byEmail.delete(email)
  }

  /** By the name and the phone that it had when its file was moved in. */
  alsoCalled(key: string, phone: string, person: PlannedPerson): void {
    const named = this.#byName.get(key) ?? []
    if (!named.includes(person)) this.#byName.set(key, [...named, person])
    if (phone) this.#phones.set(person, (this.#phones.get(person) ?? new Set()).add(phone))
  }

  isAt = (email: string | null, person: PlannedPerson): boolean => email !== null && this.#byEmail.get(email) === person

  remove(person: PlannedPerson): void {
    if (person.email) this.#byEmail.delete(person.email)
    const key = sameNameKey(person.name)
    this.#byName.set(
      key,
      (this.#byName.get(key) ?? []).filter((one) => one !== person),
    )
  }

  find(
    name: PersonName,
    { email, phone }: ImportRow,
    isGuardian: boolean,
    gone: ReadonlySet<string>,
  ): PlannedPerson | { message: string } | undefined {
    const byEmail = email ? this.#byEmail.get(email) : undefined
    if (byEmail) {
      // A row without a guardian is about the rider alone, who may be a child of whoever has the email.
      if (!isGuardian && sameNameKey(byEmail.name) !== sameNameKey(name)) {
        return { message: `This email is ${full(byEmail.name)}’s. Enter the guardian, or the rider’s own email` }
      }
      // A family's two parents share a last name more often than not; whoever shares none is someone else.
      return plain(byEmail.name.last) === plain(name.last)
        ? byEmail
        : { message: `This email is ${full(byEmail.name)}’s` }
    }
    const named = this.#byName.get(sameNameKey(name)) ?? []
    const number = phoneKey(phone)
    const byPhone = number ? named.filter((one) => phoneKey(one.phone) === number) : []
    if (byPhone.length === 1) return byPhone[0]
    const bySaid = named.filter((one) => this.#phones.get(one)?.has(number))
    if (byPhone.length === 0 && bySaid.length === 1) return bySaid[0]
    // Another email or another number is another family of this name, and so is one that is off the lists without an email.
    const byName = (one: PlannedPerson) => !email || (!one.email && !gone.has(one.key))
    const could = named.filter((one) => byName(one) && (!number || !phoneKey(one.phone)))
    if (could.length < 2) return could[0]
    return { message: `${could.length} families are called ${full(name)}. Enter the email of the one that is meant` }
  }
}

/** Who the rows of a file are: of the school, or new, and what was changed here of them. */
export class PeoplePlan {
  readonly accounts = new Accounts()
  /** Riders of a guardian, by the guardian's key and their own name. */
  readonly riders = new Map<string, PlannedPerson>()
  /** Those of them who were removed from the lists. */
  readonly removed = new Map<string, PlannedPerson>()
  readonly changedHere: Plan['changedHere'] = []
  /** Of whom something is left as it is, or is taken as the file has it: `id lessons`. */
  readonly left = new Set<string>()
  readonly taken = new Set<string>()
  readonly emails: ReadonlyMap<string, KnownPerson>
  readonly gonePeople: ReadonlySet<string>
  readonly used = new Set<PlannedPerson>()
  /** Maps a person and a fact, such as `id level`, to what an earlier row says. */
  readonly #saidHere = new Map<string, string | number>()
  /** New families without an email, by the row that names them first. */
  readonly withoutEmail = new Map<PlannedPerson, number>()
  /** What takes back the row that is being read. */
  takeBack: (() => void)[] = []
  row!: ImportRow
  made = 0

  constructor(readonly school: School) {
    const byId = new Map<string, PlannedPerson>()
    for (const { id, first, last, guardianId, gone, mergedInto, ...facts } of school.people) {
      const { email, phone, birthDate, level, weightLb } = facts
      const person = {
        key: id,
        id,
        name: { first, last },
        guardianKey: guardianId,
        rides: false,
        was: {},
        back: false,
        email,
        phone,
        birthDate,
        level,
        weightLb,
      }
      byId.set(id, person)
      const place = `${guardianId} ${sameNameKey(person.name)}`
      if (guardianId === null) this.accounts.add(person)
      else if (!gone) this.riders.set(place, person)
      else if (!mergedInto) this.removed.set(place, person)
    }
    // Who has another name, family or address since an earlier file, or was merged.
    const known = new Map(school.people.map((one) => [one.id, one]))
    const now = (id: string): string => {
      const into = known.get(id)?.mergedInto
      return into ? now(into) : id
    }
    for (const [id, { name, guardian, facts }] of school.said) {
      const one = known.get(id)
      const person = byId.get(now(id))
      if (!one || !person) continue
      const place = `${guardian && now(guardian)} ${name}`
      if (guardian === null) {
        if (facts.email) this.accounts.alsoAt(facts.email, person)
        // A merged account keeps its email, which asks for it back.
        if (one.mergedInto && one.email) continue
        if (one.mergedInto) this.accounts.remove(byId.get(id)!)
        this.accounts.alsoCalled(name, phoneKey(facts.phone), person)
      } else if (one.gone && !one.mergedInto) this.removed.set(place, person)
      else if (!this.riders.has(place)) this.riders.set(place, person)
    }
    this.emails = new Map(school.people.flatMap((one) => (one.email ? [[one.email, one]] : [])))
    this.gonePeople = new Set(school.people.flatMap(({ id, gone }) => (gone ? [id] : [])))
  }

  /** What was changed here since an earlier file stays, and is named; false if the row is to be taken as it is. */
  leaves(
    rider: PlannedPerson,
    what: keyof Facts | 'lessons' | 'rides' | 'payments' | 'notes' | 'package' | 'lists',
    text: string,
  ): boolean {
    const { row, isTaken } = this.row
    const name = full(rider.name)
    const isNamed = this.changedHere.some((one) => one.name === name && one.text === text)
    if (!isNamed) {
      this.changedHere.push({ row, name, text, taken: isTaken })
      this.takeBack.push(() => this.changedHere.pop())
    }
    ;(isTaken ? this.taken : this.left).add(`${rider.key} ${what}`)
    return !isTaken
  }

  /** What an earlier file said of a rider, if not all of it is there anymore. */
  changedOf(rider: PlannedPerson, what: 'lessons' | 'rides' | 'payments' | 'notes', now: readonly string[]): boolean {
    const there = new Set(now)
    return this.school.said.get(rider.key)?.[what]?.some((one) => !there.has(one)) ?? false
  }

  isImported = (table: string, id: number | string): boolean => this.school.imported.has(`${table} ${id}`)

  /** The rider of a row, with the guardian. */
  person(row: ImportRow): PlannedPerson | Problem | null {
    const { rider, guardian } = row
    const facts = { birthDate: row.birthDate, level: row.level, weightLb: row.weightLb, rides: true }
    const account = this.account(guardian ?? rider, row, guardian !== null)
    if ('message' in account) return account
    if (!guardian || sameNameKey(guardian) === sameNameKey(rider)) return this.learn(account, facts)
    const place = `${account.key} ${sameNameKey(rider)}`
    const removed = this.riders.has(place) ? undefined : this.removed.get(place)
    if (removed) {
      if (this.leaves(removed, 'lists', 'was removed from the lists here')) return null
      this.takeBack.push(() => Object.assign(removed, { back: false }))
      removed.back = true
    }
    const person = this.riders.get(place) ?? removed ?? this.fresh(rider, account.key)
    if (!this.riders.has(place)) {
      this.riders.set(place, person)
      this.takeBack.push(() => this.riders.delete(place))
    }
    return this.learn(person, facts)
  }

  /** Whoever signs in for the row: of the file, of the school, or new. */
  account(name: PersonName, row: ImportRow, isGuardian: boolean): PlannedPerson | Problem {
    const { email, phone } = row
    const field: FieldName = row.email || !isGuardian ? 'email' : 'guardian'
    if (email && this.school.staffEmails.includes(email))
      return { field, message: 'Someone of the office or an instructor has this email' }
    const found = this.accounts.find(name, row, isGuardian, this.gonePeople)
    if (found && 'message' in found) return { field, message: found.message }
    if (found && this.gonePeople.has(found.key)) {
      return { field, message: `${full(name)} was removed from the lists or merged. Restore the account first` }
    }
    if (found && found.guardianKey !== null && !this.accounts.isAt(email, found)) {
      const guardian = this.school.people.find(({ id }) => id === found.guardianKey)
      const [theirs, whom] = guardian ? [`${full(guardian)}’s`, full(guardian)] : ['another', 'whoever it is']
      const message = `${full(found.name)} rides in ${theirs} family here. Enter ${whom} as the guardian`
      return { field: 'guardian', message }
    }
    if (found) return this.contact(found, name, row)
    if (email && this.emails.has(email)) return { field, message: RIDERS_EMAIL }
    if (!email && !isGuardian) {
      const says = `${full(name)} has no guardian and no email. If this is an adult without an email, enter ${full(name)} as the guardian too`
      return { field: 'guardian', message: says }
    }
    const account = Object.assign(this.fresh(name, null), { email, phone })
    this.accounts.add(account)
    if (!email) this.withoutEmail.set(account, row.row)
    this.takeBack.push(() => {
      this.accounts.remove(account)
      this.withoutEmail.delete(account)
    })
    return this.learn(account, {})
  }

  fresh(name: PersonName, guardianKey: string | null): PlannedPerson {
    const key = `new ${++this.made}`
    return {
      key,
      id: null,
      name,
      email: null,
      phone: null,
      guardianKey,
      birthDate: null,
      level: null,
      weightLb: null,
      rides: false,
      was: {},
      back: false,
    }
  }

  contact(account: PlannedPerson, name: PersonName, { email, phone }: ImportRow): PlannedPerson | Problem {
    // A file may fix a typo of an earlier file that made the account.
    const wasSaid = this.school.said.get(account.key)?.facts.email === email
    const mayMend = account.id !== null && (wasSaid || this.isImported('users', account.id))
    if (email && account.email && account.email !== email && !mayMend) {
      return { field: 'email', message: `${full(name)} has the email ${account.email}` }
    }
    const samePhone = phoneKey(phone) !== '' && phoneKey(phone) === phoneKey(account.phone)
    const before = account.email
    const learned = this.learn(account, { email, phone: samePhone ? account.phone : phone })
    if ('message' in learned || !email || account.email === before) return learned
    if ((this.emails.get(email)?.id ?? account.id) !== account.id) return { field: 'email', message: RIDERS_EMAIL }
    this.takeBack.push(this.accounts.alsoAt(email, account))
    return account
  }

  /** Remembers what the row says of a person, or returns why it cannot be: another row says otherwise. */
  #agree(person: PlannedPerson, facts: Partial<Facts>): Problem | null {
    for (const [fact, field] of Object.entries(ONE_VALUE) as [keyof typeof ONE_VALUE, FieldName][]) {
      const value = facts[fact] ?? null
      if (value === null) continue
      const key = `${person.key} ${fact}`
      const other = this.#saidHere.get(key)
      if (other !== undefined && other !== value) return { field, message: `Another row says ${sayFact(fact, other)}` }
      if (other !== undefined) continue
      this.#saidHere.set(key, value)
      this.takeBack.push(() => this.#saidHere.delete(key))
    }
    return null
  }

  /** An empty cell takes nothing away. */
  learn(person: PlannedPerson, facts: Partial<Facts & { rides: boolean }>): PlannedPerson | Problem {
    const differs = this.#agree(person, facts)
    if (differs) return differs
    const before = { ...person, was: { ...person.was } }
    const isNew = !this.used.has(person)
    this.takeBack.push(() => {
      Object.assign(person, before)
      if (isNew) this.used.delete(person)
    })
    this.used.add(person)
    if (facts.rides) person.rides = true
    const said = this.school.said.get(person.key)?.facts
    for (const field of FACTS) {
      const [value, here] = [facts[field], person[field]]
      if (value === null || value === undefined || value === here) continue
      const isFirst = person.id !== null && !(field in person.was)
      if (isFirst && said && said[field] !== here && this.leaves(person, field, sayChanged(field, here, value)))
        continue
      Object.assign(person, { [field]: value })
      if (isFirst) Object.assign(person.was, { [field]: here })
      // A later row may say what the school has.
      else if (person.was[field] === value) delete person.was[field]
    }
    const isAlone = person.email || (person.id === null && person.guardianKey === null)
    const isChild = isAlone && person.rides && isUnder13(person.birthDate, this.school.today)
    return isChild ? { field: 'guardian', message: `${full(person.name)} is under 13 and has no guardian` } : person
  }
}

import { z } from 'zod'
import { TOO_LONG_AGO } from '~/models/money/payments/offline/offline-payment.schema'
import { type PaymentMethod, recordedPaymentForm } from '~/models/money/payments/offline/record-payment.schema'
import { birthDateOrNull, newRiderSchema } from '~/models/people/accounts/family.schema'
import { HORSE_NAME_LENGTH, saveHorseSchema } from '~/models/schedule/vocabulary/horse.schema'
import type { Level } from '~/models/vocabulary/level'
import { wholeWeight } from '~/models/vocabulary/match.schema'
import { emailField } from '~/models/vocabulary/user.schema'
import type { LocalDate } from '~/utils/dates'
import { YEARS } from '~/utils/fields'
import { type Cents, formatCents } from '~/utils/money'
import { formatPhone } from '~/utils/phone'
import {
  cut,
  type PersonName,
  plain,
  readCount,
  readLevel,
  readLimit,
  readMethod,
  readMoney,
  readName,
  readWeight,
} from './cells'
import { type FieldName, rankOf } from './fields'
import { type DayRule, isRefusal, type Refusal, readDay } from './read-day'
import { type RowLesson, type RowTexts, readLesson } from './read-lesson'

export interface Problem {
  /** Where it is mended. */
  field: FieldName
  message: string
}

interface RowPayment {
  cents: Cents
  method: PaymentMethod
  /** Null is today. */
  on: LocalDate | null
}

/** What a horse carries: pounds, level, and rides, 0 for no limit. */
export interface HorseFacts {
  maxWeightLb: number | null
  minLevel: Level | null
  dayLimit: number | null
  weekLimit: number | null
}

/** Null is what the row does not say. */
interface RowHorse extends HorseFacts {
  name: string
}

export interface ImportRow {
  /** As the spreadsheet counts it. */
  row: number
  /** It is about a rider, and not about a horse or an instructor alone. */
  isRider: boolean
  horse: RowHorse | null
  /** Whom a row without a rider names. */
  instructor: PersonName | null
  texts: RowTexts
  problems: Problem[]
  rider: PersonName
  guardian: PersonName | null
  email: string | null
  phone: string | null
  birthDate: LocalDate | null
  level: Level | null
  weightLb: number | null
  lesson: RowLesson | null
  package: string
  left: number | null
  makeups: number | null
  payment: RowPayment | null
  /** The day on a signed paper. */
  waiver: LocalDate | null
  notes: { text: string; forBarn: boolean }[]
  /** What was changed here since is to be as the row says. */
  isTaken: boolean
}

/** What the office typed instead of cells, by row and field. `skip` leaves the row out, `take` takes it although the school was changed. */
export type Mends = Readonly<Record<string, Partial<Record<FieldName | 'skip' | 'take', string>>>>

/** The number of the row that has the headings. */
export const headingAt = (lines: readonly (readonly string[])[]): number =>
  Math.max(
    0,
    lines.findIndex((cells) => cells.filter((cell) => cell.trim()).length > 1),
  )

export const isEmpty = (cells: readonly string[]): boolean => cells.every((cell) => !cell.trim())

/** Before what a spreadsheet would take for a formula, such as `'+1 555 011 0110`. */
const TEXT_MARK = /^'(?=[=+@-])/

/** Every line below the headings that says something and is not left out. */
export function readRows(
  lines: readonly (readonly string[])[],
  columns: readonly (FieldName | null)[],
  mends: Mends,
  today: LocalDate,
): ImportRow[] {
  const heading = headingAt(lines)
  const rank = ([i, field]: readonly [number, FieldName]) => rankOf(field, lines[heading]?.[i] ?? '')
  const read = columns.flatMap((field, i) => (field ? [[i, field] as const] : [])).sort((a, b) => rank(a) - rank(b))
  return lines.flatMap((cells, at) => {
    const mended = mends[at + 1] ?? {}
    if (at <= heading || isEmpty(cells) || mended.skip) return []
    const texts: RowTexts = {}
    for (const [i, field] of read) texts[field] ||= (cells[i] ?? '').trim().replace(TEXT_MARK, '')
    const { skip: _, take, ...typed } = mended
    return [{ ...readRow(at + 1, { ...texts, ...typed }, today), isTaken: Boolean(take) }]
  })
}

const fewMakeups = z.number().max(30, 'At most 30 makeups')
const LEVEL = 'level: it is Beginner, Novice, Intermediate, or Advanced'
const PAPER = 'day: enter the one on the paper, or leave it blank'
const ANY_LEVEL = /^(any|all|everyone)\b/
const nameSchema = newRiderSchema.pick({ firstName: true, lastName: true })

function readRow(row: number, texts: RowTexts, today: LocalDate): Omit<ImportRow, 'isTaken'> {
  const problems: Problem[] = []
  const text = (field: FieldName) => texts[field]?.trim() ?? ''
  const wrong = (field: FieldName, message: string) => {
    problems.push({ field, message })
    return null
  }
  /** What a cell says, held to the rule of the screen that asks for it. */
  function read<Value>(
    field: FieldName,
    reader: (text: string) => Value | Refusal | null,
    what: string,
    rule?: z.ZodType,
  ): Value | null {
    if (!text(field)) return null
    const value = reader(text(field))
    if (value === null) return wrong(field, `“${text(field)}” is no ${what}`)
    if (isRefusal(value)) return wrong(field, value.message)
    const checked = rule?.safeParse(value)
    return checked && !checked.success ? wrong(field, checked.error.issues[0]?.message ?? `no ${what}`) : value
  }
  const day = (withoutYear: DayRule['withoutYear']) => (cell: string) =>
    readDay(cell, { today, latest: today, withoutYear })

  const horse = text('horse')
    ? {
        name: cut(text('horse'), HORSE_NAME_LENGTH),
        maxWeightLb: read('horseWeight', readWeight, 'weight', wholeWeight),
        minLevel: ANY_LEVEL.test(plain(text('horseLevel'))) ? null : read('horseLevel', readLevel, LEVEL),
        dayLimit: read('horseDay', readLimit, 'number of rides', saveHorseSchema.shape.dayLimit),
        weekLimit: read('horseWeek', readLimit, 'number of rides', saveHorseSchema.shape.weekLimit),
      }
    : null
  const guardian = nameIn(text('guardian'), text('guardianFirst'), text('guardianLast'))
  const named = nameIn(text('rider'), text('riderFirst'), text('riderLast'))
  const instructor = readName(text('instructor'))
  const ofRider = ['email', 'phone', 'day', 'time', 'lesson', 'lessonDate'] as const
  const isRider = Boolean(named || guardian || ofRider.some(text)) || !(horse || instructor)
  const rider = named ?? { first: '', last: '' }
  // A child who is called by its first name alone has the family's other one.
  if (rider.first && !rider.last && guardian?.last) rider.last = guardian.last
  const nameField = texts.rider === undefined && texts.riderFirst !== undefined ? 'riderFirst' : 'rider'
  const name = nameSchema.safeParse({ firstName: rider.first, lastName: rider.last })
  if (isRider && !name.success)
    wrong(nameField, rider.first ? (name.error.issues[0]?.message ?? '') : 'The row names no rider')
  if (guardian && !guardian.last)
    wrong(texts.guardian === undefined ? 'guardianLast' : 'guardian', 'The guardian’s last name is missing')
  if (guardian && isSwapped(rider, guardian)) {
    wrong(nameField, `Is the rider ${rider.last} ${rider.first}? The guardian is ${guardian.first} ${guardian.last}`)
  }
  const lesson = readLesson(texts, today, wrong)
  const cents = read('paid', readMoney, 'amount of money')
  const on = read('paidOn', day('last'), 'day')
  if (on && on > today) wrong('paidOn', 'This day has not come yet')
  if (on && Number(on.slice(0, 4)) < YEARS[0]) wrong('paidOn', TOO_LONG_AGO)
  if (cents !== null && cents < 0) wrong('paid', 'An amount that was paid is more than nothing')
  if (cents && cents > 0) {
    const amount = recordedPaymentForm.shape.amount.safeParse(formatCents(cents))
    if (!amount.success) wrong('paid', amount.error.issues[0]?.message ?? '')
  }
  const waiver = says(text('waiver')) ? read('waiver', day('refused'), PAPER) : null
  if (waiver && waiver > today) wrong('waiver', 'This day has not come yet')
  const balance = read('balance', readMoney, 'amount of money')
  return {
    row,
    isRider,
    horse,
    instructor,
    texts,
    problems,
    rider,
    guardian,
    email: read('email', (email) => email.toLowerCase(), 'email', emailField),
    phone: text('phone') ? cut(formatPhone(text('phone')), 200) : null,
    birthDate: read('birthDate', day('refused'), 'day', birthDateOrNull),
    level: read('level', readLevel, LEVEL),
    weightLb: read('weight', readWeight, 'weight', wholeWeight),
    lesson,
    package: text('package'),
    left: read('left', readCount, 'number of lessons'),
    makeups: read('makeups', readCount, 'number of makeups', fewMakeups),
    payment: cents && cents > 0 ? { cents, method: readMethod(text('method')), on } : null,
    waiver,
    notes: [
      ...(says(text('medical')) ? [{ text: cut(text('medical'), 2000), forBarn: true }] : []),
      ...(says(text('note')) ? [{ text: cut(text('note'), 2000), forBarn: false }] : []),
      ...(says(text('second')) ? [{ text: cut(`Second guardian: ${text('second')}`, 2000), forBarn: false }] : []),
      ...(balance ? [{ text: `Balance before Stirrup: ${formatCents(balance)}`, forBarn: false }] : []),
    ],
  }
}

/** A cell for a note that says there is none. */
const says = (text: string): boolean => !['', 'none', 'no', 'n a', 'na', 'nothing', 'nka'].includes(plain(text))

function nameIn(whole: string, first: string, last: string): PersonName | null {
  if (first || last) return { first: first || readName(whole)?.first || '', last: last || readName(whole)?.last || '' }
  return readName(whole)
}

/** The rider's first name is the family's, and the last one is not. */
const isSwapped = (rider: PersonName, guardian: PersonName): boolean =>
  plain(rider.first) === plain(guardian.last) && plain(rider.last) !== plain(guardian.last)

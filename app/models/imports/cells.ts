// Cells of a spreadsheet as people write them. Each function returns null for a text that it cannot read.

import type { PaymentMethod } from '~/models/money/payments/offline/record-payment.schema'
import { LEVEL_NAMES, type Level } from '~/models/vocabulary/level'
import type { LocalDate } from '~/utils/dates'
import { type Cents, parseCents } from '~/utils/money'
import { addMinutes, minuteOfDay, parseTimeOfDay, type TimeOfDay } from '~/utils/time-of-day'

/** Half a letter at its end would be refused by the database. */
export const cut = (text: string, most: number): string => text.slice(0, most).toWellFormed()

export interface PersonName {
  first: string
  /** Empty if there is but one word. */
  last: string
}

/** Without spaces at the ends, and with one between words. */
export const tidy = (text: string): string => text.replace(/[\s\u00a0]+/g, ' ').trim()

const PARTICLE = /^(?:da|das|de|del|della|der|di|dos|du|el|la|le|st\.?|ten|ter|van|von)$/i
const SUFFIX = /^(?:jr|sr|ii|iii|iv)\.?$/i
const TITLE = /^(?:mr|mrs|ms|miss|dr|prof)\.?$/i

/** `Ava Ruiz`, `Ruiz, Ava`, `Dr. Ana de la Cruz`. */
export function readName(text: string): PersonName | null {
  const [before = '', ...after] = tidy(text).split(/ ?, ?/)
  const rest = after.filter((part) => part && !SUFFIX.test(part))
  if (rest.length > 0) return before ? { first: rest.join(' '), last: before } : null
  const words = before.split(' ').filter(Boolean)
  if (words.length > 1 && TITLE.test(words[0]!)) words.shift()
  if (words.length === 0) return null
  if (words.length === 1) return { first: words[0]!, last: '' }
  let at = words.length - 1
  if (at > 1 && SUFFIX.test(words[at]!)) at--
  while (at > 1 && PARTICLE.test(words[at - 1]!)) at--
  return { first: words.slice(0, at).join(' '), last: words.slice(at).join(' ') }
}

/** Two names that differ in nothing but accents, capitals and punctuation are one. */
export const sameNameKey = ({ first, last }: PersonName): string => plain(`${first} ${last}`)

/** Small letters and digits, with one space between words. */
export const plain = (text: string): string =>
  tidy(
    (ASCII.test(text) ? text : text.normalize('NFD').replace(/[\u0300-\u036f]/g, ''))
      .replace(/['’]/g, '')
      .toLowerCase()
      .replace(/[^\p{L}\p{N}]+/gu, ' '),
  )

const ASCII = /^[\x20-\x7e]*$/

/** The last ten digits, by which two numbers are one; empty for less. */
export const phoneKey = (text: string | null): string => {
  const digits = (text ?? '').replace(/\D/g, '')
  return digits.length < 10 ? '' : digits.slice(-10)
}

const DAYS = ['sunday', 'monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday'] as const
/** As a list shows them. */
export const WEEKDAYS = DAYS.map((day) => `${day[0]!.toUpperCase()}${day.slice(1)}`)

/** `Tue`, `Tuesdays`, `TUES.` as 2. */
export function readWeekday(text: string): number | null {
  const word = plain(text)
  const day = /^(?:every )?([a-z]{2,})$/.exec(word)?.[1] ?? ''
  const found = DAYS.findIndex((name) => day === `${name}s` || (day.length > 1 && name.startsWith(day)))
  const short = { tues: 2, weds: 3, thur: 4, thurs: 4 }[day]
  if (short !== undefined) return short
  // `T` and `S` are two days each, and so is everything that two of them begin with.
  return found >= 0 && DAYS.filter((name) => name.startsWith(day)).length <= 1 ? found : null
}

/** Lessons are no earlier than this: a clock without AM or PM that shows less is in the afternoon. */
const EARLIEST = 7

/** `4:15 PM`, `4.15pm`, `4 p.m.`, `16:15`, `noon`; `4:15` is in the afternoon. */
export function readTime(text: string): TimeOfDay | null {
  const written = tidy(text.toLowerCase()).replace(/\b([ap])\.? ?m\b\.?/g, '$1m')
  if (written === 'noon') return '12:00'
  const match = /^@?(?:at )?(\d{1,2})(?:[:.h](\d{2}))?(?::00)?(?: ?([ap]m?))?$/.exec(written)
  const military = /^([01]\d|2[0-3])([0-5]\d)$/.exec(written)
  if (military) return `${military[1]}:${military[2]}`
  if (!match) return null
  const [, hour = '', minutes = '00', half] = match
  if (!half && !written.includes(':') && !written.includes('.')) return null
  const guessed = half ? `${half[0]}m` : Number(hour) > 0 && Number(hour) < EARLIEST ? 'pm' : ''
  return parseTimeOfDay(`${hour}:${minutes} ${guessed}`)
}

export interface Clock {
  time: TimeOfDay
  /** Minutes, if the cell says until when. */
  duration: number | null
}

/** A time alone, or from when until when: `4:15 - 5:00 PM`. */
export function readClock(text: string): Clock | null {
  const [from = '', until, ...more] = text.split(/ ?(?:-|–|—|\bto\b|\buntil\b) ?/)
  if (more.length > 0) return null
  if (until === undefined) {
    const time = readTime(from)
    return time === null ? null : { time, duration: null }
  }
  const end = readTime(until)
  if (end === null) return null
  const half = /[ap]\.?m?\.?\s*$/i.exec(until)?.[0] ?? ''
  const asEnd = readTime(/[ap]\.?m/i.test(from) ? from : `${from.trim()} ${half}`)
  const starts = [asEnd, readTime(from), asEnd && addMinutes(asEnd, 12 * 60)]
  const time = starts.find((start) => start && start < end && minuteOfDay(end) - minuteOfDay(start) <= 240)
  return time ? { time, duration: minuteOfDay(end) - minuteOfDay(time) } : null
}

/** A day and a clock in one cell: `Tue 4:15 PM`, `Tuesdays at 4:15`. */
export function readDayAndClock(text: string): (Clock & { weekday: number }) | null {
  const [, day = '', rest = ''] = /^\s*(?:every )?([a-z]+)\.?,?\s+(?:at |@ ?)?(.*)$/i.exec(tidy(text)) ?? []
  const weekday = readWeekday(day)
  const clock = readClock(rest)
  return weekday === null || !clock ? null : { weekday, ...clock }
}

/** `45`, `45 min`, `1 hr`, `1h 30`, `1.5 hours`, `half an hour`, in minutes. */
export function readLength(text: string): number | null {
  const written = plain(text.replace(/(\d)[.,](\d)/g, '$1point$2')).replaceAll('point', '.')
  if (/^half (an )?(hour|hr)$/.test(written)) return 30
  const [, hours, minutes] =
    /^(?:(\d+(?:\.\d+)?) ?(?:h|hr|hrs|hour|hours))? ?(?:(\d{1,3}) ?(?:m|min|mins|minutes)?)?$/.exec(written) ?? []
  if (hours === undefined && minutes === undefined) return null
  const total = Number(hours ?? 0) * 60 + Number(minutes ?? 0)
  return Number.isInteger(total) && total > 0 ? total : null
}

const MONTHS = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec']

/**
 * `5/31/2014`, `2014-05-31`, `May 31, 2014`, `31 May 14`, `31/5/2014`. Of two numbers that may both be the month, the first one is. Years of two
 * digits are the last hundred before `latest`.
 */
export function readDate(text: string, latest: LocalDate): LocalDate | null {
  const written = tidy(text).replace(/[T ]\d\d?:\d\d.*$/, '')
  const iso = /^(\d{4})[-/.](\d{1,2})[-/.](\d{1,2})$/.exec(written)
  if (iso) return dateOf(iso[1]!, Number(iso[2]), Number(iso[3]), latest)
  const numbers = /^(\d{1,2})[-/. ](\d{1,2})[-/. ](\d{4}|\d{2})$/.exec(written)
  if (numbers) {
    const [a, b] = [Number(numbers[1]), Number(numbers[2])]
    return a > 12 ? dateOf(numbers[3]!, b, a, latest) : dateOf(numbers[3]!, a, b, latest)
  }
  const named =
    /^(?:([a-z]{3,9})\.? (\d{1,2})(?:st|nd|rd|th)?|(\d{1,2})(?:st|nd|rd|th)?[ -]([a-z]{3,9})\.?),?[ -](\d{4}|\d{2})$/i.exec(
      written,
    )
  if (!named) return null
  const [, before, dayAfter, dayBefore, after, year = ''] = named
  const month = MONTHS.findIndex((name) => (before ?? after ?? '').toLowerCase().startsWith(name)) + 1
  return month === 0 ? null : dateOf(year, month, Number(dayAfter ?? dayBefore), latest)
}

function dateOf(year: string, month: number, day: number, latest: LocalDate): LocalDate | null {
  const two = (number: number) => String(number).padStart(2, '0')
  const in_ = (full: number) => `${full}-${two(month)}-${two(day)}`
  const century = Math.floor(Number(latest.slice(0, 4)) / 100) * 100
  const full = year.length === 4 ? Number(year) : century + Number(year)
  const date = year.length === 2 && in_(full) > latest ? in_(full - 100) : in_(full)
  return isDay(date) ? date : null
}

/** Of this century or the last one: birth dates are older than the school's days. */
function isDay(text: string): boolean {
  const time = Date.parse(`${text}T00:00:00Z`)
  return /^(19|20|21)/.test(text) && !Number.isNaN(time) && new Date(time).toISOString().startsWith(text)
}

/** `$238.50`, `1,250`, `238.50 USD`; `(45.00)` and `-45` are less than nothing. */
export function readMoney(text: string): Cents | null {
  const written = tidy(text).replace(/\s*(?:usd|dollars?)$/i, '')
  const minus = /^\((.*)\)$/.exec(written)?.[1] ?? /^[-−](.*)$/.exec(written)?.[1]
  const cents = parseCents((minus ?? written).replace(/^\$\s*/, ''))
  return cents === null ? null : minus === undefined || cents === 0 ? cents : -cents
}

const WORDS: readonly (readonly [RegExp, PaymentMethod])[] = [
  [/\bca(sh|ish)\b/, 'cash'],
  [/\b(check|cheque|chk|ck)\b/, 'check'],
  [/\b(transfer|bank|ach|wire|zelle|eft)\b/, 'transfer'],
]

/** `Check #102` is a check; what is none of the kinds is another. */
export const readMethod = (text: string): PaymentMethod =>
  WORDS.find(([word]) => word.test(plain(text)))?.[1] ?? 'other'

/** `Beg.`, `INTERMEDIATE`. */
export function readLevel(text: string): Level | null {
  const word = plain(text)
  return word.length < 3 ? null : (LEVEL_NAMES.find((name) => name.startsWith(word) || word.startsWith(name)) ?? null)
}

/** Pounds, of `85`, `85 lbs` or `38 kg`. */
export function readWeight(text: string): number | null {
  const [, number, unit = ''] = /^(\d{1,3}(?:\.\d+)?) ?(lbs?|pounds?|kgs?|kilos?)?\.?$/i.exec(tidy(text)) ?? []
  if (number === undefined) return null
  return Math.round(/^k/i.test(unit) ? Number(number) * 2.2046 : Number(number))
}

/** `3`, `3 rides`, `3 a day`; 0 is no limit, as is `none`. */
export function readLimit(text: string): number | null {
  if (/^(no limit|none|unlimited)$/.test(plain(text))) return 0
  const [, most] = /^(\d{1,3})(?:\.0+)?(?: (?:rides?|lessons?|outings?|a|per|day|week))*$/i.exec(tidy(text)) ?? []
  return most === undefined ? null : Number(most)
}

/** `3`, `3 left`, `3 lessons`. */
export function readCount(text: string): number | null {
  const [, count] = /^(\d{1,3})(?:\.0+)?(?: (?:left|lessons?|remaining))*$/i.exec(tidy(text)) ?? []
  return count === undefined ? null : Number(count)
}

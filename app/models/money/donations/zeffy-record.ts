import { z } from 'zod'
import { instantInZone, isLocalDate } from '~/utils/dates'
import { type Cents, parseCents } from '~/utils/money'

export type PlatformRecord = Record<string, unknown>

/** Normalizes a name: `Payment Date (America/New_York)`, `payment_date` and `paymentDate` are the same. */
export const plainName = (name: string): string =>
  name
    // Without backtracking: a name may be as long as a notice.
    .replace(/\([^()]*\)/g, '')
    .toLowerCase()
    .replace(/[^a-z0-9]/g, '')

const isNested = (value: unknown): value is PlatformRecord =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

function flatten(record: PlatformRecord, prefix = ''): [name: string, value: unknown][] {
  return Object.entries(record).flatMap(([name, value]) =>
    isNested(value) ? flatten(value, `${prefix}${name}.`) : [[prefix + name, value] as [string, unknown]],
  )
}

/** Normalized names of each field, the most reliable first. */
export type FieldNames = Record<string, readonly string[]>

const isEmpty = (value: unknown) => value === null || value === undefined || value === ''

/** Maps a record to our names. The rest is stored in `extra` under its own name; empty values count as missing. */
export function byOurNames(record: PlatformRecord, names: FieldNames): PlatformRecord & { extra: PlatformRecord } {
  const left = new Map<string, unknown>()
  const namesOf = new Map<string, string[]>()
  for (const [name, given] of flatten(record)) {
    const value = typeof given === 'string' ? given.trim() : given
    if (!name || isEmpty(value)) continue
    const plain = plainName(name)
    left.set(name, value)
    namesOf.set(plain, [...(namesOf.get(plain) ?? []), name])
  }
  const fields: PlatformRecord = {}
  for (const [field, aliases] of Object.entries(names)) {
    for (const alias of aliases) {
      const name = namesOf.get(alias)?.find((name) => left.has(name))
      if (name === undefined) continue
      fields[field] = left.get(name)
      left.delete(name)
      break
    }
  }
  return { ...fields, extra: Object.fromEntries(left) }
}

const orMissing = (message: string) => ({
  error: (issue: { input?: unknown }) => (issue.input === undefined ? 'is missing' : message),
})

/** A text without NUL characters or half surrogate pairs, which PostgreSQL cannot store. */
export const text = (max = 300) =>
  z
    .union([z.string(), z.number().transform(String)], orMissing('must be text'))
    .refine((value) => value.length <= max, `must have at most ${max} characters`)
    .refine((value) => !value.includes('\0'), 'can’t contain a zero byte')
    .refine((value) => !/\p{Surrogate}/u.test(value), 'can’t contain half a character')

/** JSON without NUL characters or half surrogate pairs, which the database cannot store. */
export const extra = z
  .record(z.string(), z.unknown())
  .refine((record) => !/\\u(0000|d[89a-f])/i.test(JSON.stringify(record)), 'has characters that can’t be saved')

/** The largest amount of a DECIMAL(10,2) column. */
const MAX: Cents = 9_999_999_999

/** Parses an amount such as `25`, `"25.00"` or `"$1,250.00"` to cents. */
export const amount = z
  .union([z.string(), z.number()], orMissing('must be a number, like 25.00'))
  .transform((value, context): Cents => {
    const refuse = (message: string) => {
      context.addIssue({ code: 'custom', message })
      return z.NEVER
    }
    const written = String(value).replace(/\s/g, '')
    if (/^[-−(]/.test(written) || /^\$[-−]/.test(written)) return refuse('must not be negative')
    const cents = parseCents(written)
    if (cents === null) return refuse('must be a number, like 25.00')
    return cents > MAX ? refuse('is too large') : cents
  })

export const currency = text(10)
  .transform((value) => value.toUpperCase())
  .refine((value) => value === 'USD', 'must be USD')

const STATUSES: Record<string, string> = {
  complete: 'completed',
  succeeded: 'completed',
  success: 'completed',
  successful: 'completed',
  paid: 'completed',
  processing: 'pending',
  canceled: 'cancelled',
}
export const status = text(50).transform((value) => {
  const word = value.toLowerCase()
  return STATUSES[word] ?? word
})

/** Parses ISO 8601 with its offset, or a day and time in `zone` (`2026-11-20 15:05`, `11/20/2026 3:05 PM`); a day is its noon. */
export const instant = (zone: string) =>
  z.string('must be a date').transform((value, context): Date => {
    const found = readInstant(value.trim(), zone)
    if (found) return found
    context.addIssue({ code: 'custom', message: 'must be a date, like 2026-11-20 15:05' })
    return z.NEVER
  })

const pad = (value: string) => value.padStart(2, '0')

function readInstant(value: string, zone: string): Date | null {
  const parts = /^(\d{4}-\d\d-\d\d|\d{1,2}\/\d{1,2}\/\d{4})(?:[T, ]+(.+))?$/.exec(value)
  if (!parts) return null
  const [, written = '', rest = '12:00'] = parts
  const [month = '', date = '', year = ''] = written.split('/')
  const day = year ? `${year}-${pad(month)}-${pad(date)}` : written
  if (!isLocalDate(day)) return null
  const clock = /^(\d{1,2}):(\d\d)(?::(\d\d)(?:\.\d+)?)?\s*(?:([AP])\.?M\.?|(Z|[+-]\d\d:?\d\d))?$/i.exec(rest)
  if (!clock) return null
  const [, hour = '', minute = '', second = '00', half, offset] = clock
  if (half && (Number(hour) < 1 || Number(hour) > 12)) return null
  const hours = half ? (Number(hour) % 12) + (half.toUpperCase() === 'P' ? 12 : 0) : Number(hour)
  if (hours > 23 || Number(minute) > 59 || Number(second) > 59) return null
  const time = `${pad(String(hours))}:${minute}:${second}`
  if (!offset) return instantInZone(day, time, zone)
  const at = new Date(`${day}T${time}${offset.toUpperCase().replace(/^([+-]\d\d)(\d\d)$/, '$1:$2')}`)
  return Number.isNaN(at.getTime()) ? null : at
}

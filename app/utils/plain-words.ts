import type { z } from 'zod'
import { t } from '#text'

type Issue = Parameters<z.core.$ZodErrorMap>[0]

const kinds = (): Record<string, string> => ({
  string: t('must be text'),
  number: t('must be a number'),
  int: t('must be a whole number'),
  boolean: t('must be true or false'),
  array: t('must be a list'),
  object: t('must be an object'),
  record: t('must be an object'),
})

const forms = (): Record<string, string> => ({
  email: t('must be an email address'),
  date: t('must be a day such as 2026-11-20'),
  datetime: t('must be an instant such as 2026-11-20T15:00:00.000Z'),
})

/** Returns `1 rider` or `2 riders`, of a noun whose plural only adds an s. */
export const counted = (count: number | bigint, noun: string): string =>
  `${count} ${noun}${Number(count) === 1 ? '' : 's'}`

type Bound = 'at least' | 'at most' | 'exactly'

const LENGTHS: Record<Bound, (count: number, limit: string) => string> = {
  'at least': (count, limit) =>
    t('{count, plural, one {must have at least {limit} character} other {must have at least {limit} characters}}', {
      count,
      limit,
    }),
  'at most': (count, limit) =>
    t('{count, plural, one {must have at most {limit} character} other {must have at most {limit} characters}}', {
      count,
      limit,
    }),
  exactly: (count, limit) =>
    t('{count, plural, one {must have exactly {limit} character} other {must have exactly {limit} characters}}', {
      count,
      limit,
    }),
}

const ENTRIES: Record<Bound, (count: number) => string> = {
  'at least': (count) =>
    t('{count, plural, one {must have at least # entry} other {must have at least # entries}}', { count }),
  'at most': (count) =>
    t('{count, plural, one {must have at most # entry} other {must have at most # entries}}', { count }),
  exactly: (count) =>
    t('{count, plural, one {must have exactly # entry} other {must have exactly # entries}}', { count }),
}

const NUMBERS: Record<Bound, (limit: string) => string> = {
  'at least': (limit) => t('must be at least {limit}', { limit }),
  'at most': (limit) => t('must be at most {limit}', { limit }),
  exactly: (limit) => t('must be exactly {limit}', { limit }),
}

/** Describes the limit of a text or list in its units, or that of a number. */
function limit(origin: string, word: Bound, bound: number | bigint): string {
  const [count, limit] = [Number(bound), String(bound)]
  if (origin === 'string') return LENGTHS[word](count, limit)
  if (origin === 'array' || origin === 'set') return ENTRIES[word](count)
  return NUMBERS[word](limit)
}

/** Returns what is wrong with an input, to follow its name: `must be at most 10`. It is in the reader’s language. */
export function whatIsWrong(issue: Issue): string {
  switch (issue.code) {
    case 'invalid_type':
      if (issue.input === undefined) return t('is missing')
      return kinds()[issue.expected] ?? t('must be of another kind')
    case 'invalid_value':
      return issue.values.length > 1
        ? t('must be one of {values}', { values: issue.values.map(String).join(', ') })
        : t('must be {value}', { value: issue.values.map(String).join('') })
    case 'too_big':
      if (issue.exact) return limit(issue.origin, 'exactly', issue.maximum)
      return issue.inclusive === false
        ? t('must be less than {limit}', { limit: String(issue.maximum) })
        : limit(issue.origin, 'at most', issue.maximum)
    case 'too_small':
      if (issue.exact) return limit(issue.origin, 'exactly', issue.minimum)
      if (issue.origin === 'string' && Number(issue.minimum) === 1) return t('must not be empty')
      return issue.inclusive === false
        ? t('must be more than {limit}', { limit: String(issue.minimum) })
        : limit(issue.origin, 'at least', issue.minimum)
    case 'invalid_format':
      return forms()[issue.format] ?? t('is not valid')
    case 'unrecognized_keys':
      return t('has nothing of the name {names}', { names: issue.keys.join(', ') })
    default:
      return t('is not valid')
  }
}

/** Returns the message of a form field: it is shown beside the field, whose label is its name. */
export const besideField = (issue: Issue): string => {
  if (issue.code === 'invalid_type' && issue.input === undefined) return t('Please fill this in')
  const said = whatIsWrong(issue)
  return said === t('is not valid') ? t('Please check this') : t('It {said}', { said })
}
